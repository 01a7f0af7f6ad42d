/** From the page's parameters to its figures: one function per part of the page. */

import type { PairGeometry } from '../../scoring/gates';
import type { LearnParameters } from './parameters';
import { EXAMPLES, type Example, type ExampleNegative } from './pair/examples';
import {
  circlePair,
  geometryOf,
  givenGeometry,
  pairFigures,
  placedPair,
  type PairFigures,
} from './pair/pair-figures';
import { coverageOfTexts } from './pair/words';
import { oneSource, type OneSource } from './source/one-source';

type Parameters = Readonly<LearnParameters>;

/** The example that is chosen, and its negative. */
export function chosenExample({ text }: Pick<Parameters, 'text'>): {
  example: Example;
  negative: ExampleNegative;
} {
  const example = EXAMPLES[text.example] as Example;
  return { example, negative: example.negatives[text.negative] as ExampleNegative };
}

/** C: set by hand, or that of the chosen texts. */
export function coverageOf(parameters: Pick<Parameters, 'coverage' | 'text'>): number {
  if (parameters.coverage !== null) return parameters.coverage;
  const { example, negative } = chosenExample(parameters);
  return coverageOfTexts(example.query, negative.text);
}

/** The pair of part one. */
export function pairOf(parameters: Parameters): PairFigures {
  return pairFigures(pairGeometryOf(parameters), coverageOf(parameters), parameters.tau);
}

function pairGeometryOf(parameters: Parameters): PairGeometry {
  const placed = placedPair(parameters);
  if (parameters.given !== null) return givenGeometry(parameters.given, placed);
  return geometryOf(placed ?? circlePair(parameters.angle));
}

/** The pair of the circle, which loss and gradient are shown on. */
export function circlePairOf(parameters: Parameters): PairFigures {
  return pairFigures(geometryOf(circlePair(parameters.angle)), coverageOf(parameters), parameters.tau);
}

/** The one source. */
export function sourceOf(parameters: Parameters): OneSource {
  return oneSource(parameters, coverageOf(parameters));
}
