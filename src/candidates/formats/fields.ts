/** Reads single fields of an entry, or gives the fault that names them. */

import { Fault, inWords, quoted, type JsonObject } from '../fault';
import { Ref, type GivenEmbeddings } from './format';
import { byNames, queryIdsAmong } from './names';

/** Reads a field that must be a string. */
export function readText(record: JsonObject, key: string): string | Fault {
  if (!Object.hasOwn(record, key)) return missing(key, 'a string');
  const value = record[key];
  if (value === null) return isNull(key, 'a string');
  return typeof value === 'string' ? value : wrongType(key, 'a string', value);
}

/** Checks a value that must be a list. A string is not read as a list of characters. */
export function asList(value: unknown, path: string): readonly unknown[] | Fault {
  if (Array.isArray(value)) return value;
  if (value === null) return isNull(path, 'a list');
  if (typeof value === 'string') {
    const text = quoted(value);
    return new Fault(
      'wrong-type',
      path,
      `\`${path}\` must be a list, found the string ${text}. Write [${text}].`,
    );
  }
  return wrongType(path, 'a list', value);
}

const queryIdFields = byNames(queryIdsAmong);

/** The query's own id under the first of some fields that has one, by default its usual names; else null. */
export function readQueryId(
  record: JsonObject,
  fields: readonly string[] = queryIdFields(record),
): string | null | Fault {
  for (const key of fields) {
    const value = record[key];
    if (value === undefined || value === null || value === '') continue;
    return idOf(value) ?? wrongId(key, value, 'a string or a number');
  }
  return null;
}

/** The id of an entry that cannot be read, where it has one under a usual name; else null. */
export function recordName(value: JsonObject): string | null {
  const id = readQueryId(value);
  return typeof id === 'string' ? id.slice(0, 200) : null;
}

/** Reads a field that must be an id. */
export function readId(record: JsonObject, key: string): string | Fault {
  const expected = 'an id: a string or a number';
  if (!Object.hasOwn(record, key)) return missing(key, expected);
  const value = record[key];
  if (value === null) return isNull(key, expected);
  if (typeof value === 'string' && value.trim() === '') return isNull(key, expected, 'blank');
  return idOf(value) ?? wrongId(key, value);
}

/**
 * An id as text: 8412682 is "8412682". Null where the value is neither a string nor an exact whole number: beyond 2^53
 * different ids become the same number.
 */
export function idOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim();
  return Number.isSafeInteger(value) || typeof value === 'bigint' ? String(value) : null;
}

/** The fault of a value that is no id after {@link idOf}. */
export function wrongId(path: string, found: unknown, expected = 'an id: a string or a number'): Fault {
  if (typeof found !== 'number') return wrongType(path, expected, found);
  const message =
    `\`${path}\` must be an id: a string, or a whole number below 2^53, found about ${found}, ` +
    'which is not held exactly. Write the id as a string.';
  return new Fault('wrong-type', path, message);
}

/** A number, also one written as text in a table's cell; else null. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.trim() === '') return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

/** The embeddings that a record gives, unchecked; null where it has none of the three fields. */
export function readEmbeddings(record: JsonObject): GivenEmbeddings | null {
  const query = record['query_embedding'] ?? null;
  const positive = record['positive_embedding'] ?? null;
  const negatives = record['negative_embeddings'] ?? null;
  return query === null && positive === null && negatives === null ? null : { query, positive, negatives };
}

/** Path of an item of a list, or of the field itself for an index below 0. */
export function at(field: string, index: number): string {
  return index < 0 ? field : `${field}[${index}]`;
}

export function missing(path: string, expected: string): Fault {
  return new Fault('missing-field', path, `\`${path}\` is missing, expected ${expected}. Add the field.`);
}

export function noPositive(path: string): Fault {
  return new Fault(
    'no-positive',
    path,
    `\`${path}\` is an empty list. Expected at least one positive; add it.`,
  );
}

export function wrongType(path: string, expected: string, found: unknown): Fault {
  return new Fault(
    'wrong-type',
    path,
    `\`${path}\` must be ${expected}, found ${inWords(found)}. Correct the field.`,
  );
}

export function isNull(path: string, expected: string, found = 'null'): Fault {
  const message = `\`${path}\` is ${found}, expected ${expected}. Fill it in or leave the record out.`;
  return new Fault('null-field', path, message);
}

/** Reads one part of an entry. */
export type Part<T> = (value: JsonObject) => T | Fault;

/** A field that holds the query's own id, if any. */
export function idIn(field: string | null): Part<string | null> {
  return (value) => readQueryId(value, field === null ? [] : [field]);
}

/** A field that holds the id of a query in the queries file. */
export function queryRef(field: string): Part<Ref> {
  return (value) => {
    const found = readId(value, field);
    return typeof found === 'string' ? new Ref('queries', found) : found;
  };
}
