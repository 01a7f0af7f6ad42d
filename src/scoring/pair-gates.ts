/** The gates of one pair of a source at one temperature. */

import { decay, lexicalResiduality, semanticLocality, targetConsistency, targetInconsistency } from './gates';
import type { PairColumns } from './pairs';

/** From this ρ on the encoder never takes the negative for the positive. */
export const NEVER_CONFUSED = 0.99;

/** The gates of one pair at one temperature; `oneMinusRho` is σ(−m/τ), never formed by subtraction. */
export interface PairGates {
  rho: number;
  oneMinusRho: number;
  eta: number;
  psi: number;
  /** exp(−|m|/τ), from which ρ, 1 − ρ and −log ρ follow. */
  decay: number;
  /** m, the margin that ρ is made of. */
  margin: number;
  /** ‖v⁺ − v⁻‖. */
  distance: number;
  tau: number;
}

export function emptyGates(tau: number): PairGates {
  return { rho: 0, oneMinusRho: 0, eta: 0, psi: 0, decay: 0, margin: 0, distance: 0, tau };
}

/** The columns of pairs that gates are made of. */
export type GateColumns = Pick<PairColumns, 'margin' | 'locality' | 'distance' | 'coverage'>;

/** Puts the gates of pair `i` at temperature `tau` into `out`. */
export function gatesOfPair(columns: GateColumns, i: number, tau: number, out: PairGates): void {
  const { margin, locality, distance, coverage } = columns;
  gatesOf(margin[i], locality[i], distance[i], coverage[i], tau, out);
}

/** Puts the gates of a pair of which m, l, ‖v⁺ − v⁻‖ and C are known into `out`. */
export function gatesOf(
  margin: number,
  locality: number,
  distance: number,
  coverage: number,
  tau: number,
  out: PairGates,
): void {
  const e = decay(margin / tau);
  out.decay = e;
  out.rho = targetConsistency(margin, tau, e);
  out.oneMinusRho = targetInconsistency(margin, tau, e);
  out.eta = semanticLocality(locality, tau);
  out.psi = lexicalResiduality(coverage);
  out.margin = margin;
  out.distance = distance;
  out.tau = tau;
}
