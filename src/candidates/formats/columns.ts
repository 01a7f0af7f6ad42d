/** What columns and fields hold, judged by the first entries of a file. */

import type { JsonObject } from '../fault';

const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;
const ID = /^\S{1,200}$/;
const HAS_DIGIT = /\d/;

/** Share of a file's first entries that must be of one kind: a few may be damaged. */
const MOST = 0.9;

/** Whether nearly all values of a column that are not blank are texts that are lists, as some tools write them to CSV. */
export function holdsPackedLists(name: string, samples: readonly JsonObject[]): boolean {
  return mostly(
    filled(name, samples),
    (value) => typeof value === 'string' && isPacked(value.trim(), /s$/i.test(name)),
  );
}

/** Whether most values of a column that are not blank are lists of texts. */
export function holdsLists(name: string, samples: readonly JsonObject[]): boolean {
  const values = filled(name, samples);
  return values.filter(isListOfTexts).length > values.length / 2;
}

/** Whether a column may hold texts, or lists of them: also blank ones, and not nearly all numbers or lists written as texts. */
export function mayHoldTexts(name: string, samples: readonly JsonObject[]): boolean {
  const values = filled(name, samples);
  if (values.length === 0) return true;
  if (mostly(values, isNumber) || holdsPackedLists(name, samples)) return false;
  const plain = values.filter((value) => typeof value === 'string' || isNumber(value));
  return plain.length > values.length / 2 || holdsLists(name, samples);
}

function filled(name: string, samples: readonly JsonObject[]): unknown[] {
  return samples.map((sample) => sample[name]).filter((value) => !isBlank(value));
}

/** Whether a condition holds for nearly all of the first entries. */
export function mostly<T>(samples: readonly T[], holds: (sample: T) => boolean): boolean {
  return samples.length > 0 && samples.filter(holds).length >= MOST * samples.length;
}

/** Whether a text is brackets with nothing or with quoted texts in them, or with commas where its column is named as lists are. */
function isPacked(text: string, mayBePlain: boolean): boolean {
  if (!text.startsWith('[') || !text.endsWith(']')) return false;
  const inside = text.slice(1, -1).trim();
  const [first = ''] = inside;
  const last = inside.at(-1) ?? '';
  // Python writes some texts of a list in double quotes and some in single ones.
  const areQuotes = `"'`.includes(first) && `"'`.includes(last);
  return (
    inside === '' ||
    (mayBePlain && inside.includes(', ')) ||
    (areQuotes && inside.indexOf(first, 1) > 0 && inside.indexOf(last) < inside.length - 1)
  );
}

/** Missing, null, or a text of nothing but white space. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A list of strings and nulls, or of ids in their place. */
export function isListOfTexts(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    value.every((item) => item === null || typeof item === 'string' || isWholeNumber(item))
  );
}

/** Whether a value may be an id: short, without white space, and in no script that writes sentences without blanks. */
export function isIdLike(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  return typeof value === 'bigint' || (typeof value === 'string' && ID.test(value) && !isProse(value));
}

/** Whether nearly all values of a column look like ids with a digit in them. */
export function isIdColumn(name: string, samples: readonly JsonObject[]): boolean {
  return mostly(samples, ({ [name]: value }) => {
    return isIdLike(value) && (typeof value !== 'string' || (value.length <= 64 && HAS_DIGIT.test(value)));
  });
}

/** Whether a column holds whole numbers, or lists of them, in nearly all entries. */
export function holdsWholeNumbers(name: string, samples: readonly JsonObject[]): boolean {
  return mostly(samples, ({ [name]: value }) =>
    Array.isArray(value) ? value.length > 0 && value.every(isWholeNumber) : isWholeNumber(value),
  );
}

/** Whether hardly any value of a column is repeated. */
export function isDistinct(name: string, samples: readonly JsonObject[]): boolean {
  return new Set(samples.map((sample) => scalarText(sample[name]))).size >= MOST * samples.length;
}

/** Several words, or letters of a script without blanks between words. */
export function isProse(value: unknown): boolean {
  return typeof value === 'string' && /\S\s+\S|[\u0e00-\uffff]/.test(value);
}

/** Whether some text of a column has more than one word, or is of a script without blanks; ids never are. */
export function holdsProse(name: string, samples: readonly JsonObject[]): boolean {
  return samples.some((sample) => isProse(sample[name]));
}

export function isWholeNumber(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'number'
    ? Number.isInteger(value)
    : typeof value === 'string' && /^-?\d+$/.test(value);
}

/** A number, or a text that is one. */
export function isNumber(value: unknown): boolean {
  return typeof value === 'string'
    ? NUMBER.test(value)
    : typeof value === 'number' || typeof value === 'bigint';
}

/** A plain value as text; empty for lists and objects. */
export function scalarText(value: unknown): string {
  return typeof value === 'object' || value === undefined ? '' : String(value);
}

/** Median length in characters; 0 without texts. */
export function medianLength(texts: readonly string[]): number {
  const lengths = texts.map(({ length }) => length).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}
