/** How many records meet a positive of their own query as a negative in their batch, under a shuffle without care. */

import type { IdRecords } from './controls';
import { timesOf } from './file-findings';

/** Records by what they may meet. */
export interface Meeting {
  /** Other records whose positive is a positive of the query. */
  readonly others: number;
  readonly records: number;
}

/** The records of a source by the other records whose positive is one of their query. */
export function meetingsOf({ queries, positives }: Pick<IdRecords, 'queries' | 'positives'>): Meeting[] {
  const times = timesOf(positives);
  const ownOf = new Map<number, Set<number>>();
  queries.forEach((query, record) =>
    ownOf.set(query, (ownOf.get(query) ?? new Set<number>()).add(positives[record])),
  );
  const others = new Map<number, number>();
  for (const [query, own] of ownOf)
    others.set(
      query,
      [...own].reduce((sum, id) => sum + times[id], -1),
    );
  const met = new Map<number, number>();
  for (const query of queries) {
    const count = others.get(query) ?? 0;
    met.set(count, (met.get(count) ?? 0) + 1);
  }
  return [...met].sort(([a], [b]) => a - b).map(([count, records]) => ({ others: count, records }));
}

export const BATCH_SIZES = [16, 64, 256, 1024] as const;

export const BATCH_SIZE = 64;

/**
 * The expected share of records with one of those others in their batch: records are shuffled uniformly and cut into
 * batches of `size`, the last one of what is left.
 */
export function meetingShare(meetings: readonly Meeting[], size: number): number {
  const total = meetings.reduce((sum, { records }) => sum + records, 0);
  if (total === 0) return 0;
  const rest = total % size;
  const met = meetings.reduce((sum, { others, records }) => {
    const full = (total - rest) * meets(others, total, size);
    return sum + records * (full + rest * meets(others, total, rest));
  }, 0);
  return met / total / total;
}

/** 1 − C(total − 1 − others, size − 1) / C(total − 1, size − 1): at least one of the others is in a record's batch. */
function meets(others: number, total: number, size: number): number {
  let none = 1;
  for (let i = 0; i < others && none > 0; i++) none *= Math.max(0, total - size - i) / (total - 1 - i);
  return 1 - none;
}
