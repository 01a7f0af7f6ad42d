/** Columns and fields: what their names tell, and what they hold, as the first entries of a file show it. */

import type { JsonObject } from '../fault';

/** Names that sentence-transformers' trainers reserve: never a text. */
const RESERVED = new Set(['label', 'labels', 'score', 'scores']);

const ID_NAME = /^(id|_id|qid|pid|docid|docno|idx|index)$|[_-]ids?$/i;
/** What trainers call the query. */
export const QUERY_NAMES = ['query', 'anchor', 'question'];
const QUERY_IDS = ['query_id', 'query-id', 'qid', 'question_id', 'anchor_id', '_id', 'id'];
const RANK = /^rank$|[_-](scores?|rank)$/i;
const EMBEDDING = /_embeddings?$/i;

/** Names of columns that go along with texts and are none. */
const ABOUT = new Set(['url', 'uri', 'link', 'metadata', 'date', 'timestamp', 'lang', 'language', 'split']);

/** Names that are a text only where too few other columns are. */
const PERHAPS_ABOUT = new Set(
  'subset source dataset type model system miner task domain category title'.split(' '),
);

/** Ids of queries or documents; also the nameless index that pandas writes. */
export function isIdName(name: string): boolean {
  return name === '' || ID_NAME.test(name);
}

export function isScoreName(name: string): boolean {
  return RESERVED.has(name) || RANK.test(name);
}

export function isEmbeddingName(name: string): boolean {
  return EMBEDDING.test(name);
}

/** Whether a column under this name may hold a text: `no`, or `perhaps` where the name says something else. */
export function mayBeText(name: string): 'yes' | 'perhaps' | 'no' {
  if (isIdName(name) || isScoreName(name) || isEmbeddingName(name) || ABOUT.has(name)) return 'no';
  return PERHAPS_ABOUT.has(name) ? 'perhaps' : 'yes';
}

/** Whether a column under this name says where an entry comes from, if it stands where a negative would. */
export function isAboutName(name: string): boolean {
  return PERHAPS_ABOUT.has(name) && name !== 'title';
}

/** The column that names the query; null where there is none. */
export function queryIdName(names: readonly string[]): string | null {
  return QUERY_IDS.find((name) => names.includes(name)) ?? null;
}

/** The first of `wanted` that is among the names; null where none is. */
export function nameAmong(names: readonly string[], wanted: readonly string[]): string | null {
  return wanted.find((name) => names.includes(name)) ?? null;
}

/**
 * Makes something of the names of an entry's fields, once for each run of entries with the same names. What is made
 * must follow from the names alone.
 */
export function byNames<T>(make: (names: readonly string[]) => T): (value: JsonObject) => T {
  let last: { names: readonly string[]; made: T } | null = null;
  return (value) => {
    const names = Object.keys(value);
    if (last === null || !same(names, last.names)) last = { names, made: make(names) };
    return last.made;
  };
}

function same(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * `number`: numbers, or texts that are nearly all numbers. `packed`: texts that are lists, as some tools write them to CSV.
 * `blank`: nothing but blank or null in all entries.
 */
export type ColumnKind = 'text' | 'number' | 'packed' | 'list' | 'blank' | 'other';

const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;
const PACKED = /^\s*\[\s*("[^]*"|'[^]*')?\s*\]\s*$/;
const ID = /^\S{1,200}$/;
const HAS_DIGIT = /\d/;

/** Share of a file's first entries that must be of one kind. */
const MOST = 0.9;

export function kindOf(name: string, samples: readonly JsonObject[]): ColumnKind {
  const counts = { text: 0, number: 0, packed: 0, list: 0, blank: 0, other: 0 };
  for (const sample of samples) counts[valueKind(sample[name])] += 1;
  const filled = samples.length - counts.blank;
  if (filled === 0) return 'blank';
  if (counts.number >= MOST * filled) return 'number';
  if (counts.packed >= MOST * filled) return 'packed';
  if (counts.list > filled / 2) return 'list';
  return counts.text + counts.number + counts.packed > filled / 2 ? 'text' : 'other';
}

/** Whether a condition holds for nearly all entries: a few may be damaged. */
export function mostly(samples: readonly JsonObject[], holds: (sample: JsonObject) => boolean): boolean {
  return samples.length > 0 && samples.filter(holds).length >= MOST * samples.length;
}

function valueKind(value: unknown): ColumnKind {
  if (value === null || value === undefined) return 'blank';
  if (typeof value === 'string') {
    if (value.trim() === '') return 'blank';
    if (NUMBER.test(value)) return 'number';
    return PACKED.test(value) ? 'packed' : 'text';
  }
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  return isListOfTexts(value) ? 'list' : 'other';
}

/** A list of strings and nulls, or of ids in their place. */
export function isListOfTexts(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    value.every((item) => item === null || typeof item === 'string' || isWholeNumber(item))
  );
}

/** Whether a value may be an id: short, without white space. */
export function isIdLike(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  return typeof value === 'bigint' || (typeof value === 'string' && ID.test(value));
}

/** Whether a column holds something like an id in nearly all entries, with a digit in it, as ids of data sets have. */
export function isIdColumn(name: string, samples: readonly JsonObject[]): boolean {
  return mostly(samples, (sample) => isNumberedId(sample[name]));
}

function isNumberedId(value: unknown): boolean {
  return isIdLike(value) && (typeof value !== 'string' || (value.length <= 64 && HAS_DIGIT.test(value)));
}

/** Whether a column holds whole numbers in nearly all entries. */
export function holdsWholeNumbers(name: string, samples: readonly JsonObject[]): boolean {
  return mostly(samples, (sample) => isWholeNumber(sample[name]));
}

/** Whether hardly two entries have the same value in a column. */
export function isDistinct(name: string, samples: readonly JsonObject[]): boolean {
  return new Set(samples.map((sample) => scalarText(sample[name]))).size >= MOST * samples.length;
}

/** Fewest filled entries of a column from which repeated values can be told. */
const FEWEST_REPEATED = 5;
/** Longest value, in characters, that names something: rows of the same passage may stand together, too. */
const LONGEST_REPEATED = 40;

/** Whether a column holds a few short values over and over, such as the name of a data set: fewer than half are distinct. */
export function isRepeated(name: string, samples: readonly JsonObject[]): boolean {
  const values = samples.map((sample) => sample[name]).filter((value) => valueKind(value) !== 'blank');
  // Lists are no labels, and may be nested too deep to be written out.
  if (values.some((value) => typeof value === 'object')) return false;
  const distinct = new Set(values.map(String));
  if (values.length < FEWEST_REPEATED || distinct.size >= values.length / 2) return false;
  return [...distinct].every((value) => value.length <= LONGEST_REPEATED);
}

export function isWholeNumber(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'number'
    ? Number.isInteger(value)
    : typeof value === 'string' && /^-?\d+$/.test(value);
}

/** A number, or a text that is one. */
export function isNumber(value: unknown): boolean {
  return valueKind(value) === 'number';
}

/** A plain value as text; lists and objects, which may be nested without end, are none. */
export function scalarText(value: unknown): string {
  return typeof value === 'object' || value === undefined ? '' : String(value);
}
