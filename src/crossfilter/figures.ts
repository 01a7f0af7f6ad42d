/** The figures of every pair by which the linked views filter, count and sort, as columns. */

import { cosineToPositive } from '../scoring/cosines';
import type { FlatPairs } from '../scoring/flat-pairs';
import { emptyGates, gatesOfPair } from '../scoring/pair-gates';
import { WEIGHTINGS, type Gating } from '../scoring/weightings';

/** In the order of the page; the place of a figure is its bit among those that a pair fails. */
export const FIGURE_IDS = ['rho', 'eta', 'psi', 'w', 'm', 'l', 'C', 'cos', 'suspicion'] as const;

export type FigureId = (typeof FIGURE_IDS)[number];

export type FigureColumns = Readonly<Record<FigureId, Float64Array>>;

/** The figures of all pairs under a temperature and weighting. */
export function figureColumns(pairs: FlatPairs, { tau, weighting }: Gating): FigureColumns {
  const { margin, locality, distance, coverage, suspicion } = pairs;
  const count = margin.length;
  const rho = new Float64Array(count);
  const eta = new Float64Array(count);
  const psi = new Float64Array(count);
  const w = new Float64Array(count);
  const { weight } = WEIGHTINGS[weighting];
  const gates = emptyGates(tau);
  for (let row = 0; row < count; row++) {
    gatesOfPair(pairs, row, tau, gates);
    rho[row] = gates.rho;
    eta[row] = gates.eta;
    psi[row] = gates.psi;
    w[row] = weight(gates);
  }
  return {
    rho,
    eta,
    psi,
    w,
    m: margin,
    l: locality,
    C: coverage,
    cos: distance.map(cosineToPositive),
    suspicion,
  };
}
