/** The weight that a negative would have elsewhere: the ring of the circle and the dots on the sphere. */

import type { PlacedPair } from '../../../scoring/gram';
import { circlePair, DEGREE, geometryOf, pairFigures, type PairFigures } from './pair-figures';

/** Degrees between two places of the ring. */
export const RING_STEP = 3;

/** One place of the ring: an angle from the query, in degrees, and the figures of a negative there. */
export interface RingPlace {
  readonly angle: number;
  readonly figures: PairFigures;
}

/** The figures of a negative at every place of the ring. */
export function ringPlaces(coverage: number, tau: number): RingPlace[] {
  return Array.from({ length: 360 / RING_STEP }, (_, i) => {
    const angle = i * RING_STEP - 180;
    return { angle, figures: pairFigures(geometryOf(circlePair(angle)), coverage, tau) };
  });
}

/** The largest η on the ring. */
export function largestEta(places: readonly RingPlace[]): number {
  return Math.max(...places.map(({ figures }) => figures.gates.eta));
}

/** The largest gradient energy on the ring. */
export function largestEnergy(places: readonly RingPlace[]): number {
  return Math.max(...places.map(({ figures }) => figures.energy));
}

/** How many points of the sphere are drawn. */
const POINTS = 420;

/** Evenly spread points of the unit sphere: a Fibonacci lattice. */
export const SPHERE_POINTS: readonly Float64Array[] = Array.from({ length: POINTS }, (_, i) => {
  const height = 1 - (2 * i + 1) / POINTS;
  const across = Math.sqrt(1 - height * height);
  const turn = i * 137.50776405003785 * DEGREE;
  return Float64Array.of(across * Math.cos(turn), across * Math.sin(turn), height);
});

/** The weight of a negative at each of the points, beside a query and a positive. */
export function sphereWeights(pair: PlacedPair, coverage: number, tau: number): number[] {
  return SPHERE_POINTS.map(
    (negative) => pairFigures(geometryOf({ ...pair, negative }), coverage, tau).weight,
  );
}
