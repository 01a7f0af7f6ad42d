/** The audit by pairs: which pairs look drawn at random and which lie near the positive. */

import { countMarginFilters } from '../scoring/margin-filters';
import { isNearPositive } from '../scoring/near-embedding';
import { shareOfPairs } from '../scoring/share-audit';
import { cornerOf, unrelated, type Corner } from '../scoring/unrelated';
import type { PairAudit } from './results';
import type { FinishedRun } from './finished-run';

/** The parts of a finished run that are used here. */
type AuditedRun = Pick<FinishedRun, 'sources' | 'randomBaseline'>;

/** Where random pairs lie, taken from the random baseline; null where there is none. */
export function cornerOfRun({ randomBaseline }: Pick<AuditedRun, 'randomBaseline'>): Corner | null {
  if (randomBaseline === null) return null;
  const { columns, units } = randomBaseline.source;
  return cornerOf(columns, units);
}

export function pairAuditOf(run: AuditedRun): PairAudit {
  const corner = cornerOfRun(run);
  return {
    corner,
    sources: run.sources.map(({ id, columns, units }) => {
      const near = Uint8Array.from(columns.distance, (distance) => Number(isNearPositive(distance)));
      return {
        source: id,
        unrelated: corner === null ? null : shareOfPairs(unrelated(columns, corner), columns.offsets, units),
        near_positive: shareOfPairs(near, columns.offsets, units),
        margin_filters: countMarginFilters(columns),
      };
    }),
  };
}
