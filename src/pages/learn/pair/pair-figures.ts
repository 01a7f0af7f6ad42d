/** The pair of the page: its three points and all its figures. */

import {
  pairGeometry,
  pairwiseGradientEnergy,
  pairwiseLoss,
  type PairGeometry,
  type Vector,
} from '../../../scoring/gates';
import { cosinesOfPair, placePair, type PlacedPair } from '../../../scoring/gram';
import { emptyGates, gatesOf, type PairGates } from '../../../scoring/pair-gates';
import { WEIGHTINGS } from '../../../scoring/weightings';
import type { CosineTriple, GivenPair, LearnParameters } from '../parameters';

/** Angle between the query and its positive, in degrees: fixed on the circle and on the sphere. */
export const POSITIVE_ANGLE = 36;

export const DEGREE = Math.PI / 180;

export interface PairFigures {
  readonly geometry: Readonly<PairGeometry>;
  readonly coverage: number;
  readonly gates: Readonly<PairGates>;
  /** w = ρ·η·ψ. */
  readonly weight: number;
  /** −log ρ. */
  readonly loss: number;
  /** (1−ρ)²‖v⁺−v⁻‖²/τ². */
  readonly energy: number;
}

/** A unit vector of the plane. */
export function onCircle(degrees: number): Float64Array {
  return Float64Array.of(Math.cos(degrees * DEGREE), Math.sin(degrees * DEGREE));
}

/** A unit vector of space; longitude 0, latitude 0 is the first axis. */
function onSphere(longitude: number, latitude: number): Float64Array {
  const [x = 0, y = 0] = onCircle(longitude);
  const across = Math.cos(latitude * DEGREE);
  return Float64Array.of(across * x, across * y, Math.sin(latitude * DEGREE));
}

/** Query, positive and negative of the circle, with the negative at an angle from the query. */
export function circlePair(angle: number): PlacedPair {
  return { query: onCircle(0), positive: onCircle(POSITIVE_ANGLE), negative: onCircle(angle) };
}

/** Query, positive and negative of the sphere. */
function spherePair(longitude: number, latitude: number): PlacedPair {
  return {
    query: onSphere(0, 0),
    positive: onSphere(POSITIVE_ANGLE, 0),
    negative: onSphere(longitude, latitude),
  };
}

type Place = Pick<LearnParameters, 'view' | 'angle' | 'longitude' | 'latitude' | 'cosines' | 'given'>;

/**
 * The three points of the page's pair: two-dimensional on the circle, else three-dimensional. Points of a pair in
 * numbers have its m and l; null if no unit vectors have them.
 */
export function placedPair(place: Readonly<Place>): PlacedPair | null {
  const { view, angle, longitude, latitude, cosines, given } = place;
  if (given !== null) {
    const found = cosinesOfPair(given.margin, given.locality, given.distance);
    return found === null ? null : placePair(found);
  }
  if (view === 'circle') return circlePair(angle);
  if (view === 'sphere') return spherePair(longitude, latitude);
  const [queryPositive, queryNegative, positiveNegative] = cosines;
  return placePair({ queryPositive, queryNegative, positiveNegative });
}

/** m, l and ‖v⁺ − v⁻‖ of placed points. */
export function geometryOf({ query, positive, negative }: PlacedPair): PairGeometry {
  const geometry = { margin: 0, locality: 0, distance: 0 };
  pairGeometry(query, positive, negative, geometry);
  return geometry;
}

/** u·v⁺, u·v⁻ and v⁺·v⁻ of three unit vectors. */
export function cosinesOf(query: Vector, positive: Vector, negative: Vector): CosineTriple {
  const geometry = { margin: 0, locality: 0, distance: 0 };
  pairGeometry(query, positive, negative, geometry);
  const positiveNegative = 1 - geometry.distance ** 2 / 2;
  const queryNegative = positiveNegative - geometry.locality;
  return [geometry.margin + queryNegative, queryNegative, positiveNegative];
}

/**
 * m, l and ‖v⁺ − v⁻‖ of a pair in numbers. A missing distance is that of the placed points, or √2 without them.
 */
export function givenGeometry(given: GivenPair, placed: PlacedPair | null): PairGeometry {
  const { margin, locality } = given;
  const distance = given.distance ?? (placed === null ? Math.SQRT2 : geometryOf(placed).distance);
  return { margin, locality, distance };
}

/** Every figure of a pair. */
export function pairFigures(geometry: Readonly<PairGeometry>, coverage: number, tau: number): PairFigures {
  const { margin, locality, distance } = geometry;
  const gates = emptyGates(tau);
  gatesOf(margin, locality, distance, coverage, tau, gates);
  return {
    geometry,
    coverage,
    gates,
    weight: WEIGHTINGS.full.weight(gates),
    loss: pairwiseLoss(margin, tau),
    energy: pairwiseGradientEnergy(gates.oneMinusRho, distance, tau),
  };
}
