/**
 * What stands where in a file, read by other means than the program's: `JSON.parse`, PapaParse over the whole file, a
 * split at blanks. Knows no format: of an entry it gives all texts that a record made of it may have.
 */

import { gunzipSync } from 'node:zlib';

import Papa from 'papaparse';

import type { Container } from '../../src/candidates/reading';
import type { Subject } from './types';

/** Texts by id, of all companions, and documents that are judged, by query. */
export interface PlainCompanions {
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
  readonly judged: ReadonlyMap<string, readonly string[]>;
}

/** The entries of a file; null where this reader does not know what stands there. */
export interface PlainReading {
  /** @param place 1-based, as messages have it */
  at(place: number): unknown;
  readonly all: readonly unknown[];
}

/** A text as records have it: trimmed, well-formed. */
export const asRecordText = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd').trim();

/** Bytes that are not UTF-8 become U+FFFD: what stands beside them is still compared. */
const lenient = new TextDecoder();

/** The content of a file as text; null where it is none. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return lenient.decode(packed ? gunzipSync(bytes) : bytes);
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Entries by place, from a list whose first item has place 1. */
const placed = (all: readonly unknown[]): PlainReading => ({ all, at: (place) => all[place - 1] });

/** How a table is cut. */
export interface PlainTable {
  readonly delimiter: string;
  readonly hasHeader: boolean;
}

/** Reads a file; null where it cannot be read as a whole. @param table null for what is no CSV or TSV */
export function plainReading(
  bytes: Uint8Array,
  container: Container,
  table: PlainTable | null,
): PlainReading | null {
  const text = textOf(bytes);
  if (text === null) return null;
  switch (container) {
    case 'JSONL':
      return placed(text.split('\n').map(parsed));
    case 'columns':
      return placed(text.split('\n').map((line) => line.trim().split(/\s+/)));
    case 'JSON array':
      return elements(parsed(text));
    case 'JSON object':
      return elements((parsed(text) as { data?: unknown } | undefined)?.data);
    case 'CSV':
    case 'TSV':
      return table === null ? null : tableReading(text, table);
    case 'Parquet':
      return null;
  }
}

const elements = (list: unknown): PlainReading | null => (Array.isArray(list) ? placed(list) : null);

function tableReading(text: string, { delimiter, hasHeader }: PlainTable): PlainReading | null {
  const quoted = Papa.parse<string[]>(text, { delimiter, newline: '\n', skipEmptyLines: 'greedy' });
  // Tabs are often written without quoting: there each line is a row.
  const unquoted = delimiter === '\t' && !text.includes('"');
  if (quoted.errors.length > 0 && !unquoted) return null;
  const cells = quoted.data.map((row) => row.map((cell) => cell.replace(/\r$/, '').replaceAll('\r\n', '\n')));
  return placed(hasHeader ? cells.slice(1) : cells);
}

/** No format has its texts deeper than this. */
const DEEPEST = 20;

/** All that a record made of an entry may have for a text: its strings, its strings in twos (titles), texts of its ids. */
export function textsOf(entry: unknown, companions: PlainCompanions): Set<string> {
  const found = new Set<string>();
  const add = (text: string): void => void found.add(asRecordText(text));
  const visit = (value: unknown, depth = 0): void => {
    if (depth > DEEPEST) return;
    if (value instanceof Uint8Array) add(lenient.decode(value));
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
      const id = String(value).trim();
      if (typeof value !== 'number') add(id);
      companions.texts.get(id)?.forEach(add);
      for (const document of companions.judged.get(id) ?? []) companions.texts.get(document)?.forEach(add);
    } else if (Array.isArray(value)) {
      pairsOf(value);
      const contents = value.map((item) => (item as { content?: unknown } | null)?.content);
      if (contents.length > 1 && contents.every((content) => typeof content === 'string'))
        add(contents.join('\n'));
      value.forEach((item) => visit(item, depth + 1));
    } else if (typeof value === 'object' && value !== null) {
      pairsOf(Object.values(value));
      // A table of lists by key, as neg of msmarco-hard-negatives; keys are no texts.
      Object.values(value).forEach((item) => visit(item, depth + 1));
    }
  };
  const pairsOf = (items: readonly unknown[]): void => {
    const texts = items.filter((item) => typeof item === 'string').slice(0, 40);
    for (const title of texts) for (const text of texts) add(`${title} ${text}`);
  };
  visit(entry);
  return found;
}

const ID_KEYS = [
  '_id',
  'docid',
  'doc_id',
  'document_id',
  'pid',
  'passage_id',
  'corpus_id',
  'corpus-id',
  'query_id',
  'query-id',
  'qid',
  'question_id',
  'id',
];

/** All ids of a subject's companions with all texts that stand beside them, whatever is what. */
export function plainCompanions({ companions }: Subject): PlainCompanions {
  const texts = new Map<string, Set<string>>();
  const judged = new Map<string, string[]>();
  const nothing: PlainCompanions = { texts: new Map(), judged: new Map() };
  for (const { path, bytes } of companions) {
    const text = textOf(bytes) ?? '';
    const isJson = text.trimStart().startsWith('{');
    const entries = isJson
      ? text.split('\n').map(parsed)
      : text.split('\n').map((line) => line.trim().split(line.includes('\t') ? '\t' : /\s+/));
    for (const entry of entries) {
      const cells = Object.entries((entry ?? {}) as Record<string, unknown>);
      const id = isJson ? cells.find(([key]) => ID_KEYS.includes(key))?.[1] : cells[0]?.[1];
      if (typeof id !== 'string' && typeof id !== 'number') continue;
      if (/qrels/.test(path)) {
        const documents = cells.map(([, value]) => String(value));
        judged.set(String(id), [...(judged.get(String(id)) ?? []), ...documents]);
      } else {
        const own = texts.get(String(id)) ?? new Set();
        for (const each of textsOf(entry, nothing)) own.add(each);
        texts.set(String(id), own);
      }
    }
  }
  return { texts, judged };
}
