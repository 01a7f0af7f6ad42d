/** Counts over all records of a source. */

import { meetingsOf, type Meeting } from '../../scoring/batches';
import { boilerplateOf, timesOf } from '../../scoring/file-findings';
import { pairRange, type PairPlaces } from '../../scoring/pairs';
import { EXAMPLE_LENGTH, type CheckExample, type CheckFound, type SourcePreflight } from '../outcomes';
import { NONE, foundPairs, type SourceColumns } from './source-columns';
import { BIT, findInTexts, setBit, type TextFindings } from './text-findings';
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
  const { bits, boilerplate, counts, sentence } = foundIn(source, texts);
  const isKnown = bits.map((set) => Number((set & BIT.positives) !== 0));
  const all = (record: number) => !isKnown.subarray(offsets[record], offsets[record + 1]).includes(0);
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

  return {
    recordsOfKnownPositives: queries.reduce((count, _, record) => count + Number(all(record)), 0),
    duplicateQueryIds: ids.duplicates,
    repeats: {
      query: mostOf(timesOf(queries)),
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
        example: pairExample(isKnown.indexOf(1)),
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

/** What is found in the pairs of a source. */
interface Found extends TextFindings {
  /** Of each pair bit i for `PAIR_CHECKS[i]`; that of evaluation, which asks other files, is not set. */
  readonly bits: Uint16Array;
  readonly boilerplate: ReturnType<typeof boilerplateOf>;
}

const known = new WeakMap<SourceColumns, Found>();

/** Looks for all that is wrong with the pairs of a source. Kept for the next who asks. */
export function foundIn(source: SourceColumns, texts: StoreTexts): Found {
  const before = known.get(source);
  if (before) return before;
  const bits = new Uint16Array(source.negatives.length);
  markKnown(source, bits);
  const boilerplate = boilerplateOf(source);
  const often = new Set(boilerplate.map(({ passage }) => passage));
  for (const [pair, passage] of source.negatives.entries())
    if (often.has(passage)) setBit(bits, pair, BIT.boilerplate);
  const found = { bits, boilerplate, ...findInTexts(source, texts, bits) };
  known.set(source, found);
  return found;
}

/** The pairs of a source that a check finds. */
export function pairsFoundIn(source: SourceColumns, texts: StoreTexts, check: keyof typeof BIT): PairPlaces {
  const { bits } = foundIn(source, texts);
  return foundPairs(source, (pair) => ((bits[pair] as number) & BIT[check]) !== 0);
}

/** Texts of an example. */
const SHOWN_TEXTS = 5;

function recordOf(offsets: Int32Array, pair: number): number {
  return offsets.findIndex((start) => start > pair) - 1;
}

/** Marks each pair whose negative is a positive of its record, or of another one with the same query. */
function markKnown(
  { queries, positives, offsets, negatives, knownPositives }: SourceColumns,
  bits: Uint16Array,
): void {
  for (const pair of knownPositives) setBit(bits, pair, BIT.positives);
  const ofQuery = new Map<number, Set<number>>();
  for (const [record, query] of queries.entries())
    ofQuery.set(query, (ofQuery.get(query) ?? new Set()).add(positives[record] as number));
  for (const [record, query] of queries.entries()) {
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair += 1)
      if (ofQuery.get(query)?.has(negatives[pair] as number)) setBit(bits, pair, BIT.positives);
  }
}

function mostOf(counts: Iterable<number>): number {
  let most = 0;
  for (const count of counts) most = Math.max(most, count);
  return most;
}
