/** Counts over all records of a source. */

import { meetingsOf, type Meeting } from '../../scoring/batches';
import { boilerplateOf, timesOf } from '../../scoring/file-findings';
import { pairRange, type PairPlaces } from '../../scoring/pairs';
import { EXAMPLE_LENGTH, type CheckExample, type CheckFound, type FoundBoilerplate } from '../outcomes';
import type { FilledColumns } from './source-columns';
import { PASSAGES, QUERIES, type TextTable } from './text-reads';

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
export interface CheckedRecords {
  /** Records whose query id an earlier record has for another query, or with the same positive; null where none has an id. */
  readonly ids: CheckFound | null;
  /** Negatives that are a positive of their record, or of another one with the same query. */
  readonly positives: CheckFound;
  /** Copies of a negative in its record. */
  readonly repeats: CheckFound;
  readonly boilerplate: FoundBoilerplate;
}

/** Beginnings of texts, by their ids. */
export type ReadBeginnings = (
  where: TextTable,
  ids: Int32Array,
  characters: number,
) => Promise<readonly string[]>;

/** Columns of a source that stay as long as the source. */
export type KeptColumns = Omit<FilledColumns, 'places' | 'copies' | 'ids'>;

export async function checkSource(source: FilledColumns, read: ReadBeginnings): Promise<SourceChecks> {
  const { positives, negatives, offsets, ids, copies, places, queries } = source;
  const byQuery = recordsByQuery(queries);
  const times = timesOf(positives);
  const isKnown = knownPairs(source, byQuery);
  const all = (record: number) => !isKnown.subarray(offsets[record], offsets[record + 1]).includes(0);
  const firstKnown = isKnown.indexOf(1);

  const textOf = async (where: TextTable, id: number): Promise<string> =>
    (await read(where, Int32Array.of(id), EXAMPLE_LENGTH))[0] as string;
  const exampleOf = async (record: number, text: string): Promise<CheckExample> => ({
    place: places[record] as number,
    query: await textOf(QUERIES, queries[record] as number),
    text,
  });
  const withPassage = async (record: number, passage: number) =>
    exampleOf(record, await textOf(PASSAGES, passage));

  const boilerplate = async (): Promise<FoundBoilerplate> => {
    const found = boilerplateOf(source);
    const [first] = found;
    const shown = found.slice(0, SHOWN_TEXTS);
    const passages = Int32Array.from(shown, ({ passage }) => passage);
    const texts = await read(PASSAGES, passages, EXAMPLE_LENGTH);
    const record = first ? recordOf(offsets, negatives.indexOf(first.passage)) : -1;
    return {
      count: found.reduce((sum, { pairs }) => sum + pairs, 0),
      example: first ? await withPassage(record, first.passage) : null,
      texts: shown.map(({ pairs }, i) => {
        return { as: 'negative', text: texts[i] as string, evaluation: null, exact: true, count: pairs };
      }),
    };
  };

  const { firstWrong } = ids;
  return {
    recordsOfKnownPositives: queries.reduce((count, _, record) => count + Number(all(record)), 0),
    duplicateQueryIds: ids.duplicates,
    repeats: {
      query: mostOf(byQuery.map(({ length }) => length)),
      positive: mostOf(times),
      negative: mostOf(timesOf(negatives)),
    },
    meetings: meetingsOf(source),
    preflight: {
      boilerplate: await boilerplate(),
      ids:
        ids.given === 0
          ? null
          : {
              count: ids.wrong,
              example: firstWrong && (await exampleOf(firstWrong.record, beginning(firstWrong.queryId))),
            },
      positives: {
        count: isKnown.reduce((sum, flag) => sum + flag, 0),
        example:
          firstKnown < 0
            ? null
            : await withPassage(recordOf(offsets, firstKnown), negatives[firstKnown] as number),
      },
      repeats: {
        count: copies.count,
        example: copies.first && (await withPassage(copies.first.record, copies.first.passage)),
      },
    },
  };
}

/** The negatives of a source that are a positive of their record, or of another one with the same query. */
export function knownPositivesOf(source: KeptColumns): PairPlaces {
  const isKnown = knownPairs(source, recordsByQuery(source.queries));
  return placesOf(source, (pair) => isKnown[pair] === 1);
}

/** The negatives of a source that are one text of far too many queries. */
export function boilerplatePairs(source: KeptColumns): PairPlaces {
  const texts = new Set(boilerplateOf(source).map(({ passage }) => passage));
  return placesOf(source, (pair) => texts.has(source.negatives[pair] as number));
}

/** Texts of an example. */
const SHOWN_TEXTS = 5;

function beginning(text: string): string {
  return [...text].slice(0, EXAMPLE_LENGTH).join('');
}

function placesOf({ id, offsets }: KeptColumns, isFound: (pair: number) => boolean): PairPlaces {
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
  { positives, offsets, negatives, knownPositives }: KeptColumns,
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
