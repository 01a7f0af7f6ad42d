/** All ways in which a file is damaged, by seed: on disk, in transfer, in other people's scripts. */

import { gzipSync } from 'node:zlib';

import {
  Binary,
  Bool,
  Field,
  FixedSizeList,
  Float32,
  Float64,
  Int64,
  List,
  Struct,
  Utf8,
  type DataType,
} from 'apache-arrow';
import { zipSync } from 'fflate';
import Papa from 'papaparse';

import type { Container } from '../../src/candidates/reading';
import { parquetFixture, type FixtureColumn, type FixtureOptions } from '../candidates/parquet-fixtures';
import type { Bytes, Damaged, Mutation, Random, Subject } from './types';

const JSONS: readonly Container[] = ['JSONL', 'JSON array', 'JSON object'];
const CELLS: readonly Container[] = ['CSV', 'TSV'];
const LINES: readonly Container[] = ['JSONL', 'CSV', 'TSV', 'columns'];
const TEXTS: readonly Container[] = [...JSONS, ...CELLS, 'columns'];

/** A whole number of 0 to `count` - 1. */
const below = (random: Random, count: number): number => Math.floor(random() * Math.max(1, count));

/** One of the items. */
function pick<Item>(random: Random, items: readonly Item[]): Item {
  if (items.length === 0) throw new Error('there is nothing to choose from');
  return items[below(random, items.length)] as Item;
}

/** The items in another order, every order as likely. */
const shuffled = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const encode = (text: string): Bytes => new TextEncoder().encode(text);
const joined = (...parts: readonly ArrayLike<number>[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)));

/** Names and texts that mean something to a browser, JavaScript, a spreadsheet, a terminal or a disk. */
const HOSTILE: readonly string[] = [
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://a.example","x")',
  '\u202egnp.exe',
  'a\u0000b',
  '\u200b',
  '\u001b[31mred',
  '../../etc/passwd',
  '| a | `b` |',
  '\ud83d',
  '',
  ' ',
];

// Bytes.

/** Bytes with some of them replaced by others. */
const splice = (bytes: Bytes, start: number, count: number, inserted: ArrayLike<number>): Bytes =>
  joined(bytes.subarray(0, start), inserted, bytes.subarray(start + count));

const flipped = (bytes: Bytes, random: Random, from = 0): Bytes => {
  const out = bytes.slice();
  const count = 1 + below(random, 8);
  for (let i = 0; i < count; i += 1) out[from + below(random, out.length - from)] = below(random, 256);
  return out;
};

const gzip = (bytes: Uint8Array): Bytes => Uint8Array.from(gzipSync(bytes));

const zip = (members: Readonly<Record<string, Uint8Array>>): Bytes =>
  Uint8Array.from(zipSync({ ...members }));

const onBytes = (name: string, change: (bytes: Bytes, random: Random) => Bytes): Mutation => ({
  name,
  apply: ({ bytes }, random) => change(bytes, random),
});

