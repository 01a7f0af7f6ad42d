/** JSON text: positions of values, faults, and parsed records. */

import { getLocation, printParseErrorCode, visit, type JSONVisitor } from 'jsonc-parser';

import { Fault, inWords, isObject, withOwnFields, type JsonObject } from '../fault';
import { positional, type Span } from './entries';

const BRACKETS = /["[\]{}]/g;
const SEPARATORS = /["[\]{},:]/g;
const IN_STRING = /["\\]/g;

/** Follows the strings and brackets of a JSON text that comes in pieces, cut anywhere. */
export class JsonScanner {
  depth = 0;
  inString = false;
  private escaped = false;

  /** @param level greatest depth at which commas and colons are reported */
  constructor(private readonly level: number) {}

  /**
   * Index of the next bracket, comma or colon outside strings, or -1. The bracket is counted in `depth`.
   * @param from 0 in a new piece, afterwards the index behind the last one found
   */
  next(piece: string, from: number): number {
    let at = from;
    while (at < piece.length) {
      if (this.escaped) {
        this.escaped = false;
        at += 1;
        continue;
      }
      const marks = this.inString ? IN_STRING : this.depth <= this.level ? SEPARATORS : BRACKETS;
      marks.lastIndex = at;
      if (!marks.test(piece)) return -1;
      at = marks.lastIndex;
      const mark = piece[at - 1];
      if (mark === '\\') this.escaped = true;
      else if (mark === '"') this.inString = !this.inString;
      else {
        if (mark === '[' || mark === '{') this.depth += 1;
        else if (mark === ']' || mark === '}') this.depth -= 1;
        return at - 1;
      }
    }
    return -1;
  }
}

/** The characters of a field of an object with its key, or an item of a list, whose key is null. */
export interface Child extends Span {
  readonly key: string | null;
}

/**
 * The values in the list or object that begins at `start`, without the blanks around them. None in other values.
 * @param text valid JSON
 * @throws SyntaxError for a key that is none
 */
export function* children(text: string, start = 0): Generator<Child> {
  for (const { isWhole, ...child } of members(text, start)) if (isWhole) yield child;
}

/** One character for each byte: places of ASCII characters are those of their bytes. */
export const byteCharacters = new TextDecoder('latin1');

const utf8 = new TextDecoder();

/** A value in a list or object whose text may be cut off; then it is the last, and its end that of the text. */
export interface Member extends Child {
  readonly isWhole: boolean;
}

/**
 * The values in the list or object that some bytes begin with, by their places in them, as far as the bytes go. Null where a
 * key is none: no JSON.
 */
export function begun(bytes: Uint8Array): readonly Member[] | null {
  const decoded = (from: number, until: number): string => utf8.decode(bytes.subarray(from, until));
  try {
    return [...members(byteCharacters.decode(bytes), 0, decoded)];
  } catch {
    return null;
  }
}

function* members(
  text: string,
  start: number,
  decoded = (from: number, until: number): string => text.slice(from, until),
): Generator<Member> {
  if (text[start] !== '[' && text[start] !== '{') return;
  const scanner = new JsonScanner(1);
  let from = scanner.next(text, start) + 1;
  let key: string | null = null;
  const member = (until: number, isWhole: boolean): Member => {
    const value = text.slice(from, until);
    const begin = from + value.length - value.trimStart().length;
    return { key, start: begin, end: from + value.trimEnd().length, isWhole };
  };
  for (let at = scanner.next(text, from); at !== -1; at = scanner.next(text, at + 1)) {
    const mark = text[at];
    if (mark === ':' && scanner.depth === 1) {
      key = JSON.parse(decoded(from, at)) as string;
      from = at + 1;
    } else if (scanner.depth === 0 || mark === ',') {
      const found = member(at, true);
      if (found.start < at) yield found;
      if (scanner.depth === 0) return;
      key = null;
      from = at + 1;
    }
  }
  if (key !== null) yield member(text.length, false);
}

/** An escaped lone surrogate, or something that looks like one. */
const LONE_SURROGATE = /\\u[dD](?:[89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..\\u[dD])[c-fC-F])/;

/**
 * `JSON.parse`, with U+FFFD for each lone surrogate: UTF-8 has no lone surrogates, so the stored texts have U+FFFD, too.
 */
export function parseJson(text: string): unknown {
  const lone = text.includes('\\u') && LONE_SURROGATE.test(text);
  return lone ? JSON.parse(text, wellFormed) : JSON.parse(text);
}

function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
}

/** Parses one line or element, which must be a JSON object, or a list, which becomes {@link positional}. */
export function parseRecord(text: string): JsonObject | Fault {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    const withScores = withScoresOfJson(text);
    try {
      value = parseJson(withScores);
    } catch {
      return brokenJson(withScores);
    }
  }
  if (isObject(value)) return withOwnFields(value);
  if (Array.isArray(value)) return positional(value);
  return new Fault('not-an-object', null, `Expected a JSON object { … }, found ${inWords(value)}.`);
}

/** A score, or a list of scores, with what Python writes for numbers that JSON does not have. */
const SCORES = /(?<!\\)("[^"\\]*scores?"\s*:\s*)(\[[^\]"{}]*\]|-?Infinity|NaN)/gi;
const NOT_JSON: Readonly<Record<string, string>> = { '-Infinity': '-1e999', Infinity: '1e999', NaN: 'null' };

