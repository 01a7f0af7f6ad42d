/** The figures of every pair by which the linked views filter, count and sort, as columns. */

import { cosineToPositive } from '../scoring/cosines';
import type { FlatPairs } from '../scoring/flat-pairs';
import { gatePairs } from '../scoring/gated-pairs';
import { byGate, GATE_IDS, type GateId } from '../scoring/pair-gates';
import type { Gating } from '../scoring/weightings';

export type FigureId = GateId | 'w' | 'm' | 'l' | 'C' | 'cos' | 'suspicion';

/** In the order of the page; the place of a figure is its bit among those that a pair fails. */
export const FIGURE_IDS: readonly FigureId[] = [...GATE_IDS, 'w', 'm', 'l', 'C', 'cos', 'suspicion'];

export type FigureColumns = Readonly<Record<FigureId, Float64Array>>;

/** The figures of all pairs under a temperature and weighting. */
export function figureColumns(pairs: FlatPairs, gating: Gating): FigureColumns {
  const { margin, locality, distance, coverage, suspicion } = pairs;
  const gated = gatePairs(pairs, gating);
  return {
    ...byGate((id) => gated[id]),
    w: gated.weight,
    m: margin,
    l: locality,
    C: coverage,
    cos: distance.map(cosineToPositive),
    suspicion,
  };
}
