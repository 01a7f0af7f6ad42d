/** The gates of the pairs of a source at one temperature: of one pair, and of all of them as columns. */

import { lexicalResiduality, semanticLocality, targetConsistency, targetInconsistency } from './gates';
import type { PairColumns } from './pairs';

/** The gates of one pair at one temperature; `oneMinusRho` is σ(−m/τ), never formed by subtraction. */
export interface PairGates {
  rho: number;
  oneMinusRho: number;
  eta: number;
  psi: number;
  /** m, the margin that ρ is made of. */
  margin: number;
  /** ‖v⁺ − v⁻‖. */
  distance: number;
  tau: number;
}

export function emptyGates(tau: number): PairGates {
  return { rho: 0, oneMinusRho: 0, eta: 0, psi: 0, margin: 0, distance: 0, tau };
}

/** Puts the gates of pair `i` at temperature `tau` into `out`. */
export function gatesOfPair(columns: PairColumns, i: number, tau: number, out: PairGates): void {
  const margin = columns.margin[i] as number;
  out.rho = targetConsistency(margin, tau);
  out.oneMinusRho = targetInconsistency(margin, tau);
  out.eta = semanticLocality(columns.locality[i] as number, tau);
  out.psi = lexicalResiduality(columns.coverage[i] as number);
  out.margin = margin;
  out.distance = columns.distance[i] as number;
  out.tau = tau;
}

/** ρ, 1 − ρ, η, ψ and w of all pairs, one number a pair. */
export interface GateColumns {
  readonly rho: Float64Array;
  readonly oneMinusRho: Float64Array;
  readonly eta: Float64Array;
  readonly psi: Float64Array;
  readonly weight: Float64Array;
}

/** @param weight w of one pair, as in `WEIGHTINGS` */
export function gateColumns(
  columns: PairColumns,
  tau: number,
  weight: (gates: Readonly<PairGates>) => number,
): GateColumns {
  const column = () => new Float64Array(columns.margin.length);
  const out = { rho: column(), oneMinusRho: column(), eta: column(), psi: column(), weight: column() };
  const gates = emptyGates(tau);
  for (let i = 0; i < columns.margin.length; i++) {
    gatesOfPair(columns, i, tau, gates);
    out.rho[i] = gates.rho;
    out.oneMinusRho[i] = gates.oneMinusRho;
    out.eta[i] = gates.eta;
    out.psi[i] = gates.psi;
    out.weight[i] = weight(gates);
  }
  return out;
}
