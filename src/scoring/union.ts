/**
 * The union of two sources (paper, Section "Hybrid sources"): records with the same query and positive, with the
 * negatives of both, each text once.
 */

import type { IdRecords } from './controls';
import { offsetsOf, pairRange } from './pairs';

/** A union, and where its parts came from. */
export interface Union {
  readonly records: IdRecords;
  /** Record of the first source that each record was made of. */
  readonly of: Int32Array;
  /** For each pair: from which source (0 or 1), and its place among that source's pairs. */
  readonly from: Uint8Array;
  readonly pairs: Int32Array;
  /** Records of either source that found no partner. */
  readonly withoutPartner: readonly [number, number];
  /** Negatives that a record had from both, counted once each. */
  readonly shared: number;
}

/**
 * Joins records with the same query and positive, each with one partner: the first free one in record order.
 * The negatives of `a` come first. Records with another positive have other residuals and are no partners.
 */
export function unionOf(a: IdRecords, b: IdRecords): Union {
  const partners = partnersOf(a, b);
  let shared = 0;
  const joinedPairs = partners.map((partner) => {
    const seen = new Set<number>();
    return [a, b].flatMap(({ offsets, negatives }, side) => {
      const { start, end } = pairRange(offsets, partner[side]);
      return Array.from(negatives.subarray(start, end), (negative, k) => ({
        side,
        pair: start + k,
        negative,
      })).filter(({ negative }) => {
        const isShared = side === 1 && seen.has(negative);
        shared += Number(isShared);
        seen.add(negative);
        return !isShared;
      });
    });
  });
  const all = joinedPairs.flat();
  const joined = Int32Array.from(partners, ([record]) => record);
  return {
    records: {
      queries: joined.map((record) => a.queries[record]),
      positives: joined.map((record) => a.positives[record]),
      offsets: offsetsOf(joinedPairs.map(({ length }) => length)),
      negatives: Int32Array.from(all, ({ negative }) => negative),
    },
    of: joined,
    from: Uint8Array.from(all, ({ side }) => side),
    pairs: Int32Array.from(all, ({ pair }) => pair),
    withoutPartner: [a.queries.length - joined.length, b.queries.length - joined.length],
    shared,
  };
}

function partnersOf(a: IdRecords, b: IdRecords): [number, number][] {
  const free = new Map<string, number[]>();
  const key = ({ queries, positives }: IdRecords, record: number) =>
    `${queries[record]} ${positives[record]}`;
  b.queries.forEach((_, record) => {
    const id = key(b, record);
    free.set(id, [...(free.get(id) ?? []), record]);
  });
  const partners: [number, number][] = [];
  a.queries.forEach((_, record) => {
    const partner = free.get(key(a, record))?.shift();
    if (partner !== undefined) partners.push([record, partner]);
  });
  return partners;
}
