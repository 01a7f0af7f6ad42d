/** What a run that stopped early left unread, and what reading it takes. */

import type { FinishedRun } from '../../../session/run/runs';
import { countOf, countUnits, formatCount } from '../../../ui/words';

export interface LeftToRead {
  /** `86 of 1,185 queries were read.` */
  readonly words: string;
  /** `1,104 records are left. Nothing is encoded twice.` */
  readonly price: string;
}

/** Null where every record was read. */
export function leftToRead({ result: { stop, certainty } }: Pick<FinishedRun, 'result'>): LeftToRead | null {
  if (stop.ended === 'all-records') return null;
  const { units, units_used: used, records_total: total, records_used: read } = certainty;
  const left = total - read;
  return {
    words: `${formatCount(used)} of ${countUnits(units.count, units.kind)} were read.`,
    price: `${countOf(left, 'record')} ${left === 1 ? 'is' : 'are'} left. Nothing is encoded twice.`,
  };
}
