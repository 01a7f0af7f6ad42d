/** JSON records, and what is wrong with a text that is none. */

import { Fault, inWords, isObject, withOwnFields, type JsonObject } from '../fault';
import { isTooDeep, tooDeep } from './depth';
import { jsonFault } from './json-fault';
import { positional } from './positional';

/**
 * An escaped half of a surrogate pair without its other half, or something that looks like one. Such a text has no
 * UTF-8; what stands for it everywhere (U+FFFD) is put in before texts are compared.
 */
const LONE_SURROGATE = /\\u[dD](?:[89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..\\u[dD])[c-fC-F])/;

const BARE_NUMBER = /^-?(NaN|Infinity)/;
/** Stands for a bare NaN while its place is looked for; no file can hold it unescaped. */
const SENTINEL = '\u0000bare number';

/** Whether the field at a path, such as `embedding[3]`, is one of numbers that must be finite. */
export type IsNumbers = (path: string) => boolean;

/**
 * Parses one line or element that must be a JSON object, or a list, which becomes {@link positional}. Python writes NaN
 * and Infinity, which JSON does not have: among numbers that must be finite they are a fault of their own.
 */
export function parseRecord(text: string, isNumbers: IsNumbers): JsonObject | Fault {
  if (isTooDeep(text)) return tooDeep();
  let value: unknown;
  try {
    value =
      text.includes('\\u') && LONE_SURROGATE.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text);
  } catch {
    return bareNumberFault(text, isNumbers) ?? brokenJson(text);
  }
  if (isObject(value)) return withOwnFields(value);
  if (Array.isArray(value)) return positional(value);
  return new Fault('not-an-object', null, `Expected a JSON object { … }, found ${inWords(value)}.`);
}

function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
}

function brokenJson(text: string): Fault {
  const reason = jsonFault(text);
  const where = reason === null ? '' : ` (${reason})`;
  return new Fault('broken-json', null, `Not valid JSON${where}. Write the record again as one JSON object.`);
}

/** The fault of a text that is JSON but for bare NaN or Infinity tokens; null where that is not what is wrong. */
function bareNumberFault(text: string, isNumbers: IsNumbers): Fault | null {
  const replaced = replaceBareNumbers(text);
  if (replaced === null) return null;
  let path: string | null;
  try {
    path = findSentinel(JSON.parse(replaced), '');
  } catch {
    return null;
  }
  if (path === null) return null;
  return isNumbers(path)
    ? new Fault('non-finite-embedding', path, `\`${path}\` is NaN or infinite. Encode this record again.`)
    : new Fault(
        'broken-json',
        path,
        `\`${path}\` is a bare NaN or Infinity, which JSON does not have. Write null or a text.`,
      );
}

/** Puts the sentinel in the place of each NaN, Infinity and -Infinity outside strings; null where there is none. */
function replaceBareNumbers(text: string): string | null {
  let out = '';
  let copied = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '"') {
      i = endOfString(text, i);
    } else if (character === 'N' || character === 'I' || character === '-') {
      const found = BARE_NUMBER.exec(text.slice(i, i + 9));
      if (found === null) continue;
      out += text.slice(copied, i) + JSON.stringify(SENTINEL);
      copied = i + found[0].length;
      i = copied - 1;
    }
  }
  return copied === 0 ? null : out + text.slice(copied);
}

/** Index of the quote that closes the string opened at `start`, or the text's length. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === '"') return i;
  }
  return text.length;
}

/** Path of the first sentinel, such as `negative_embeddings[2][0]`. */
function findSentinel(value: unknown, path: string): string | null {
  if (value === SENTINEL) return path;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = findSentinel(item, `${path}[${index}]`);
      if (found !== null) return found;
    }
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const found = findSentinel(item, path === '' ? key : `${path}.${key}`);
      if (found !== null) return found;
    }
  }
  return null;
}
