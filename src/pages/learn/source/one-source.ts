/**
 * One source of twelve pairs in the plane. Each is the pair of the circle, turned as a whole by another angle: all have
 * the same gates and weight, and only the directions of their residuals differ.
 */

import { accumulateInformation, informationMatrix, residual } from '../../../scoring/information';
import { informationEllipse, type Ellipse } from '../../../scoring/ellipse';
import type { PlacedPair } from '../../../scoring/gram';
import { logDetPlusIdentity } from '../../../scoring/logdet';
import { PAIRS, type LearnParameters } from '../parameters';
import { geometryOf, onCircle, pairFigures, POSITIVE_ANGLE } from '../pair/pair-figures';

/** One pair of the source. */
export interface TurnedPair extends PlacedPair {
  /** r, of the plane. */
  readonly residual: Float64Array;
}

export interface OneSource {
  /** The pairs that were added so far. */
  readonly pairs: readonly TurnedPair[];
  /** Î, 2×2. */
  readonly information: Float64Array;
  /** w, the same of every pair. */
  readonly weight: number;
  /** tr Î = Σ w / N. */
  readonly trace: number;
  /** log det(I + Î). */
  readonly score: number;
  /** log det(I + Î) if all residuals had one direction. */
  readonly collinear: number;
  /** The unit circle under I + Î. */
  readonly ellipse: Ellipse;
}

type SourceParameters = Pick<LearnParameters, 'angle' | 'pairs' | 'spread' | 'tau'>;

/** The source with the pairs added so far; N is twelve from the start, so that Î grows with every pair. */
export function oneSource(parameters: Readonly<SourceParameters>, coverage: number): OneSource {
  const { angle, pairs: added, spread, tau } = parameters;
  const pairs = Array.from({ length: added }, (_, i) => turnedPair(angle, (spread * i) / PAIRS));
  const weight = pairFigures(geometryOf(turnedPair(angle, 0)), coverage, tau).weight;
  const information = informationOf(pairs, weight);
  const collinear = informationOf(new Array<TurnedPair>(added).fill(turnedPair(angle, 0)), weight);
  return {
    pairs,
    information,
    weight,
    trace: (information[0] ?? 0) + (information[3] ?? 0),
    score: logDetPlusIdentity(information, 2),
    collinear: logDetPlusIdentity(collinear, 2),
    ellipse: informationEllipse(information),
  };
}

/** The pair of the circle, turned by an angle in degrees. */
function turnedPair(angle: number, turn: number): TurnedPair {
  const query = onCircle(turn);
  const positive = onCircle(POSITIVE_ANGLE + turn);
  const negative = onCircle(angle + turn);
  const { distance } = geometryOf({ query, positive, negative });
  const direction = new Float64Array(2);
  residual(positive, negative, distance, direction);
  return { query, positive, negative, residual: direction };
}

/** Î over the pairs added so far, divided by all twelve. */
function informationOf(pairs: readonly TurnedPair[], weight: number): Float64Array {
  const rows = Float64Array.from(pairs.flatMap(({ residual: r }) => [...r]));
  const sum = new Float64Array(4);
  accumulateInformation(sum, rows, new Float64Array(pairs.length).fill(weight), pairs.length, 2);
  return informationMatrix(sum, PAIRS, 2);
}
