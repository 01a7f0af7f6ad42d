/**
 * How entries of all formats are read: query, positives, negatives, query id, embeddings. The first part at fault is named.
 * A format says what its parts are; the functions below make them.
 */

import { Fault, isObject, type JsonObject } from '../fault';
import {
  asList,
  idOf,
  isNull,
  missing,
  noPositive,
  numberOf,
  readEmbeddings,
  readId,
  readList,
  readQueryId,
  readText,
  wrongId,
} from './fields';
import { Ref, type Draft, type NegativeList, type Path, type Text } from './format';
import { isExcluded } from './scores';
import type { ItemReader } from './passages';

type Part<T> = (value: JsonObject) => T | Fault;

export interface Parts {
  readonly query: Part<Text>;
  readonly positives: Part<readonly Text[]>;
  readonly negatives: Part<readonly NegativeList[]>;
  /** Grades of the positives, in their order; by default none. */
  readonly grades?: (value: JsonObject) => readonly number[];
  /** By default the query's id under its usual names. */
  readonly queryId?: Part<string | null>;
  /** By default none. */
  readonly scores?: (value: JsonObject) => Draft['scores'];
  /** The score of the first positive, then of each negative of all lists; by default none. */
  readonly given?: (value: JsonObject) => readonly unknown[];
  /** By default embeddings under their usual names. */
  readonly embeddings?: (value: JsonObject) => Draft['embeddings'];
  /** Of hits with texts: their ids. */
  readonly hitIds?: (value: JsonObject) => readonly string[];
  readonly fields: Draft['fields'];
}

/** Reads one entry. */
export function readDraft(value: JsonObject, parts: Parts): Draft | Fault {
  const query = parts.query(value);
  if (query instanceof Fault) return query;
  const positives = parts.positives(value);
  if (positives instanceof Fault) return positives;
  const all = parts.negatives(value);
  if (all instanceof Fault) return all;
  const lists = all.map((list) => withoutExcluded(value, list));
  const queryId = parts.queryId === undefined ? readQueryId(value) : parts.queryId(value);
  if (queryId instanceof Fault) return queryId;
  return {
    queryId,
    query,
    positives,
    grades: parts.grades?.(value),
    lists,
    embeddings: (parts.embeddings ?? readEmbeddings)(value),
    scores: parts.scores?.(value) ?? null,
    given: givenScores(parts.given?.(value) ?? [], lists),
    fields: parts.fields,
    ...(parts.hitIds === undefined ? {} : { hitIds: parts.hitIds(value) }),
  };
}

/** Scores as numbers; none where there is not one for each text. */
function givenScores(scores: readonly unknown[], lists: readonly NegativeList[]): Draft['given'] {
  const texts = lists.reduce((sum, list) => sum + list.texts.length, 0);
  if (scores.length === 0 || scores.length !== texts + 1) return undefined;
  return scores.map((score) => (typeof score === 'string' ? NaN : (numberOf(score) ?? NaN)));
}

/** Fields with the scores of negatives, by the names that miners give them. */
const SCORES_BESIDE = ['scores', 'score', 'negative_scores', 'neg_scores'];

/** A list of negatives with null for each whose score is minus infinity: its miner has excluded it. */
function withoutExcluded(value: JsonObject, list: NegativeList): NegativeList {
  const { where, texts } = list;
  if (where.kind !== 'list') {
    const goes = texts.length === 1 && SCORES_BESIDE.some((name) => isExcluded(value[name]));
    return goes ? { ...list, texts: [null], excluded: 1 } : list;
  }
  const [field, ...deeper] = where.path;
  const items = field === undefined || deeper.length > 0 ? null : value[field];
  if (!Array.isArray(items)) return list;
  const beside = [
    ...where.beside.map(([name]) => value[name as string]),
    ...SCORES_BESIDE.map((name) => value[name]),
  ];
  const scores = beside.find(
    (each): each is unknown[] => Array.isArray(each) && each.length === items.length && each.some(isExcluded),
  );
  const isOut = (at: number): boolean => {
    const item: unknown = items[at];
    return isExcluded(scores?.[at]) || (isObject(item) && isExcluded(item['score']));
  };
  const out = where.indices.filter(isOut).length;
  if (out === 0) return list;
  return {
    ...list,
    texts: texts.map((text, index) => (isOut(where.indices[index] as number) ? null : text)),
    excluded: out,
  };
}

/** A field that holds a text, or a number that may be the id of a query (`ids-for-texts.ts` decides). */
export function textOrId(field: string): Part<Text> {
  return (value) => {
    const query = value[field];
    if (typeof query === 'string') return query;
    if (typeof query !== 'number' && typeof query !== 'bigint') return readText(value, field);
    const id = idOf(query);
    return id === null ? wrongId(field, query) : new Ref('queries', id);
  };
}

/** A field that holds a text. */
export function text(field: string): Part<string> {
  return (value) => readText(value, field);
}

/** A field that holds an id. */
export function id(field: string): Part<string> {
  return (value) => readId(value, field);
}