/** JSON with infinite scores as numbers that are too large for JSON, which `JSON.parse` reads as infinite, and NaN as null. */
function withScoresOfJson(text: string): string {
  if (!/Infinity|NaN/.test(text)) return text;
  return text.replace(
    SCORES,
    (_, name: string, scores: string) =>
      name + scores.replace(/-?Infinity|NaN/g, (word) => NOT_JSON[word] ?? word),
  );
}

/** Python writes NaN and Infinity, which JSON does not have. In an embedding the fault is that it is not finite. */
const BARE_NUMBER = /^-?(NaN|Infinity)/;
const EMBEDDING = /^(query_embedding|positive_embedding|negative_embeddings)\b/;

function brokenJson(text: string): Fault {
  const error = firstError(text);
  const path =
    error !== null && BARE_NUMBER.test(text.slice(error.offset, error.offset + 9))
      ? pathInWords(getLocation(text, error.offset).path)
      : '';
  if (path === '') {
    const where = error === null ? '' : ` (${error.what})`;
    return new Fault(
      'broken-json',
      null,
      `Not valid JSON${where}. Write the record again as one JSON object.`,
    );
  }
  return EMBEDDING.test(path)
    ? new Fault('non-finite-embedding', path, `\`${path}\` is NaN or infinite. Encode this record again.`)
    : new Fault(
        'broken-json',
        path,
        `\`${path}\` is a bare NaN or Infinity, which JSON does not have. Write null or a text.`,
      );
}

/** Where a text stops being JSON: `character 17: comma expected`. Null where jsonc-parser finds nothing wrong. */
export function jsonFault(text: string): string | null {
  return firstError(text)?.what ?? null;
}

function firstError(text: string): { offset: number; what: string } | null {
  let first: { offset: number; what: string } | null = null;
  const onError: JSONVisitor['onError'] = (code, offset) => {
    const words = printParseErrorCode(code).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
    first ??= { offset, what: `character ${offset + 1}: ${words.toLowerCase()}` };
  };
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    // It goes into lists and objects as deep as the stack reaches.
    if (!(error instanceof RangeError)) throw error;
  }
  return first;
}

/** `negative_embeddings[2][0]`. */
function pathInWords(path: readonly (string | number)[]): string {
  return path.reduce<string>((words, step) => {
    if (typeof step === 'number') return `${words}[${step}]`;
    return words === '' ? step : `${words}.${step}`;
  }, '');
}

/** For JSON.stringify, which has no big integers: they become texts of their digits. */
export function withDigits(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
