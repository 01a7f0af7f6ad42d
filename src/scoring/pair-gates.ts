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
  /** l, the locality that η is made of. */
  locality: number;
  /** ‖v⁺ − v⁻‖. */
  distance: number;
  /** C, the lexical coverage that ψ is made of. */
  coverage: number;
  tau: number;
}

export function emptyGates(tau: number): PairGates {
  return {
    rho: 0,
    oneMinusRho: 0,
    eta: 0,
    psi: 0,
    decay: 0,
    margin: 0,
    locality: 0,
    distance: 0,
    coverage: 0,
    tau,
  };
}

/** The pair columns that gates are computed from. */
export type GateColumns = Pick<PairColumns, 'margin' | 'locality' | 'distance' | 'coverage'>;

/** Writes the gates of pair `i` at temperature `tau` to `out`. */
export function gatesOfPair(columns: GateColumns, i: number, tau: number, out: PairGates): void {
  const { margin, locality, distance, coverage } = columns;
  gatesOf(margin[i], locality[i], distance[i], coverage[i], tau, out);
}

/** Writes the gates of a pair with known m, l, ‖v⁺ − v⁻‖ and C to `out`. */
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
  out.locality = locality;
  out.distance = distance;
  out.coverage = coverage;
  out.tau = tau;
}