/** A field that holds the query's own id or is missing, null or blank. */
export function optionalId(field: string | null): Part<string | null> {
  return (value) => {
    const found = field === null || !Object.hasOwn(value, field) ? null : value[field];
    if (found === null || found === '') return null;
    return idOf(found) ?? wrongId(field ?? '', found, 'a string or a number');
  };
}

/** A field that holds the id of a query in the queries file. */
export function queryRef(field: string): Part<Ref> {
  return (value) => {
    const found = readId(value, field);
    return found instanceof Fault ? found : new Ref('queries', found);
  };
}

/** For entries that give no positives: other rows or the judgements have them. */
export const noPositives = (): readonly Text[] => [];

/** For entries that give no embeddings. */
export const noEmbeddings = (): null => null;

/** A field that holds the one positive. */
export function onePositive(field: string, item: ItemReader, expected = 'a string'): Part<readonly Text[]> {
  return (value) =>
    Object.hasOwn(value, field)
      ? positivesOf([value[field]], field, item, { isList: false, first: field, expected })
      : missing(field, expected);
}

/** A field that holds a list of positives. */
export function positivesIn(field: string, item: ItemReader, first = `${field}[0]`): Part<readonly Text[]> {
  return (value) => {
    const list = readList(value, field);
    return list instanceof Fault ? list : positivesOf(list, field, item, { first });
  };
}

/**
 * At least one positive. Further ones that are null count as blank.
 * @param isList false where the field holds the passage itself
 * @param first name of the first positive in messages
 */
export function positivesOf(
  list: readonly unknown[],
  field: string,
  item: ItemReader,
  { isList = true, first = `${field}[0]`, expected = 'a string' },
): readonly Text[] | Fault {
  if (list.length === 0) return noPositive(field);
  const positives: Text[] = [];
  for (const [index, each] of list.entries()) {
    const positive = item(each, field, isList ? index : -1);
    if (positive instanceof Fault) return positive;
    if (positive === null && index === 0) return isNull(first, expected);
    positives.push(positive ?? '');
  }
  return positives;
}

/**
 * A field that holds the one list of negatives.
 * @param beside fields that may hold a list with one item for each negative
 */
export function negativesIn(
  field: string,
  item: ItemReader,
  beside: readonly string[] = ['negative_embeddings'],
): Part<readonly NegativeList[]> {
  const path = [field];
  return (value) => {
    const list = readList(value, field);
    if (list instanceof Fault) return list;
    const read = negativeList(list, 0, item, field, { key: null, path, beside: listsAmong(value, beside) });
    return read instanceof Fault ? read : [read];
  };
}

/** Fields that each hold a list of negatives or are missing or null. The field's name is the list's key. */
export function negativeFields(fields: readonly string[], item: ItemReader): Part<readonly NegativeList[]> {
  const paths = fields.map((field) => [field]);
  return (value) => {
    const lists: NegativeList[] = [];
    for (const [i, field] of fields.entries()) {
      if ((value[field] ?? null) === null) continue;
      const list = asList(value[field], field);
      if (list instanceof Fault) return list;
      const where = { key: field, path: paths[i] as Path, beside: [] };
      const read = negativeList(list, 0, item, field, where);
      if (read instanceof Fault) return read;
      lists.push(read);
    }
    if (lists.length === 0) return missing(fields.join('` or `'), 'a list');
    return withoutEmpty(lists);
  };
}

/** Drops empty lists, but keeps one: a source has no record where its list is empty. */
export function withoutEmpty(lists: readonly NegativeList[]): readonly NegativeList[] {
  const full = lists.filter(({ texts }) => texts.length > 0);
  return full.length > 0 ? full : lists.slice(0, 1);
}

/** What a list is called and where it stands. */
export interface ListPlace {
  readonly key: string | null;
  readonly path: Path;
  readonly beside: readonly Path[];
}

/** Reads the items of a list from one index on. `field` is the list's name in messages. */
export function negativeList(
  list: readonly unknown[],
  from: number,
  item: ItemReader,
  field: string,
  { key, path, beside }: ListPlace,
): NegativeList | Fault {
  const texts: (Text | null)[] = [];
  for (let index = from; index < list.length; index += 1) {
    const negative = item(list[index], field, index);
    if (negative instanceof Fault) return negative;
    texts.push(negative);
  }
  const indices = ascending(from, texts.length);
  return { key, texts, where: { kind: 'list', path, indices, beside }, ranks: null };
}

const NONE: readonly Path[] = [];

/** Paths of the fields that hold a list. */
export function listsAmong(value: JsonObject, fields: readonly string[]): readonly Path[] {
  let found: Path[] | null = null;
  for (const field of fields) if (Array.isArray(value[field])) (found ??= []).push([field]);
  return found ?? NONE;
}

/** `count` whole numbers from `from` on. Short runs from 0, 1 and 2 are made once and shared. */
export function ascending(from: number, count: number): readonly number[] {
  const shared = SHARED[from]?.[count];
  return shared ?? Array.from({ length: count }, (_, index) => from + index);
}

const SHARED_LENGTH = 129;
const SHARED = [0, 1, 2].map((from) =>
  Array.from({ length: SHARED_LENGTH }, (_, count) => Array.from({ length: count }, (__, i) => from + i)),
);
