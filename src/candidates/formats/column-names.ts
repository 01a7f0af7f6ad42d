/** What the name of a column tells of it. Names are as files have them, or in lower case from a table's header. */

import type { JsonObject } from '../records/fault';

/** Names that sentence-transformers' trainers reserve: never a text. */
const RESERVED = new Set(['label', 'labels', 'score', 'scores']);

const ID = /^(id|_id|qid|pid|docid|docno|idx|index)$|[_-]ids?$/i;
const QUERY_IDS = ['query_id', 'query-id', 'qid', 'question_id', 'anchor_id', '_id', 'id'];
const RANK = /^rank$|[_-](scores?|rank)$/i;
const EMBEDDING = /_embeddings?$/i;

/** Names of columns that go along with texts and are none. */
const ABOUT = new Set(['url', 'uri', 'link', 'metadata', 'date', 'timestamp', 'lang', 'language', 'split']);

/** Names that are a text only where too few other columns are. */
const PERHAPS_ABOUT = new Set([
  ...[
    'subset',
    'source',
    'dataset',
    'type',
    'model',
    'system',
    'miner',
    'task',
    'domain',
    'category',
    'title',
  ],
]);

/** Ids of queries or documents; also the nameless index that pandas writes. */
export function isIdName(name: string): boolean {
  return name === '' || ID.test(name);
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
