/** Damage to JSON that is JSON afterwards, or nearly: other types, other keys, other spellings. */

import { JSONS, type Bytes, type Mutation, type Random, type Subject } from '../types';
import { below, decode, encode, HOSTILE_NAMES, pick } from './chance';

type Json = null | boolean | number | string | readonly Json[] | JsonRecord;
interface JsonRecord {
  readonly [key: string]: Json;
}

const isRecord = (value: Json): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records of a JSON file, and the same file with others in their place; null where it is written otherwise. */
function jsonRows(subject: Subject): { rows: Json[]; written(rows: readonly string[]): Bytes } | null {
  const text = decode(subject.bytes);
  if (subject.container === 'JSONL') {
    const rows = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Json);
    return { rows, written: (lines) => encode(lines.map((line) => `${line}\n`).join('')) };
  }
  const whole = JSON.parse(text) as Json;
  const list = (rows: readonly string[]): string => `[\n${rows.join(',\n')}\n]`;
  if (Array.isArray(whole)) return { rows: [...whole], written: (rows) => encode(list(rows)) };
  const { data, ...rest } = whole as JsonRecord;
  if (!Array.isArray(data)) return null;
  const before = JSON.stringify(rest).slice(0, -1);
  return { rows: [...data], written: (rows) => encode(`${before},"data":${list(rows)}}`) };
}

/** Rewrites one row, or all of them; the change may give any text. */
function onRows(change: (row: Json, random: Random) => string | null, all = false): Mutation['apply'] {
  return (subject, random) => {
    const file = jsonRows(subject);
    if (file === null || file.rows.length === 0) return null;
    const one = all ? -1 : below(random, file.rows.length);
    let changed = false;
    const rows = file.rows.map((row, index) => {
      const text = all || index === one ? change(row, random) : null;
      changed ||= text !== null;
      return text ?? JSON.stringify(row);
    });
    return changed ? file.written(rows) : null;
  };
}

/** Rewrites records; lists have no keys. */
const onRecords = (
  change: (row: JsonRecord, random: Random) => Json | null,
  all = false,
): Mutation['apply'] =>
  onRows((row, random) => {
    const changed = isRecord(row) ? change(row, random) : null;
    return changed === null ? null : JSON.stringify(changed);
  }, all);

/** All values in a row, with the way to put another in their place. */
function* values(row: Json, put: (value: Json) => Json): Generator<{ value: Json; put(value: Json): Json }> {
  yield { value: row, put };
  if (Array.isArray(row)) {
    const items = row as readonly Json[];
    for (const [index, item] of items.entries())
      yield* values(item, (value) => put(items.map((other, at) => (at === index ? value : other))));
  } else if (isRecord(row)) {
    for (const [key, item] of Object.entries(row))
      yield* values(item, (value) => put(withKey(row, key, value)));
  }
}

/** The record with another value under a key, in the same order. `__proto__` is a key as others are. */
function withKey(row: JsonRecord, key: string, value: Json): JsonRecord {
  return Object.fromEntries(Object.entries(row).map(([name, old]) => [name, name === key ? value : old]));
}

const renamed = (row: JsonRecord, rename: (key: string) => string): JsonRecord =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [rename(key), value]));

/** Puts another value in the place of one that fits. */
function onValue(fits: (value: Json) => boolean, change: (value: Json, random: Random) => Json) {
  return onRows((row, random) => {
    const found = [...values(row, (value) => value)].filter(({ value }) => value !== row && fits(value));
    if (found.length === 0) return null;
    const { value, put } = pick(random, found);
    return JSON.stringify(put(change(value, random)));
  });
}

/** The same change to every value of the file that fits. */
function everywhere(fits: (value: Json) => boolean, change: (value: Json) => Json): Mutation['apply'] {
  const rewritten = (value: Json): Json => {
    if (fits(value)) return change(value);
    if (Array.isArray(value)) return (value as readonly Json[]).map(rewritten);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewritten(item)]));
  };
  return onRows((row) => {
    const after = JSON.stringify(rewritten(row));
    return after === JSON.stringify(row) ? null : after;
  }, true);
}