const byteDamage: readonly Mutation[] = [
  onBytes('cut off', (bytes, random) => bytes.slice(0, below(random, bytes.length))),
  onBytes('beginning lost', (bytes, random) => bytes.slice(below(random, bytes.length))),
  onBytes('bytes flipped', flipped),
  onBytes('a stretch lost', (bytes, random) =>
    splice(bytes, below(random, bytes.length), 1 + below(random, 200), []),
  ),
  onBytes('a stretch of zeros', (bytes, random) => {
    const start = below(random, bytes.length);
    return bytes.slice().fill(0, start, start + 1 + below(random, 64));
  }),
  onBytes('a stretch twice', (bytes, random) => {
    const start = below(random, bytes.length);
    return splice(bytes, start, 0, bytes.slice(start, start + 1 + below(random, 300)));
  }),
  onBytes('not UTF-8', (bytes, random) =>
    splice(bytes, below(random, bytes.length), 0, pick(random, [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0]])),
  ),
  { ...onBytes('gzip', gzip), same: true, of: TEXTS },
  onBytes('gzip of two members', (bytes, random) => {
    const at = below(random, bytes.length);
    return joined(gzip(bytes.subarray(0, at)), gzip(bytes.subarray(at)));
  }),
  onBytes('gzip with something behind it', (bytes, random) =>
    joined(gzip(bytes), pick(random, [encode('and more\n'), new Uint8Array(600)])),
  ),
  onBytes('gzip in gzip', (bytes) => gzip(gzip(bytes))),
  onBytes('gzip damaged', (bytes, random) => flipped(gzip(bytes), random, 2)),
  onBytes('gzip cut off', (bytes, random) => gzip(bytes).slice(0, 2 + below(random, gzip(bytes).length - 2))),
  {
    name: 'zip of several',
    apply: ({ bytes, file }, random) =>
      zip({
        'notes/README.md': encode('# Notes\n'),
        [`${pick(random, HOSTILE)}/${file}`]: bytes,
        [file]: bytes,
      }),
  },
  { name: 'zip in zip', apply: ({ bytes, file }) => zip({ 'in.zip': zip({ [file]: bytes }) }) },
  { name: 'zip damaged', apply: ({ bytes, file }, random) => flipped(zip({ [file]: bytes }), random, 4) },
  {
    name: 'zip cut off',
    apply: ({ bytes, file }, random) => {
      const whole = zip({ [file]: bytes });
      return whole.slice(0, 4 + below(random, whole.length - 4));
    },
  },
];

// Texts: encodings, lines, values.

function utf16(text: string, littleEndian: boolean): Bytes {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

/** A byte a character, `?` where it has none. */
const latin1 = (text: string): Bytes =>
  Uint8Array.from([...text], (letter) => {
    const code = letter.codePointAt(0) as number;
    return code < 256 ? code : 0x3f;
  });

const onText = (
  name: string,
  change: (text: string, random: Random) => string | Bytes,
  of: readonly Container[] = TEXTS,
): Mutation => ({
  name,
  of,
  apply({ bytes }, random) {
    const changed = change(decode(bytes), random);
    return typeof changed === 'string' ? encode(changed) : changed;
  },
});

/** Rewrites the lines, line ends included. */
const onLines = (
  name: string,
  change: (lines: readonly string[], random: Random) => readonly string[],
  of = LINES,
): Mutation => onText(name, (text, random) => change(text.split(/(?<=\n)/), random).join(''), of);

/** Puts a text in the place of one value: of JSON, or of a cell. */
const onValue = (name: string, replacement: (value: string, random: Random) => string): Mutation =>
  onText(name, (text, random) => {
    const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d+(?:\.\d+)?|[^\t\n,]+/g)];
    const value = values[below(random, values.length)];
    if (value === undefined) return text;
    const end = value.index + value[0].length;
    return text.slice(0, value.index) + replacement(value[0], random) + text.slice(end);
  });

const VALUES: readonly string[] = [
  ...['null', 'true', '-1', '1e400', '[]', '{}', '[[1]]', '{"a":null}', '"x"', 'NaN', '8412682'],
  ...['""', '" "', '', '"\\u0000"', '"\\ud800"'],
];

const MARKS: readonly string[] = [...'"\'[]{},:\\\n\r\t', '\u2028', '\ufeff', '\u0000'];

const OTHER_FILES: readonly string[] = [
  '{"query": "q", "positive": "p", "negatives": ["n"]}\n',
  '[{"query": "q", "positive": "p", "negatives": ["n"]}]\n',
  'query,positive,negative\nq,p,n\n',
  'q\tp\tn\n',
  '1 Q0 2 1 0.5 run\n',
  '<html><body>404 Not Found</body></html>\n',
  '# a comment\n',
];

