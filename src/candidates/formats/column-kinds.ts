/** What columns hold, as the first entries of a file show it. */

import type { JsonObject } from '../fault';

/**
 * `number`: numbers, or texts that are all numbers. `packed`: texts that are lists, as some tools write them to CSV.
 * `blank`: nothing but blank or null in all entries.
 */
export type ColumnKind = 'text' | 'number' | 'packed' | 'list' | 'blank' | 'other';

const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i;
const PACKED = /^\s*\[\s*("[^]*"|'[^]*')?\s*\]\s*$/;
const ID = /^\S{1,200}$/;
const HAS_DIGIT = /\d/;

export function kindOf(name: string, samples: readonly JsonObject[]): ColumnKind {
  let kind: ColumnKind = 'blank';
  for (const sample of samples) {
    const found = valueKind(sample[name]);
    if (found === 'blank' || found === kind) continue;
    if (kind === 'blank') kind = found;
    else if (isPlain(kind) && isPlain(found)) kind = 'text';
    else return 'other';
  }
  return kind;
}

function isPlain(kind: ColumnKind): boolean {
  return kind === 'text' || kind === 'number' || kind === 'packed';
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

/** Whether a column holds something like an id in all entries, with a digit in it, as ids of data sets have. */
export function isIdColumn(name: string, samples: readonly JsonObject[]): boolean {
  return samples.length > 0 && samples.every((sample) => isNumberedId(sample[name]));
}

function isNumberedId(value: unknown): boolean {
  return isIdLike(value) && (typeof value !== 'string' || (value.length <= 64 && HAS_DIGIT.test(value)));
}

/** Whether no two entries have the same value in a column. */
export function isDistinct(name: string, samples: readonly JsonObject[]): boolean {
  return new Set(samples.map((sample) => String(sample[name]))).size === samples.length;
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
