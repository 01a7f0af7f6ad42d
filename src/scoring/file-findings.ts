/** What is wrong with the negatives of a whole file, whatever was scored of it: counts of texts alone. */

import type { IdRecords } from './controls';
import { SMALLEST_EFFECT } from './audit';
import { flaggedPairs, otherPositive, sameText, type KnownPositives } from './findings';
import { recordsOfPairs } from './pairs';

/** Counts over all records of a source. */
export interface FileFindings {
  readonly records: number;
  readonly pairs: number;
  /** Pairs whose negative has the text of the record's positive. */
  readonly copies: number;
  /** Pairs whose negative has the text of a positive of its own query: copies, and other positives of the query. */
  readonly own_positives: number;
  /** Records with a negative that is a positive of another query. */
  readonly records_with_other_positive: number;
  /** Pairs of a text that stands as a negative of far too many queries, and how many such texts there are. */
  readonly boilerplate: number;
  readonly boilerplate_texts: number;
}

/** A text is boilerplate above this share of a source's queries, … */
const QUERY_SHARE = 0.01;

/** …from so many queries on, … */
const FEWEST = 10;

/** …and above so many times the mean over the source's distinct negatives, so that a small corpus is none. */
const TIMES_THE_MEAN = 10;

/** Whether so many of a source's negatives put it outside the ranking: the smallest share that counts. */
export function isMany(found: number, negatives: number): boolean {
  return found > 0 && found >= SMALLEST_EFFECT * negatives;
}

export function fileFindings(records: IdRecords, known: KnownPositives): FileFindings {
  const { queries, offsets, negatives } = records;
  const ofOthers = otherPositive(records, known);
  const texts = boilerplateOf(records);
  return {
    records: queries.length,
    pairs: negatives.length,
    copies: countFlags(sameText(records)),
    own_positives: countFlags(
      flaggedPairs(records, (passage, record) => known.isOf(passage, queries[record])),
    ),
    records_with_other_positive: queries.filter((_, record) =>
      ofOthers.subarray(offsets[record], offsets[record + 1]).includes(1),
    ).length,
    boilerplate: texts.reduce((sum, { pairs }) => sum + pairs, 0),
    boilerplate_texts: texts.length,
  };
}

/** How many flags are 1. */
export function countFlags(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}

/** Negatives of far too many queries, the most frequent first, each with the pairs that have it. */
export function boilerplateOf({ queries, offsets, negatives }: Omit<IdRecords, 'positives'>) {
  const pairs = timesOf(negatives);
  const distinct = pairs.reduce((count, times) => count + Number(times > 0), 0);
  const often = (TIMES_THE_MEAN * negatives.length) / Math.max(1, distinct);
  const most = Math.max(QUERY_SHARE * new Set(queries).size, FEWEST - 1, often);
  // Few passages stand in so many pairs: only their queries are counted.
  const queriesOf = new Map<number, Set<number>>();
  pairs.forEach((times, passage) => {
    if (times > most) queriesOf.set(passage, new Set());
  });
  if (queriesOf.size === 0) return [];
  recordsOfPairs(offsets).forEach((record, pair) => queriesOf.get(negatives[pair])?.add(queries[record]));
  return [...queriesOf]
    .flatMap(([passage, of]) => (of.size > most ? [{ passage, pairs: pairs[passage] }] : []))
    .sort((a, b) => b.pairs - a.pairs);
}

/** How often each id stands in a column, by the id. */
export function timesOf(ids: Int32Array): Int32Array {
  const times = new Int32Array(ids.reduce((most, id) => Math.max(most, id), -1) + 1);
  for (const id of ids) times[id]++;
  return times;
}