const textDamage: readonly Mutation[] = [
  onText('UTF-16 with a mark', (text, random) => utf16(`\ufeff${text}`, random() < 0.5)),
  onText('UTF-16', (text, random) => utf16(text, random() < 0.5)),
  onText('Latin-1', latin1),
  { ...onText('a byte order mark', (text) => `\ufeff${text.replace(/^\ufeff/, '')}`), same: true },
  onText('two byte order marks', (text) => `\ufeff\ufeff${text}`),
  {
    ...onText('CRLF', (text) => text.replaceAll(/\r?\n/g, '\r\n'), ['JSONL', 'JSON array', 'columns']),
    same: true,
  },
  onText('other line ends', (text, random) =>
    text.replaceAll('\n', () => pick(random, ['\r', '\n', '\r\n', '\n\r'])),
  ),
  onText('NULs at the end', (text, random) => text + '\0'.repeat(1 + below(random, 5000))),
  onText('a mark put in', (text, random) => {
    const at = below(random, text.length);
    return text.slice(0, at) + pick(random, MARKS) + text.slice(at);
  }),
  onValue('another value', (_, random) => pick(random, VALUES)),
  onValue(
    'a huge field',
    (_, random) => `"${pick(random, ['x', 'é ', '\\"', '<b>'])}${'lorem '.repeat(60_000)}"`,
  ),
  onValue('deep nesting', (_, random) => {
    const depth = 10 ** (1 + below(random, 5));
    const open = pick(random, ['[', '{"a":']);
    return open.repeat(depth) + '1' + (open === '[' ? ']' : '}').repeat(random() < 0.5 ? depth : 0);
  }),
  onLines('cut off after a row', (lines, random) => lines.slice(0, below(random, lines.length))),
  onLines('rows lost at the beginning', (lines, random) => lines.slice(below(random, lines.length))),
  onLines('a row twice', (lines, random) =>
    lines.toSpliced(below(random, lines.length), 0, pick(random, lines)),
  ),
  onLines('rows in another order', (lines, random) => shuffled(random, lines)),
  onLines('a row broken', (lines, random) => {
    const at = below(random, lines.length);
    const line = lines[at] as string;
    const cut = below(random, line.length);
    return lines.with(
      at,
      pick(random, [`${line.slice(0, cut)}\n${line.slice(cut)}`, line + line, '', '   ']),
    );
  }),
  onLines('another row in the middle', (lines, random) =>
    lines.toSpliced(below(random, lines.length + 1), 0, pick(random, OTHER_FILES)),
  ),
  {
    ...onLines(
      'blank lines',
      (lines, random) =>
        lines.flatMap((line) => [
          line.endsWith('\n') ? line : `${line}\n`,
          pick(random, ['\n', '\t\n', '\r\n']),
        ]),
      ['JSONL', 'columns'],
    ),
    same: true,
  },
  onText('the file twice', (text, random) => (random() < 0.5 ? text : text.trimEnd()) + text),
  onText('another file behind it', (text, random) => text + pick(random, OTHER_FILES)),
  onText('another file before it', (text, random) => pick(random, OTHER_FILES) + text),
  onText('rows joined', (text) => text.replaceAll('\n', ' ')),
];

// JSON that is JSON afterwards, or nearly.

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The records of a JSON file, and the same file with others in their place; null where it is written otherwise. */
function jsonRows({
  bytes,
  container,
}: Subject): { rows: Json[]; written(rows: readonly string[]): Bytes } | null {
  const text = decode(bytes);
  if (container === 'JSONL') {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return {
      rows: lines.map((line) => JSON.parse(line) as Json),
      written: (rows) => encode(rows.map((row) => `${row}\n`).join('')),
    };
  }
  const whole = JSON.parse(text) as Json[] | { data?: Json };
  const list = (rows: readonly string[]): string => `[\n${rows.join(',\n')}\n]`;
  if (Array.isArray(whole)) return { rows: whole, written: (rows) => encode(list(rows)) };
  const { data, ...rest } = whole;
  if (!Array.isArray(data)) return null;
  const before = JSON.stringify(rest).slice(0, -1);
  return { rows: data, written: (rows) => encode(`${before},"data":${list(rows)}}`) };
}

