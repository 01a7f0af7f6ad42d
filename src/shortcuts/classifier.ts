/** Logistic regression over surfaces, trained by AdaGrad in a seeded order: the same every time. */

import { seededRandom, shuffled } from '../scoring/random';
import { BUCKETS, MEASURES, type Surface } from './surface';

const EPOCHS = 6;
const RATE = 0.1;
/** Pull of every touched weight towards zero. */
const RIDGE = 1e-4;

/** One passage in its role. */
export interface Example {
  readonly surface: Surface;
  readonly isNegative: boolean;
}

/**
 * Trained on examples of two kinds, both weighing the same in all. Measures are standardised over the examples; the
 * hashed words of a passage share one unit of length.
 * @returns a score of a surface, the higher the more like a negative
 */
export function trained(examples: readonly Example[], seed: number): (surface: Surface) => number {
  const { means, scales } = standard(examples);
  const weights = new Float64Array(BUCKETS + MEASURES.length + 1);
  const squares = new Float64Array(weights.length).fill(1e-8);
  const visit = (surface: Surface, see: (place: number, value: number) => void) => {
    const unit = 1 / Math.sqrt(Math.max(1, surface.buckets.length));
    for (const bucket of surface.buckets) see(bucket, unit);
    surface.measures.forEach((value, i) => see(BUCKETS + i, (value - means[i]) / scales[i]));
    see(weights.length - 1, 1);
  };
  const scoreOf = (surface: Surface) => {
    let score = 0;
    visit(surface, (place, value) => (score += weights[place] * value));
    return score;
  };
  const negatives = examples.filter(({ isNegative }) => isNegative).length;
  const balance = [examples.length / 2 / (examples.length - negatives), examples.length / 2 / negatives];
  const order = [...examples.keys()];
  const random = seededRandom(seed);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffled(order, random);
    for (const place of order) {
      const { surface, isNegative } = examples[place];
      const predicted = 1 / (1 + Math.exp(-scoreOf(surface)));
      const error = (predicted - Number(isNegative)) * balance[Number(isNegative)];
      visit(surface, (at, value) => {
        const gradient = error * value + RIDGE * weights[at];
        squares[at] += gradient * gradient;
        weights[at] -= (RATE * gradient) / Math.sqrt(squares[at]);
      });
    }
  }
  return scoreOf;
}

/** Mean and standard deviation of each measure. */
function standard(examples: readonly Example[]) {
  const means = new Float64Array(MEASURES.length);
  const scales = new Float64Array(MEASURES.length);
  for (const { surface } of examples)
    surface.measures.forEach((value, i) => (means[i] += value / examples.length));
  for (const { surface } of examples) {
    surface.measures.forEach((value, i) => (scales[i] += (value - means[i]) ** 2 / examples.length));
  }
  return { means, scales: scales.map((variance) => Math.sqrt(variance) || 1) };
}
