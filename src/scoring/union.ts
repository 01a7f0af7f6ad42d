/**
 * The union of two sources (paper, Section "Hybrid sources"): records with the same query and positive, with the
 * negatives of both, each text once.
 */

import { negativesOf, type IdRecords } from './controls';
import { offsetsOf } from './pairs';

/**
 * Joins records with the same query and positive, each with one partner: the first free one in record order.
 * The negatives of `a` come first. Records with another positive have other residuals and are no partners.
 * @returns the records, the record of each source that each was made of, and how many negatives records had from both
 */
export function unionOf(a: IdRecords, b: IdRecords) {
  const key = ({ queries, positives }: IdRecords, record: number) =>
    `${queries[record]} ${positives[record]}`;
  const free = new Map<string, number[]>();
  b.queries.forEach((_, record) => {
    const same = free.get(key(b, record)) ?? [];
    same.push(record);
    free.set(key(b, record), same);
  });
  const partners = [...a.queries.keys()].flatMap((record) => {
    const partner = free.get(key(a, record))?.shift();
    return partner === undefined ? [] : [[record, partner] as const];
  });
  let shared = 0;
  const negatives = partners.map(([one, other]) => {
    const [first, second] = [negativesOf(a, one), negativesOf(b, other)];
    const both = [...new Set([...first, ...second])];
    shared += first.length + second.length - both.length;
    return both;
  });
  const joined = Int32Array.from(partners, ([record]) => record);
  return {
    records: {
      queries: joined.map((record) => a.queries[record]),
      positives: joined.map((record) => a.positives[record]),
      offsets: offsetsOf(negatives.map(({ length }) => length)),
      negatives: Int32Array.from(negatives.flat()),
    },
    partners,
    shared,
  };
}
