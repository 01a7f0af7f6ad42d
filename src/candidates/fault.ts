/** What is wrong with one entry of a file. */

import type { Reject, RejectCode } from './candidate-record';
import { shownName } from './names';

/** A record parsed from JSON, or a table row by column name. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields: no list, and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The record without inherited fields: a field named `constructor` is found only if the file has one.
 */
export function withOwnFields(record: JsonObject): JsonObject {
  return Object.setPrototypeOf(record, null) as JsonObject;
}

/** What is wrong with one record; with file and place it becomes a {@link Reject}. */
export class Fault {
  constructor(
    readonly code: RejectCode,
    /** Path of the field at fault, such as `neg[3]`; null where the whole line, element or row is. */
    readonly field: string | null,
    /** A whole sentence or two: what was expected, what was found, what to do. */
    readonly message: string,
  ) {}
}

const EXCERPT_CHARACTERS = 200;

/** The first 200 characters of a line, element or row; a surrogate pair is never cut in two. */
export function excerptOf(text: string): Reject['excerpt'] {
  if (text.length <= EXCERPT_CHARACTERS) return text;
  const last = text.charCodeAt(EXCERPT_CHARACTERS - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? EXCERPT_CHARACTERS - 1 : EXCERPT_CHARACTERS);
}

/** The reject of an entry at fault. `record`: the query's own id, if it could be read. */
export function rejectOf(
  where: Pick<Reject, 'file' | 'placeKind' | 'place' | 'record'>,
  { code, field, message }: Fault,
  text: string,
): Reject {
  const { file, placeKind, place, record } = where;
  return { file, placeKind, place, record, code, field, message, excerpt: excerptOf(text) };
}

/** A value in words, for messages: "the string “text”", "a list", "null" … */
export function inWords(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return `the string ${quoted(value)}`;
    case 'number':
    case 'bigint':
      return `the number ${value}`;
    case 'boolean':
      return `${value}`;
    default:
      return 'an object';
  }
}

/** A text as a JSON string, cut to 40 characters. */
export function quoted(text: string): string {
  return JSON.stringify(shownName(shortened(text)));
}

export function shortened(text: string, characters = 40): string {
  return text.length > characters ? `${text.slice(0, characters)}…` : text;
}
