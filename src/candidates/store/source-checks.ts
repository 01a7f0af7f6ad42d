/** Counts over all records of a source. */

import { meetingsOf, type Meetings } from '../../scoring/batches';
import { boilerplateOf, KnownPositives, timesOf } from '../../scoring/findings';
import { recordsOfPairs, type PairPlaces } from '../../scoring/pairs';
import { atOnce, type Sliced } from '../../scoring/sliced';
import { EXAMPLE_LENGTH, type CheckExample, type SourcePreflight } from '../outcomes';
import { NONE, foundPairs, type SourceColumns } from './source-columns';
import { BIT, findInTexts, setBit, type TextFindings } from './text-findings';
import type { StoreTexts, Texts } from './texts';

/** How often the most frequent text stands in a source: records for queries and positives, pairs for negatives. */
export interface Repeats {
  readonly query: number;
  readonly positive: number;
  readonly negative: number;
}

export interface SourceChecks {
  /** Records all of whose negatives are known positives: of the record, or of another one with the same query. */
  readonly recordsOfKnownPositives: number;
  /** Records whose query id an earlier record has. */
  readonly duplicateQueryIds: number;
  readonly repeats: Repeats;
  readonly meetings: Meetings;
  readonly preflight: CheckedRecords;
}

/** Ids: records whose query id an earlier one has for another query, or with the same positive; null where none has an id. */
export type CheckedRecords = Omit<SourcePreflight, 'scores'>;

/** What is counted over a source. @param texts of all sources */
export function* checkSource(source: SourceColumns, texts: StoreTexts): Sliced<SourceChecks> {
  const { positives, negatives, offsets, removed, places, queries, queryIds } = source;
  const { bits, boilerplate, counts, sentence } = yield* findIn(source, texts);
  const isKnown = bits.map((set) => Number((set & BIT.positives) !== 0));
  const areKnown = (record: number) => !isKnown.subarray(offsets[record], offsets[record + 1]).includes(0);
  const ids = checkQueryIds(source);

  const beginning = (of: Texts, id: number) => of.text(id, EXAMPLE_LENGTH) as string;
  const exampleOf = (record: number, text: string): CheckExample => ({
    place: places[record] as number,
    query: beginning(texts.queries, queries[record] as number),
    text,
  });
  const pairExample = (pair: number) => {
    if (pair < 0) return null;
    const record = offsets.findIndex((start) => start > pair) - 1;
    return exampleOf(record, beginning(texts.passages, negatives[pair] as number));
  };
  const [wrong] = ids.wrong;
  const wrongId = wrong === undefined ? null : beginning(texts.names, queryIds[wrong] as number);
  const copies = removed.pairs.filter((pair) => pair !== NONE);

  return {
    recordsOfKnownPositives: queries.reduce((count, _, record) => count + Number(areKnown(record)), 0),
    duplicateQueryIds: ids.duplicates,
    repeats: {
      query: mostOf(queries),
      positive: mostOf(positives),
      negative: mostOf(negatives),
    },
    meetings: meetingsOf(source),
    preflight: {
      boilerplate: {
        count: boilerplate.reduce((sum, { pairs }) => sum + pairs, 0),
        example: pairExample(negatives.indexOf(boilerplate[0]?.passage ?? NONE)),
        distinct: boilerplate.length,
        texts: boilerplate.slice(0, SHOWN_TEXTS).map(({ passage, pairs }) => {
          const text = beginning(texts.passages, passage);
          return { as: 'negative', text, evaluation: null, exact: true, count: pairs };
        }),
      },
      ids: queryIds.every((id) => id === NONE)
        ? null
        : {
            count: ids.wrong.length,
            example: wrongId === null ? null : exampleOf(wrong as number, wrongId),
          },
      positives: {
        count: isKnown.reduce((sum, flag) => sum + flag, 0),
        example: pairExample(isKnown.indexOf(1)),
      },
      repeats: {
        count: copies.length,
        example: pairExample(copies.reduce((first, pair) => Math.min(first, pair), copies[0] ?? NONE)),
      },
      texts: counts,
      sentence,
    },
  };
}

/**
 * Records whose query id an earlier record has; and of these (`wrong`) those with another query than the first, or with a
 * positive that the id had before.
 */
function checkQueryIds({ queryIds, queries, positives }: SourceColumns) {
  const first = new Map<number, number>();
  /** Further positives of an id. */
  const further = new Set<string>();
  const wrong: number[] = [];
  let duplicates = 0;
  for (const [record, id] of queryIds.entries()) {
    if (id === NONE) continue;
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, record);
      continue;
    }
    duplicates += 1;
    const key = `${id} ${positives[record]}`;
    const again = positives[record] === positives[before] || further.has(key);
    if (!again) further.add(key);
    if (again || queries[record] !== queries[before]) wrong.push(record);
  }
  return { duplicates, wrong };
}

/** What is found in the pairs of a source. */
interface Found extends TextFindings {
  /** Of each pair bit i for `PAIR_CHECKS[i]`; that of evaluation, which asks other files, is not set. */
  readonly bits: Uint16Array;
  readonly boilerplate: ReturnType<typeof boilerplateOf>;
}

const known = new WeakMap<SourceColumns, Found>();

/** All that is wrong with the pairs of a source. */
export function foundIn(source: SourceColumns, texts: StoreTexts): Found {
  return atOnce(findIn(source, texts));
}

/** Looks for it once, and keeps it for the next who asks. */
function* findIn(source: SourceColumns, texts: StoreTexts): Sliced<Found> {
  const before = known.get(source);
  if (before) return before;
  const bits = new Uint16Array(source.negatives.length);
  for (const pair of source.knownPositives) setBit(bits, pair, BIT.positives);
  const positives = new KnownPositives([source]);
  const boilerplate = boilerplateOf(source);
  const often = new Set(boilerplate.map(({ passage }) => passage));
  for (const [pair, record] of recordsOfPairs(source.offsets).entries()) {
    const passage = source.negatives[pair] as number;
    if (positives.isOf(passage, source.queries[record] as number)) setBit(bits, pair, BIT.positives);
    if (often.has(passage)) setBit(bits, pair, BIT.boilerplate);
  }
  const found = { bits, boilerplate, ...(yield* findInTexts(source, texts, bits)) };
  known.set(source, found);
  return found;
}

/** The pairs of a source that a check finds. */
export function pairsFoundIn(source: SourceColumns, texts: StoreTexts, check: keyof typeof BIT): PairPlaces {
  const { bits } = foundIn(source, texts);
  return foundPairs(source, (pair) => ((bits[pair] as number) & BIT[check]) !== 0);
}

const SHOWN_TEXTS = 5;

/** How often the most frequent text stands in a column. */
function mostOf(ids: Int32Array): number {
  return timesOf(ids).reduce((most, times) => Math.max(most, times), 0);
}
