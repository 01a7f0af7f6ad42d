/** Counts over all records of a source. */

import { meetingsOf, type Meeting } from '../../scoring/batches';
import { boilerplateOf, timesOf } from '../../scoring/file-findings';
import type { PairCheck } from '../../scoring/pair-checks';
import { pairRange, type PairPlaces } from '../../scoring/pairs';
import { EXAMPLE_LENGTH, type CheckExample, type CheckFound, type SourcePreflight } from '../outcomes';
import { NONE, type SourceColumns } from './source-columns';
import { BIT, textFindings } from './text-findings';
import type { StoreTexts, Texts } from './texts';

/** How often the most frequent text stands in a source: records for queries and positives, pairs for negatives. */
export interface Repeats {
  readonly query: number;
  readonly positive: number;
  readonly negative: number;
}

/** Counts over all records of a source. */
export interface SourceChecks {
  /** Records all of whose negatives are known positives: of the record, or of another one with the same query. */
  readonly recordsOfKnownPositives: number;
  /** Records whose query id an earlier record has. */
  readonly duplicateQueryIds: number;
  readonly repeats: Repeats;
  readonly meetings: readonly Meeting[];
  readonly preflight: CheckedRecords;
}

/** What the checks before a run find in the records. */
export interface CheckedRecords extends Pick<SourcePreflight, 'boilerplate' | 'texts' | 'sentence'> {
  /** Records whose query id an earlier record has for another query, or with the same positive; null where none has an id. */
  readonly ids: CheckFound | null;
  /** Negatives that are a positive of their record, or of another one with the same query. */
  readonly positives: CheckFound;
  /** Copies of a negative in its record. */
  readonly repeats: CheckFound;
}

/** What is counted over a source. @param texts of all sources */
export function checkSource(source: SourceColumns, texts: StoreTexts): SourceChecks {
  const { positives, negatives, offsets, copies, places, queries } = source;
  const byQuery = recordsByQuery(queries);
  const isKnown = knownPairs(source, byQuery);
  const all = (record: number) => !isKnown.subarray(offsets[record], offsets[record + 1]).includes(0);
  const firstKnown = isKnown.indexOf(1);
  const ids = checkQueryIds(source);

  const beginning = (of: Texts, id: number) => of.text(id, EXAMPLE_LENGTH) as string;
  const exampleOf = (record: number, text: string): CheckExample => ({
    place: places[record] as number,
    query: beginning(texts.queries, queries[record] as number),
    text,
  });
  const withPassage = (record: number, passage: number) =>
    exampleOf(record, beginning(texts.passages, passage));
  const pairExample = (pair: number) =>
    pair < 0 ? null : withPassage(recordOf(offsets, pair), negatives[pair] as number);

  const boilerplate = boilerplateOf(source);
  const { counts, sentence } = textFindings(source, texts);
  return {
    recordsOfKnownPositives: queries.reduce((count, _, record) => count + Number(all(record)), 0),
    duplicateQueryIds: ids.duplicates,
    repeats: {
      query: mostOf(byQuery.map(({ length }) => length)),
      positive: mostOf(timesOf(positives)),
      negative: mostOf(timesOf(negatives)),
    },
    meetings: meetingsOf(source),
    preflight: {
      boilerplate: {
        count: boilerplate.reduce((sum, { pairs }) => sum + pairs, 0),
        example: pairExample(boilerplate[0] === undefined ? -1 : negatives.indexOf(boilerplate[0].passage)),
        texts: boilerplate.slice(0, SHOWN_TEXTS).map(({ passage, pairs }) => {
          const text = beginning(texts.passages, passage);
          return { as: 'negative', text, evaluation: null, exact: true, count: pairs };
        }),
      },
      ids:
        ids.given === 0
          ? null
          : {
              count: ids.wrong.length,
              example:
                ids.wrong[0] === undefined
                  ? null
                  : exampleOf(ids.wrong[0], beginning(texts.names, source.queryIds[ids.wrong[0]] as number)),
            },
      positives: {
        count: isKnown.reduce((sum, flag) => sum + flag, 0),
        example: pairExample(firstKnown),
      },
      repeats: { count: copies.records.length, example: copyExample(source, withPassage) },
      texts: counts,
      sentence,
    },
  };
}

