/** How many records meet a positive of their own query as a negative in their batch, under a shuffle without care. */

import type { IdRecords } from './controls';
import { pairRange } from './pairs';

export const BATCH_SIZE = 64;

export type Meetings = ReturnType<typeof meetingsOf>;

/**
 * Records are shuffled uniformly and cut into batches of `size`, the last one of what is left.
 * @returns expected shares of records that meet a positive of their query: as the positive of another record, or in any role
 */
export function meetingsOf({ queries, positives, offsets, negatives }: IdRecords, size = BATCH_SIZE) {
  /** Of each positive how many records have it as theirs, and the records that hold it at all. */
  const known = new Map(Array.from(positives, (id) => [id, { own: 0, holders: [] as number[] }]));
  const note = (id: number, record: number) => {
    const holders = known.get(id)?.holders;
    if (holders && holders.at(-1) !== record) holders.push(record);
  };
  const ofQuery = new Map<number, { records: number; readonly own: Set<number> }>();
  queries.forEach((query, record) => {
    const of = ofQuery.get(query) ?? { records: 0, own: new Set() };
    ofQuery.set(query, of);
    of.records += 1;
    of.own.add(positives[record]);
    (known.get(positives[record]) as { own: number }).own += 1;
    note(positives[record], record);
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair++) note(negatives[pair], record);
  });
  const total = queries.length;
  const rest = total % size;
  const share = (others: number) =>
    ((total - rest) * meets(others, total, size) + rest * meets(others, total, rest)) / total / total;
  const met = { positives: 0, all: 0 };
  for (const { records, own } of ofQuery.values()) {
    const held = [...own].flatMap((id) => known.get(id) ?? []);
    met.positives += records * share(held.reduce((sum, of) => sum + of.own, -1));
    // Most queries have one positive: a text that all records share is not gone through for each of them.
    const [only, second] = held;
    const all = second ? new Set(held.flatMap(({ holders }) => holders)).size : (only?.holders.length ?? 1);
    met.all += records * share(all - 1);
  }
  return met;
}

/**
 * Chance that a record's batch holds one of the others: 1 − C(total − 1 − others, size − 1) / C(total − 1, size − 1). It is the
 * same with `others` and `size − 1` exchanged.
 */
function meets(others: number, total: number, size: number): number {
  const [fewer, more] = others < size ? [others, size - 1] : [size - 1, others];
  let none = 1;
  for (let i = 0; i < fewer && none > 0; i++) none *= Math.max(0, total - 1 - more - i) / (total - 1 - i);
  return 1 - none;
}
