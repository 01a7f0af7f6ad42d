/** How many records meet a positive of their own query as a negative in their batch, under a shuffle without care. */

import type { IdRecords } from './controls';
import { timesOf } from './findings';
import { pairRange } from './pairs';

/** Records by what they may meet. */
export interface Meeting {
  /** Other records whose positive is a positive of the query. */
  readonly others: number;
  /** Other records with a positive of the query as their positive or as one of their negatives. */
  readonly holders: number;
  readonly records: number;
}

/** The records of a source by the other records that hold a positive of their query. */
export function meetingsOf({ queries, positives, offsets, negatives }: IdRecords): Meeting[] {
  const ownOf = new Map<number, Set<number>>();
  queries.forEach((query, record) =>
    ownOf.set(query, (ownOf.get(query) ?? new Set<number>()).add(positives[record])),
  );
  const times = timesOf(positives);
  const holdersOf = recordsHolding(new Set(positives), { queries, positives, offsets, negatives });
  const ofQuery = new Map<number, readonly [others: number, holders: number]>();
  for (const [query, own] of ownOf) {
    const others = [...own].reduce((sum, id) => sum + times[id], -1);
    const lists = [...own].map((id) => holdersOf.get(id) ?? []);
    ofQuery.set(query, [others, (lists.length === 1 ? lists[0] : [...new Set(lists.flat())]).length - 1]);
  }
  const met = new Map<string, { others: number; holders: number; records: number }>();
  for (const query of queries) {
    const [others, holders] = ofQuery.get(query) ?? [0, 0];
    const same = met.get(`${others} ${holders}`) ?? { others, holders, records: 0 };
    same.records += 1;
    met.set(`${others} ${holders}`, same);
  }
  return [...met.values()].sort((a, b) => a.others - b.others || a.holders - b.holders);
}

/** Of each of these passages the records that hold it, each once. */
function recordsHolding(
  passages: ReadonlySet<number>,
  { positives, offsets, negatives }: IdRecords,
): Map<number, number[]> {
  const holding = new Map<number, number[]>();
  const note = (id: number, record: number) => {
    if (!passages.has(id)) return;
    const list = holding.get(id);
    if (list === undefined) holding.set(id, [record]);
    else if (list.at(-1) !== record) list.push(record);
  };
  positives.forEach((positive, record) => {
    note(positive, record);
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair++) note(negatives[pair], record);
  });
  return holding;
}

/** Records in a batch of training. */
export const BATCH_SIZE = 64;

/**
 * The expected share of records with one of those others in their batch: records are shuffled uniformly and cut into
 * batches of `size`, the last one of what is left.
 * @param of the records whose positives alone are in the batch, or their negatives too
 */
export function meetingShare(
  meetings: readonly Meeting[],
  size: number,
  of: 'others' | 'holders' = 'others',
): number {
  const total = meetings.reduce((sum, { records }) => sum + records, 0);
  if (total === 0) return 0;
  const rest = total % size;
  const met = meetings.reduce((sum, meeting) => {
    const full = (total - rest) * meets(meeting[of], total, size);
    return sum + meeting.records * (full + rest * meets(meeting[of], total, rest));
  }, 0);
  return met / total / total;
}

/** 1 − C(total − 1 − others, size − 1) / C(total − 1, size − 1): at least one of the others is in a record's batch. */
function meets(others: number, total: number, size: number): number {
  let none = 1;
  for (let i = 0; i < others && none > 0; i++) none *= Math.max(0, total - size - i) / (total - 1 - i);
  return 1 - none;
}
