/**
 * Two other confidence sequences for the mean of a finite population, to compare the one in use with
 * (docs/CERTAINTY.md): half widths after each draw, at the same level.
 */

import { FEWEST_UNITS, meanHalfWidth } from '../../src/scoring/certainty/confidence-sequence';

/** Centre and half width after each draw; the first is that after one. Endless where nothing is said yet. */
export interface MeanSequence {
  readonly centre: Float64Array;
  readonly half: Float64Array;
}

/** A way to an interval for the mean of all units, from those in the order of the draw. */
export type MeanMethod = (values: Float64Array, alpha: number) => MeanSequence;

/** The sequence in use (src/scoring/certainty), without its guard for outliers. */
export const finiteClock: MeanMethod = (values, alpha) => asymptotic(values, alpha, values.length);

/** The same for independent draws: the clock is n, so the end of the file is not felt. */
export const independentClock: MeanMethod = (values, alpha) => asymptotic(values, alpha, Infinity);

/** @param total N of the clock nN/(N − n) */
function asymptotic(values: Float64Array, alpha: number, total: number): MeanSequence {
  const sequence = emptySequence(values.length);
  const clockTotal = Number.isFinite(total) ? total : 1e15;
  let [sum, squares] = [0, 0];
  for (const [i, x] of values.entries()) {
    const n = i + 1;
    sum += x;
    squares += x * x;
    sequence.centre[i] = sum / n;
    if (n < FEWEST_UNITS) continue;
    const deviation = Math.sqrt(Math.max(0, squares - (sum * sum) / n) / (n - 1));
    sequence.half[i] = meanHalfWidth(n, clockTotal, deviation, alpha);
  }
  return sequence;
}

/**
 * The predictable empirical Bernstein sequence for draws without replacement (Waudby-Smith and Ramdas 2020 and 2024),
 * valid for every n, for values of [−1, 1]: differences of two weights.
 *
 * With λ_i known before draw i, Σ λ_i (X_i + Σ_{j<i} X_j/(N−i+1)) estimates μ Σ λ_i (1 + (i−1)/(N−i+1)), with an
 * error of at most log(2/α) + Σ (X_i − μ̂_{i−1})² (−log(1−λ_i) − λ_i) on values of [0, 1].
 */
export const empiricalBernstein: MeanMethod = (values, alpha) => {
  const total = values.length;
  const sequence = emptySequence(total);
  let [sum, squares, weighted, weights, spent] = [0, 0, 0, 0, 0];
  for (const [i, value] of values.entries()) {
    const x = (value + 1) / 2;
    const t = i + 1;
    const left = total - i;
    const meanBefore = (0.5 + sum) / t;
    const varianceBefore = (0.25 + squares) / t;
    const lambda = Math.min(
      0.5,
      Math.sqrt((2 * Math.log(2 / alpha)) / (varianceBefore * t * Math.log(1 + t))),
    );
    weighted += lambda * (x + sum / left);
    weights += lambda * (1 + i / left);
    spent += (x - meanBefore) ** 2 * (-Math.log(1 - lambda) - lambda);
    sum += x;
    squares += (x - (0.5 + sum) / (t + 1)) ** 2;
    sequence.centre[i] = (2 * weighted) / weights - 1;
    sequence.half[i] = (2 * (Math.log(2 / alpha) + spent)) / weights;
  }
  return sequence;
};

function emptySequence(length: number): MeanSequence {
  return { centre: new Float64Array(length), half: new Float64Array(length).fill(Infinity) };
}
