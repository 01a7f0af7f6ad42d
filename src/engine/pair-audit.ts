/** The audit by pairs: which pairs look drawn at random and which lie near the positive. */

import { isNearPositive } from '../scoring/near-positive';
import type { PairColumns } from '../scoring/pairs';
import { shareOfPairs, type PairShare } from '../scoring/share-audit';
import { cornerOf, unrelated, type Corner } from '../scoring/unrelated';
import type { PairAudit } from './results';
import type { FinishedRun } from './finished-run';
import type { SourceData } from './source-data';

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
    sources: run.sources.map((source) => ({ source: source.id, ...pairShares(source, corner) })),
  };
}

/** Shares of the pairs of a source that look drawn at random and that lie near the positive. @param corner null: not known */
export function pairShares({ columns, units }: Pick<SourceData, 'columns' | 'units'>, corner: Corner | null) {
  const shareOf = (found: Uint8Array): PairShare => shareOfPairs(found, columns.offsets, units);
  return {
    unrelated: corner && shareOf(unrelated(columns, corner)),
    near_positive: shareOf(nearPositives(columns)),
  };
}

/** 1 for each pair whose negative lies near the positive. */
function nearPositives({ distance }: Pick<PairColumns, 'distance'>): Uint8Array {
  return Uint8Array.from(distance, (d) => Number(isNearPositive(d)));
}
