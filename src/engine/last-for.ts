/** Gates and figures of sources whose columns are full. */

import type { PairColumns } from '../scoring/pairs';
import { gatedSource } from '../scoring/statistics';
import type { Gating } from '../scoring/weightings';

const LAST = new WeakMap<PairColumns, ReturnType<typeof gatedSource>>();

/** Of the temperature and weighting asked for last it is remembered: a preview and then the settled figures ask for the same. */
export function gatedSourceOf(columns: PairColumns, { tau, weighting }: Gating) {
  const last = LAST.get(columns);
  if (last?.pairs.tau === tau && last.pairs.weighting === weighting) return last;
  // Nobody reads what was before any more: its memory is used again.
  const gated = gatedSource(columns, { tau, weighting }, last);
  LAST.set(columns, gated);
  return gated;
}