/** The first negative that has a further copy. */
function copyExample(
  { copies: { records, positions }, offsets, negatives }: SourceColumns,
  withPassage: (record: number, passage: number) => CheckExample,
): CheckExample | null {
  const [record] = records;
  if (record === undefined) return null;
  const position = Math.min(...positions.filter((_, copy) => records[copy] === record));
  return withPassage(record, negatives[(offsets[record] as number) + position] as number);
}

/** Query ids that earlier records have too. */
interface QueryIdsFound {
  /** Records with an id. */
  readonly given: number;
  /** Records whose id an earlier record has. */
  readonly duplicates: number;
  /** Of these, records with another query than the first, or with a positive that the id had before. */
  readonly wrong: readonly number[];
}

function checkQueryIds({ queryIds, queries, positives }: SourceColumns): QueryIdsFound {
  const first = new Map<number, number>();
  /** Further positives of an id. */
  const further = new Set<string>();
  const wrong: number[] = [];
  let [given, duplicates] = [0, 0];
  for (const [record, id] of queryIds.entries()) {
    if (id === NONE) continue;
    given += 1;
    const known = first.get(id);
    if (known === undefined) {
      first.set(id, record);
      continue;
    }
    duplicates += 1;
    const key = `${id} ${positives[record]}`;
    const again = positives[record] === positives[known] || further.has(key);
    if (!again) further.add(key);
    if (again || queries[record] !== queries[known]) wrong.push(record);
  }
  return { given, duplicates, wrong };
}

/** The pairs of a source that a check finds, but that of evaluation, which asks other files. */
export function pairsFoundIn(
  source: SourceColumns,
  texts: StoreTexts,
  check: Exclude<PairCheck, 'evaluation'>,
): PairPlaces {
  if (check === 'positives') {
    const isKnown = knownPairs(source, recordsByQuery(source.queries));
    return placesOf(source, (pair) => isKnown[pair] === 1);
  }
  if (check === 'boilerplate') {
    const often = new Set(boilerplateOf(source).map(({ passage }) => passage));
    return placesOf(source, (pair) => often.has(source.negatives[pair] as number));
  }
  const { bits } = textFindings(source, texts);
  return placesOf(source, (pair) => ((bits[pair] as number) & BIT[check]) !== 0);
}

/** Texts of an example. */
const SHOWN_TEXTS = 5;

function placesOf({ id, offsets }: SourceColumns, isFound: (pair: number) => boolean): PairPlaces {
  const records: number[] = [];
  const positions: number[] = [];
  for (let record = 0; record + 1 < offsets.length; record += 1) {
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair += 1) {
      if (!isFound(pair)) continue;
      records.push(record);
      positions.push(pair - start);
    }
  }
  return { source: id, records: Int32Array.from(records), positions: Int32Array.from(positions) };
}

function recordOf(offsets: Int32Array, pair: number): number {
  return offsets.findIndex((start) => start > pair) - 1;
}

/** The records of each query, in file order. */
function recordsByQuery(queries: Int32Array): readonly Int32Array[] {
  const ends = timesOf(queries);
  let end = 0;
  ends.forEach((times, query) => (ends[query] = end += times));
  const records = new Int32Array(queries.length);
  const filled = ends.slice();
  for (let record = queries.length - 1; record >= 0; record -= 1) {
    const query = queries[record] as number;
    filled[query] = (filled[query] as number) - 1;
    records[filled[query] as number] = record;
  }
  const groups: Int32Array[] = [];
  ends.forEach((stop, query) => {
    const start = filled[query] as number;
    if (stop > start) groups.push(records.subarray(start, stop));
  });
  return groups;
}

/** 1 for each pair whose negative is a positive of its record, or of another one with the same query. */
function knownPairs(
  { positives, offsets, negatives, knownPositives }: SourceColumns,
  byQuery: readonly Int32Array[],
): Uint8Array {
  const isKnown = new Uint8Array(negatives.length);
  for (const pair of knownPositives) isKnown[pair] = 1;
  for (const records of byQuery) {
    const own = new Set<number>();
    for (const record of records) own.add(positives[record] as number);
    for (const record of records) {
      const { start, end } = pairRange(offsets, record);
      for (let pair = start; pair < end; pair += 1) if (own.has(negatives[pair] as number)) isKnown[pair] = 1;
    }
  }
  return isKnown;
}

function mostOf(counts: Iterable<number>): number {
  let most = 0;
  for (const count of counts) most = Math.max(most, count);
  return most;
}