/** Rewrites one row, or half the time all of them; the change may give any text. */
const onRows = (
  name: string,
  change: (row: Json, random: Random) => string | null,
  all: boolean | null = null,
): Mutation => ({
  name,
  of: JSONS,
  apply(subject, random) {
    const file = jsonRows(subject);
    if (file === null) return null;
    const one = (all ?? random() < 0.5) ? null : below(random, file.rows.length);
    return file.written(
      file.rows.map((row, at) => ((one ?? at) === at ? change(row, random) : null) ?? JSON.stringify(row)),
    );
  },
});

/** Rewrites the fields of records. */
const onFields = (
  name: string,
  change: (fields: readonly [string, Json][], random: Random) => readonly (readonly [string, Json])[],
): Mutation =>
  onRows(name, (row, random) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return null;
    const fields = change(Object.entries(row), random);
    // Written by hand, so that a key may come twice.
    return `{${fields.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
  });

/** A value of the row, at any depth, made another. */
function otherValue(value: Json, random: Random): Json {
  if (typeof value === 'object' && value !== null && random() < 0.8) {
    const keys = Object.keys(value);
    if (keys.length > 0) {
      const key = pick(random, keys);
      const inner = otherValue((value as Record<string, Json>)[key] as Json, random);
      if (Array.isArray(value)) return value.with(Number(key), inner);
      return Object.fromEntries(
        Object.entries(value).map(([name, old]) => [name, name === key ? inner : old]),
      );
    }
  }
  const others: Json[] = [null, true, [], {}, [value], { text: value }, String(value), pick(random, HOSTILE)];
  if (Array.isArray(value)) others.push(value.slice(1), [...value, null], [...value, 0], value[0] ?? '');
  return pick(random, others);
}

const RENAMES: readonly ((key: string) => string)[] = [
  (key) => key.toUpperCase(),
  (key) => ` ${key} `,
  (key) => key.replaceAll('_', '-'),
  (key) => `${key}_2`,
  () => 'query',
  () => 'negative',
  () => '__proto__',
  () => '',
];

const ROWS: readonly string[] = ['{}', '[]', 'null', '1', '"text"', '[[]]', '[{}]'];

/** JSON with every character of its strings as `\uXXXX`. */
const escaped = (row: Json): string =>
  JSON.stringify(row).replace(/"(?:[^"\\]|\\.)*"/g, (text) => {
    const plain = JSON.parse(text) as string;
    const units = Array.from({ length: plain.length }, (_, at) => plain.charCodeAt(at));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
  });

const jsonDamage: readonly Mutation[] = [
  onFields('two values swapped', (fields, random) => {
    const [a, b] = [below(random, fields.length), below(random, fields.length)];
    const valueAt = (at: number): Json => (fields[at === a ? b : at === b ? a : at] as [string, Json])[1];
    return fields.map(([key], at) => [key, valueAt(at)]);
  }),
  onFields('a key lost', (fields, random) => fields.toSpliced(below(random, fields.length), 1)),
  onFields('a key renamed', (fields, random) => {
    const [chosen, rename] = [below(random, fields.length), pick(random, RENAMES)];
    return fields.map(([key, value], at) => [at === chosen ? rename(key) : key, value]);
  }),
  onFields('a key more, or twice', (fields, random) => {
    const names = [...HOSTILE, ...fields.map(([key]) => key), 'label', 'score', 'negative_2', 'id', 'title'];
    const value = pick<Json>(random, ['x', 1, null, ['y'], ...fields.map(([, value]) => value)]);
    return fields.toSpliced(below(random, fields.length + 1), 0, [pick(random, names), value]);
  }),
  onRows('another value at any depth', (row, random) => JSON.stringify(otherValue(row, random))),
  onRows(
    'numbers as texts',
    (row) => JSON.stringify(row).replace(/(?<=[:,[])-?\d+(\.\d+)?(?=[,\]}])/g, '"$&"'),
    true,
  ),
  onRows('ids as numbers', (row) => JSON.stringify(row).replace(/"([1-9]\d{0,14})"(?!:)/g, '$1'), true),
  onRows('a comma too many', (row) => JSON.stringify(row).replace(/([\]}])$/, ',$1')),
  onRows('quotes of one stroke', (row) => JSON.stringify(row).replaceAll('"', "'")),
  onRows('no record at all', (_, random) => pick(random, ROWS)),
  onRows('a record in a record', (row, random) =>
    JSON.stringify(pick<Json>(random, [[row], { data: [row] }])),
  ),
  { ...onRows('everything escaped', escaped, true), same: true },
  {
    ...onRows('blanks between tokens', (row) => JSON.stringify(row, null, '\t').replaceAll('\n', ' '), true),
    same: true,
  },
  { ...onRows('broken over lines', (row) => JSON.stringify(row, null, 2), true), of: ['JSONL'] },
  {
    ...onRows('an array over lines', (row) => JSON.stringify(row, null, 2), true),
    of: ['JSON array'],
    same: true,
  },
];

// Tables that are tables afterwards.

type Rows = readonly (readonly string[])[];

const DELIMITERS: Readonly<Partial<Record<Container, string>>> = { TSV: '\t', columns: ' ' };

const onTable = (
  name: string,
  change: (rows: Rows, random: Random) => Rows,
  {
    of = CELLS,
    delimiter,
    quotes = false,
  }: { of?: readonly Container[]; delimiter?: string; quotes?: boolean } = {},
): Mutation => ({
  name,
  of,
  apply({ bytes, container }, random) {
    const own = DELIMITERS[container] ?? ',';
    const rows =
      container === 'columns'
        ? decode(bytes)
            .split('\n')
            .filter((line) => line.trim() !== '')
            .map((line) => line.trim().split(/\s+/))
        : Papa.parse<string[]>(decode(bytes), { delimiter: own, skipEmptyLines: 'greedy' }).data;
    const changed = change(rows, random);
    if (container === 'columns')
      return encode(changed.map((row) => `${row.join(delimiter ?? own)}\n`).join(''));
    const written = { delimiter: delimiter ?? own, newline: '\n', quotes };
    return encode(`${Papa.unparse(changed as string[][], written)}\n`);
  },
});

/** Rewrites one row, or every row in the same way. */
const onCells = (
  name: string,
  change: (row: readonly string[], random: Random) => readonly string[],
): Mutation =>
  onTable(
    name,
    (rows, random) => {
      const one = random() < 0.5 ? null : below(random, rows.length);
      const drawn = [random(), random(), random()];
      return rows.map((row, at) => {
        let next = 0;
        return (one ?? at) === at ? change(row, () => drawn[next++ % drawn.length] as number) : row;
      });
    },
    { of: [...CELLS, 'columns'] },
  );

const whole = (rows: Rows): Rows => rows;

const tableDamage: readonly Mutation[] = [
  onCells('cells swapped', (row, random) => {
    const [a, b] = [below(random, row.length), below(random, row.length)];
    return row.map((cell, at) => (at === a ? row[b] : at === b ? row[a] : cell) as string);
  }),
  onCells('cells lost', (row, random) => row.toSpliced(below(random, row.length), 1)),
  onCells('cells more', (row, random) =>
    row.toSpliced(below(random, row.length + 1), 0, pick(random, ['', 'x', '1'])),
  ),
  onTable('odd cells', (rows, random) =>
    rows.map((row) =>
      row.map((cell) => (random() < 0.1 ? pick(random, [...HOSTILE, 'a\nb', '"', ...VALUES]) : cell)),
    ),
  ),
  onTable('a name in the header changed', ([head = [], ...rows], random) => [
    head.with(below(random, head.length), pick(random, [...HOSTILE, ...head])),
    ...rows,
  ]),
  onTable('the header lost', ([, ...rows]) => rows),
  onTable('the header again in the middle', (rows, random) =>
    rows.toSpliced(below(random, rows.length) + 1, 0, rows[0] ?? []),
  ),
  { ...onTable('all cells quoted', whole, { of: ['CSV'], quotes: true }), same: true },
  onTable('all cells quoted, tabs', whole, { of: ['TSV'], quotes: true }),
  onTable('semicolons', whole, { delimiter: ';' }),
  onTable('tabs for commas', whole, { of: ['CSV'], delimiter: '\t' }),
  onTable('commas for tabs', whole, { of: ['TSV'], delimiter: ',' }),
  { ...onTable('blanks more', whole, { of: ['columns'], delimiter: ' \t  ' }), same: true },
];

// Parquet files that are whole, of tables that were changed.

type Columns = readonly FixtureColumn[];

const onColumns = (
  name: string,
  change: (columns: Columns, random: Random) => Columns,
  options: (random: Random) => FixtureOptions = () => ({}),
): Mutation => ({
  name,
  of: ['Parquet'],
  apply({ columns }, random): Damaged | null {
    const changed = columns === null ? [] : change(columns, random);
    const names = new Set(changed.map((column) => column.name));
    // The writer takes no table of two columns with one name.
    if (changed.length === 0 || names.size < changed.length) return null;
    const rows = Array.from({ length: changed[0]?.values.length ?? 0 }, (_, row) =>
      Object.fromEntries(changed.map((column) => [column.name, column.values[row]])),
    );
    return { bytes: parquetFixture(changed, options(random)), rows };
  },
});

const onColumn = (name: string, change: (column: FixtureColumn, random: Random) => FixtureColumn): Mutation =>
  onColumns(name, (columns, random) => {
    const chosen = below(random, columns.length);
    return columns.with(chosen, change(columns[chosen] as FixtureColumn, random));
  });

const list = (type: DataType): List => new List(new Field('item', type, true));

/** Types, and the values that a column of each gets. */
const TYPES: readonly (readonly [DataType, (old: unknown, row: number) => unknown])[] = [
  [new Int64(), (_, row) => BigInt(row) + 9_007_199_254_740_993n],
  [new Float64(), (_, row) => row + 0.5],
  [new Bool(), (_, row) => row % 2 === 0],
  [new Binary(), () => Uint8Array.of(0xff, 0xfe, 0x00)],
  [list(new Utf8()), (old) => [String(old)]],
  [new Struct([new Field('text', new Utf8(), true)]), (old) => ({ text: String(old) })],
  [new FixedSizeList(2, new Field('item', new Float32(), true)), () => [1, 0]],
];

const parquetDamage: readonly Mutation[] = [
  onColumn('a column of another type', (column, random) => {
    const [type, value] = pick(random, TYPES);
    return {
      ...column,
      type,
      values: column.values.map((old, row) => (old === null ? null : value(old, row))),
    };
  }),
  onColumn('a column renamed', (column, random) => ({
    ...column,
    name: pick(random, [...HOSTILE, 'query', 'negative', column.name.toUpperCase(), `${column.name}_2`]),
  })),
  onColumns('a column lost', (columns, random) => columns.toSpliced(below(random, columns.length), 1)),
  onColumns('columns in another order', (columns, random) => shuffled(random, columns)),
  onColumns('a column more', (columns, random) => [
    ...columns,
    { ...pick(random, columns), name: pick(random, [...HOSTILE, 'label', 'score', 'title', 'negative_3']) },
  ]),
  onColumn('nulls in a column', (column, random) => {
    const share = random();
    return { ...column, values: column.values.map((value) => (random() < share ? null : value)) };
  }),
  onColumns('rows in another order', (columns, random) => {
    const order = shuffled(random, [...(columns[0]?.values.keys() ?? [])]);
    return columns.map((column) => ({ ...column, values: order.map((row) => column.values[row]) }));
  }),
  {
    ...onColumns(
      'packed otherwise',
      (columns) => columns,
      (random) => ({
        codec: pick(random, ['none', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4']),
        groupRows: pick(random, [1, 7, 30]),
        version2: random() < 0.5,
        dictionary: random() < 0.5,
        pageBytes: pick(random, [64, 1024, 1_000_000]),
      }),
    ),
    same: true,
  },
];

const DAMAGE: readonly Mutation[] = [
  ...byteDamage,
  ...textDamage,
  ...jsonDamage,
  ...tableDamage,
  ...parquetDamage,
];

/** The ways to damage a file that is cut into entries so. */
export function damageOf(container: Container): readonly Mutation[] {
  return DAMAGE.filter(({ of }) => of === undefined || of.includes(container));
}