const isText = (value: Json): boolean => typeof value === 'string';
const isNumber = (value: Json): boolean => typeof value === 'number';
const isDigits = (value: Json): boolean => typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value);
const isEmbedding = (value: Json): value is readonly number[] =>
  Array.isArray(value) && value.length > 1 && value.every(isNumber);

const oneOrAll = (name: string, change: (row: JsonRecord, random: Random) => Json | null): Mutation[] => [
  { name: `${name} in a record`, of: JSONS, apply: onRecords(change) },
  { name: `${name} in all records`, of: JSONS, apply: onRecords(change, true) },
];

/** Text with what no record's text may hold, but JSON strings may. */
const ODD_TEXTS: readonly string[] = [
  '\u0000',
  'a\u0000b',
  '\ufeff',
  '\u202e\u2066text\u2069',
  'e\u0301'.repeat(2_000),
  '\u200b\u200c\u200d',
  '\ud83d',
  '\udc00\ud800',
  '\u001b]0;title\u0007',
  '<svg/onload=alert(1)>',
  '=1+1',
  '\u2028\u2029\u0085',
];

export const jsonDamage: readonly Mutation[] = [
  ...oneOrAll('two values swapped', (row, random) => {
    const keys = Object.keys(row);
    const [a, b] = [pick(random, keys), pick(random, keys)];
    const swapped = (key: string): Json => (key === a ? row[b] : key === b ? row[a] : row[key]) as Json;
    return a === b ? null : Object.fromEntries(keys.map((key) => [key, swapped(key)]));
  }),
  ...oneOrAll('a key lost', (row, random) => {
    const gone = pick(random, Object.keys(row));
    return Object.fromEntries(Object.entries(row).filter(([key]) => key !== gone));
  }),
  ...oneOrAll('a key renamed', (row, random) => {
    const [key, rename] = [pick(random, Object.keys(row)), pick(random, RENAMES)];
    return renamed(row, (name) => (name === key ? rename(name) : name));
  }),
  ...oneOrAll('a key more', (row, random) => {
    const key = pick(random, [...HOSTILE_NAMES, 'label', 'score', 'negative_2', 'positive', 'id', 'title']);
    if (Object.hasOwn(row, key)) return null;
    const value = pick<Json>(random, ['x', 1, null, ['y'], { text: 'z' }, true]);
    return Object.fromEntries([...Object.entries(row), [key, value]]);
  }),
  {
    name: 'keys in another order',
    of: JSONS,
    apply: onRecords((row) => Object.fromEntries(Object.entries(row).reverse()), false),
  },
  {
    name: 'a key twice',
    of: JSONS,
    apply: onRows((row, random) => {
      if (!isRecord(row)) return null;
      const key = pick(random, Object.keys(row));
      const others = Object.values(row);
      const twice = `${JSON.stringify(key)}:${JSON.stringify(pick(random, others))}`;
      const text = JSON.stringify(row);
      return random() < 0.5 ? `{${twice},${text.slice(1)}` : `${text.slice(0, -1)},${twice}}`;
    }),
  },
  { name: 'a number as a text', of: JSONS, apply: onValue(isNumber, String) },
  { name: 'numbers as texts', of: JSONS, apply: everywhere(isNumber, String) },
  { name: 'a text as a number', of: JSONS, apply: onValue(isText, (text) => (text as string).length) },
  { name: 'ids as numbers', of: JSONS, apply: everywhere(isDigits, Number) },
  {
    name: 'a value null',
    of: JSONS,
    apply: onValue(
      () => true,
      () => null,
    ),
  },
  { name: 'a list for a text', of: JSONS, apply: onValue(isText, (text) => [text]) },
  {
    name: 'a text for a list',
    of: JSONS,
    apply: onValue(Array.isArray, (list) => (list as Json[])[0] ?? ''),
  },
  { name: 'a list in a list', of: JSONS, apply: onValue(Array.isArray, (list) => [list]) },
  { name: 'an object for a text', of: JSONS, apply: onValue(isText, (text) => ({ text })) },
  {
    name: 'a true for a value',
    of: JSONS,
    apply: onValue(
      () => true,
      () => true,
    ),
  },
  {
    name: 'a list with a null',
    of: JSONS,
    apply: onValue(Array.isArray, (list) => [...(list as Json[]), null]),
  },
  { name: 'a list emptied', of: JSONS, apply: onValue(Array.isArray, () => []) },
  { name: 'an odd text', of: JSONS, apply: onValue(isText, (_, random) => pick(random, ODD_TEXTS)) },
  {
    name: 'an odd text within',
    of: JSONS,
    apply: onValue(isText, (text, random) => `${text as string} ${pick(random, ODD_TEXTS)} x`),
  },
  {
    name: 'an embedding shorter or longer',
    of: JSONS,
    apply: onValue(isEmbedding, (row, random) => {
      const numbers = row as readonly number[];
      return random() < 0.5 ? numbers.slice(1) : [...numbers, 0];
    }),
  },
  {
    name: 'all embeddings longer',
    of: JSONS,
    apply: everywhere(isEmbedding, (row) => [...(row as readonly number[]), 0]),
  },
  {
    name: 'an embedding of zeros',
    of: JSONS,
    apply: onValue(isEmbedding, (row) => (row as number[]).map(() => 0)),
  },
  {
    name: 'a comma too many',
    of: JSONS,
    apply: onRows((row) => JSON.stringify(row).replace(/([\]}])$/, ',$1')),
  },
  {
    name: 'quotes of one stroke',
    of: JSONS,
    apply: onRows((row) => JSON.stringify(row).replaceAll('"', "'")),
  },
  { name: 'a comment', of: JSONS, apply: onRows((row) => `${JSON.stringify(row)} // seen`) },
  {
    name: 'a bare NaN',
    of: JSONS,
    apply: onRows((row, random) =>
      JSON.stringify(row).replace(/-?\d+(\.\d+)?|"[^"]*"(?=[,\]}])/, () =>
        pick(random, ['NaN', 'Infinity', '-Infinity', 'undefined', 'None', 'True']),
      ),
    ),
  },
  {
    name: 'no record at all',
    of: JSONS,
    apply: onRows((_, random) => pick(random, ['{}', '[]', 'null', '1', '"text"', '[[]]', '[{}]', 'true'])),
  },
  {
    name: 'a record in a record',
    of: JSONS,
    apply: onRows((row, random) => JSON.stringify(pick<Json>(random, [[row], { data: [row] }, { row }]))),
  },
  { name: 'everything escaped', of: JSONS, same: true, apply: onRows((row) => escaped(row), true) },
  {
    name: 'blanks between all tokens',
    of: JSONS,
    same: true,
    apply: onRows((row) => JSON.stringify(row, null, '\t').replaceAll('\n', ' '), true),
  },
  { name: 'broken over lines', of: ['JSONL'], apply: onRows((row) => JSON.stringify(row, null, 2), true) },
  {
    name: 'broken over lines, an array',
    of: ['JSON array'],
    same: true,
    apply: onRows((row) => JSON.stringify(row, null, 2), true),
  },
];

const RENAMES: readonly ((key: string) => string)[] = [
  (key) => key.toUpperCase(),
  (key) => ` ${key} `,
  (key) => key.replaceAll('_', '-'),
  (key) => `${key}\u200b`,
  (key) => `${key}_2`,
  () => 'query',
  () => 'negative',
  () => '__proto__',
  () => 'constructor',
  () => '',
];

/** JSON with every character of its strings as `\uXXXX`. */
function escaped(row: Json): string {
  return JSON.stringify(row).replace(/"(?:[^"\\]|\\.)*"/g, (text) => {
    const plain = JSON.parse(text) as string;
    const units = Array.from({ length: plain.length }, (_, at) => plain.charCodeAt(at));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
  });
}
