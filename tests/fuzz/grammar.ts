/**
 * One seeded generator of hostile files: a whole file of any format of docs/FORMATS.md, then damage to its values, its
 * rows, its text, its bytes and its packing. Every text says which row it stands in (`r7`), so that a record that mixes
 * rows is known without a second reader.
 */

import { gzipSync } from 'node:zlib';

import { Binary, Bool, Field, Float64, Int64, List, Utf8, type DataType } from 'apache-arrow';
import { zipSync } from 'fflate';

import { defaultLoadOptions, type LoadOptions } from '../../src/candidates/reading';
import { seededRandom } from '../../src/scoring/random';
import { parquetFixture, type FixtureColumn } from '../candidates/parquet-fixtures';
import { HOSTILE_TEXTS } from '../support/hostile';

/** A number of [0, 1). */
export type Random = () => number;
export type Bytes = Uint8Array<ArrayBuffer>;

export interface NamedBytes {
  readonly path: string;
  readonly bytes: Bytes;
}

/** A file to read, and what is known of it. */
export interface Input {
  /** Format, container and what was done, in words. */
  readonly name: string;
  readonly file: string;
  readonly bytes: Bytes;
  readonly options: LoadOptions;
  /** Loaded first, in this order. */
  readonly companions: readonly NamedBytes[];
  /** Its records where nothing was done to it; null where something was. */
  readonly records: number | null;
  /** Whether the texts of a row still stand in one row. */
  readonly apart: boolean;
}

/** A whole number of 0 to `count` - 1. */
const below = (random: Random, count: number): number => Math.floor(random() * Math.max(1, count));

function pick<Item>(random: Random, items: readonly Item[]): Item {
  if (items.length === 0) throw new Error('there is nothing to choose from');
  return items[below(random, items.length)] as Item;
}

const encode = (text: string): Bytes => new TextEncoder().encode(text);
const joined = (...parts: readonly Uint8Array[]): Bytes => Uint8Array.from(Buffer.concat(parts));

// JSON that can be written wrongly: keys that come twice, values that are none.

class Fields {
  constructor(readonly list: readonly (readonly [string, Node])[]) {}
}
class Raw {
  constructor(readonly text: string) {}
}
type Node = string | number | boolean | null | Fields | Raw | readonly Node[];

/** Plain data as a tree. */
function tree(value: unknown): Node {
  if (Array.isArray(value)) return value.map(tree);
  if (typeof value === 'object' && value !== null)
    return new Fields(Object.entries(value).map(([key, inner]) => [key, tree(inner)]));
  return value as Node;
}

/** @param gap what stands between tokens */
function write(node: Node, gap = ''): string {
  if (node instanceof Raw) return node.text;
  if (node instanceof Fields)
    return `{${node.list.map(([key, value]) => `${gap}${JSON.stringify(key)}:${gap}${write(value, gap)}`).join(',')}${gap}}`;
  if (Array.isArray(node)) return `[${node.map((item: Node) => gap + write(item, gap)).join(',')}${gap}]`;
  return JSON.stringify(node);
}

// The formats.

const query = (r: number): string => `who wrote r${r}`;
const passage = (r: number, at: number): string => `passage ${at} of r${r}, "quoted", 東京`;
const NEGATIVES = 3;
const places = Array.from({ length: NEGATIVES }, (_, at) => at + 1);
const id = (r: number, at: number): number => (r + 1) * 10 + at;
const texts = (r: number): string[] => places.map((at) => passage(r, at));
const ids = (r: number): string[] => places.map((at) => String(id(r, at)));
const titled = (r: number, at: number) => ({ docid: String(id(r, at)), title: 'T', text: passage(r, at) });
const run = (r: number): string[][] =>
  places.map((at) => [String(r + 1), 'Q0', String(id(r, at)), String(at), String(9.5 - at), 'bm25']);
/** A record's texts with their labels. */
const labeled = (r: number): [string, number][] =>
  [0, ...places].map((at) => [passage(r, at), at === 0 ? 1 : 0]);

type Companion = 'corpus' | 'queries' | 'qrels';
interface Format {
  readonly containers: readonly (
    'JSONL' | 'JSON array' | 'JSON object' | 'CSV' | 'TSV' | 'columns' | 'Parquet'
  )[];
  readonly needs?: readonly Companion[];
  readonly header?: readonly string[];
  /** Entries of a record: objects and lists of JSON, or cells. */
  readonly rows: (r: number) => readonly unknown[];
}

const JSONS = ['JSONL', 'JSON array'] as const;
const BOTH = ['corpus', 'queries'] as const;

const FORMATS: Readonly<Record<string, Format>> = {
  plain: {
    containers: [...JSONS, 'JSON object', 'Parquet'],
    rows: (r) => [{ query: query(r), positive: passage(r, 0), negatives: texts(r) }],
  },
  embeddings: {
    containers: JSONS,
    rows: (r) => [
      {
        query: query(r),
        positive: passage(r, 0),
        negatives: texts(r),
        query_embedding: [1, 0],
        positive_embedding: [0, 1],
        negative_embeddings: places.map(() => [0.6, 0.8]),
      },
    ],
  },
  tevatron: {
    containers: [...JSONS, 'JSON object'],
    rows: (r) => [
      {
        query_id: String(r),
        query: query(r),
        positive_passages: [titled(r, 0)],
        negative_passages: places.map((at) => titled(r, at)),
      },
    ],
  },
  flagEmbedding: {
    containers: [...JSONS, 'Parquet'],
    rows: (r) => [
      { query: query(r), pos: [passage(r, 0)], neg: texts(r), neg_scores: places.map((at) => at / 4) },
    ],
  },
  tevatronIds: {
    containers: [...JSONS, 'Parquet'],
    needs: ['corpus'],
    rows: (r) => [
      {
        query_id: String(r),
        query_text: query(r),
        positive_document_ids: [String(id(r, 0))],
        negative_document_ids: ids(r),
      },
    ],
  },
  dpr: {
    containers: JSONS,
    rows: (r) => [
      {
        question: query(r),
        answers: ['Goethe'],
        positive_ctxs: [titled(r, 0)],
        negative_ctxs: [],
        hard_negative_ctxs: places.map((at) => titled(r, at)),
      },
    ],
  },
  msmarco: {
    containers: ['JSONL'],
    needs: BOTH,
    rows: (r) => [{ qid: r + 1, pos: [id(r, 0)], neg: { bm25: ids(r).map(Number) } }],
  },
  nemo: {
    containers: ['JSON object'],
    needs: ['corpus'],
    rows: (r) => [
      {
        question_id: String(r),
        question: query(r),
        corpus_id: 'c',
        pos_doc: [{ id: String(id(r, 0)) }],
        neg_doc: ids(r).map((each) => ({ id: each })),
      },
    ],
  },
  contrastors: {
    containers: ['JSONL'],
    rows: (r) => [{ query: query(r), document: passage(r, 0), negatives: texts(r) }],
  },
  distillation: {
    containers: ['JSONL', 'Parquet'],
    needs: BOTH,
    rows: (r) => [
      { query_id: r + 1, document_ids: [id(r, 0), ...ids(r).map(Number)], scores: [0.9, 0.5, 0.4, 0.3] },
    ],
  },
  labeledLists: {
    containers: [...JSONS, 'Parquet'],
    rows: (r) => [
      {
        query: query(r),
        docs: labeled(r).map(([text]) => text),
        labels: labeled(r).map(([, label]) => label),
      },
    ],
  },
  labeledPairs: {
    containers: JSONS,
    rows: (r) => labeled(r).map(([document, label]) => ({ query: query(r), document, label })),
  },
  labeledTable: {
    containers: ['CSV', 'TSV'],
    header: ['query', 'document', 'label'],
    rows: (r) => labeled(r).map(([document, label]) => [query(r), document, String(label)]),
  },
  colbert: { containers: ['JSONL'], needs: BOTH, rows: (r) => [[r + 1, id(r, 0), ...ids(r).map(Number)]] },
  trec: { containers: ['columns'], needs: ['corpus', 'queries', 'qrels'], rows: run },
  runTable: {
    containers: ['TSV', 'CSV'],
    needs: ['corpus', 'queries', 'qrels'],
    header: ['query-id', 'corpus-id', 'score'],
    rows: (r) => run(r).map((row) => [row[0], row[2], row[4]]),
  },
  rankLlm: {
    containers: JSONS,
    needs: ['qrels'],
    rows: (r) => [
      {
        query: { text: query(r), qid: r + 1 },
        hits: [0, ...places].map((at) => ({
          docid: String(id(r, at)),
          content: passage(r, at),
          score: 5 - at,
        })),
      },
    ],
  },
  rocketQa: {
    containers: ['TSV'],
    rows: (r) => places.map((at) => [query(r), 'T', passage(r, 0), 'T', passage(r, at), '0']),
  },
  tuples: {
    containers: ['CSV', 'TSV'],
    header: ['anchor', 'positive', 'negative_1', 'negative_2', 'negative_3'],
    rows: (r) => [[query(r), passage(r, 0), ...texts(r)]],
  },
  tuplesOfJson: {
    containers: [...JSONS, 'Parquet'],
    rows: (r) => [{ anchor: query(r), positive: passage(r, 0), negative: passage(r, 1) }],
  },
  byName: {
    containers: [...JSONS, 'JSON object'],
    rows: (r) => [{ question: query(r), chosen: passage(r, 0), rejected: texts(r) }],
  },
  messages: {
    containers: ['JSONL'],
    rows: (r) => {
      const said = (role: string, content: string) => ({ role, content });
      const asked = said('user', query(r));
      return [
        {
          chosen: [asked, said('assistant', passage(r, 0))],
          rejected: [asked, said('assistant', passage(r, 1))],
        },
      ];
    },
  },
};

export const FORMAT_NAMES = Object.keys(FORMATS);

function companionsOf(needs: readonly Companion[], records: number): NamedBytes[] {
  const lines = (row: (r: number) => readonly string[]): Bytes =>
    encode(Array.from({ length: records }, (_, r) => row(r).join('')).join(''));
  const line = (_id: number, text: string): string => `${JSON.stringify({ _id: String(_id), text })}\n`;
  const files: Readonly<Record<Companion, () => NamedBytes>> = {
    corpus: () => ({
      path: 'corpus.jsonl',
      bytes: lines((r) => [0, ...places].map((at) => line(id(r, at), passage(r, at)))),
    }),
    queries: () => ({ path: 'queries.jsonl', bytes: lines((r) => [line(r + 1, query(r))]) }),
    qrels: () => ({
      path: 'qrels/test.tsv',
      bytes: joined(
        encode('query-id\tcorpus-id\tscore\n'),
        lines((r) => [`${r + 1}\t${id(r, 0)}\t1\n`]),
      ),
    }),
  };
  return needs.map((need) => files[need]());
}

// Damage to values: rows stay rows.

const NAMES = [
  ...['__proto__', 'constructor', '', ' ', 'query', 'QUERY', 'negative', 'negative_2', 'positive', 'label'],
  ...['score', 'id', 'title', 'text', 'data', 'a.b', '"', '\u202e'],
];
const VALUES = [
  ...[
    'null',
    'true',
    '-1',
    '1e400',
    '-1e-400',
    'NaN',
    'Infinity',
    '9007199254740993',
    '[]',
    '{}',
    '[[]]',
    '[{}]',
  ],
  ...['""', '" "', '"\\u0000"', '"\\ud800"', '"0"', '01', "'x'"],
];
/** Lengths of runs: a few, and those that a quadratic expression does not survive. */
const LONG = [1, 10, 1_000, 1_000, 60_000, 200_000];
const BLANKS = [' ', '\t', '\u00a0', '\r', '\n', '\u2028', '\u200b'];

/** A text made hostile, still with its row's name. */
function hostileText(text: string, random: Random): string {
  const run = pick(random, [...BLANKS, '[', '"', "'", '9', 'é', '{', '\\', '-', 'a b ', '\ud83d']).repeat(
    pick(random, LONG),
  );
  return pick(random, [
    () => `${text} ${pick(random, HOSTILE_TEXTS)}`,
    () => `${pick(random, HOSTILE_TEXTS)}${text}`,
    () => `[${run}${text}`,
    () => `${text}${run}x`,
    () => `${run}${text}${run}`,
    () => `["${text}", '${text}']`,
    () => '',
  ])();
}

function nested(random: Random): Raw {
  const depth = pick(random, [3, 60, 99, 100, 101, 5_000, 100_000]);
  const [open, close] = pick(random, [
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"text":', '}]'],
  ] as const);
  return new Raw(`${open.repeat(depth)}1${close.repeat(random() < 0.7 ? depth : depth - 1)}`);
}

/** One value of the tree, at any depth, made another. */
function damaged(node: Node, random: Random): Node {
  if (node instanceof Fields) {
    const { list } = node;
    const at = below(random, list.length);
    const [key, value] = list[at] ?? ['', null];
    const wide = pick(random, [10, 5_000]);
    return pick<() => Node>(random, [
      ...Array.from({ length: 5 }, () => () => new Fields(list.with(at, [key, damaged(value, random)]))),
      () => new Fields(list.toSpliced(at, 1)),
      () => new Fields(list.with(at, [pick(random, NAMES), value])),
      () => new Fields([...list, ...Array.from({ length: wide }, () => [key, value] as const)]),
      () => new Fields([...list, [key, damaged(value, random)]]),
      () => new Fields([...list, ...Array.from({ length: wide }, (_, i) => [`k${i}`, i] as const)]),
      () => new Fields(list.toReversed()),
      () => new Fields(list.map(([name], i) => [name, (list[(i + 1) % list.length] ?? [])[1] ?? null])),
      () => [node],
      () => new Fields([['data', [node]]]),
    ])();
  }
  if (Array.isArray(node) && node.length > 0) {
    const list = node as readonly Node[];
    const at = below(random, list.length);
    const item = list[at] as Node;
    return pick<() => Node>(random, [
      ...Array.from({ length: 4 }, () => () => list.with(at, damaged(item, random))),
      () => list.toSpliced(at, 1),
      () => [...list, null],
      () => Array.from({ length: pick(random, [2, 1_000, 100_001]) }, () => item),
      () => [list],
      () => new Fields(list.map((each, i) => [String(i), each])),
      () => item,
    ])();
  }
  return pick<() => Node>(random, [
    ...Array.from(
      { length: 4 },
      () => () => (typeof node === 'string' ? hostileText(node, random) : String(node)),
    ),
    () => new Raw(pick(random, VALUES)),
    () => nested(random),
    () => [node],
    () => new Fields([[pick(random, ['text', 'id', '$oid', 'content']), node]]),
    () =>
      new Raw(
        `"${Array.from(String(node), (c) => `\\u${(c.codePointAt(0) as number & 0xffff).toString(16).padStart(4, '0')}`).join('')}"`,
      ),
  ])();
}

/** A row of cells made another. */
function damagedCells(row: readonly string[], random: Random): readonly string[] {
  const [at, other] = [below(random, row.length), below(random, row.length)];
  return pick<() => readonly string[]>(random, [
    () => row.with(at, hostileText(row[at] ?? '', random)),
    () => row.with(at, pick(random, VALUES)),
    () => row.with(at, row[other] ?? '').with(other, row[at] ?? ''),
    () => row.toSpliced(at, 1),
    () => row.toSpliced(at, 0, ...Array.from({ length: pick(random, [1, 5_000]) }, () => 'x')),
    () => row.map(() => ''),
  ])();
}

// Writing: separators, line ends, blanks between tokens.

/** Half of the damaged files have one damaged row, the others some or all. */
function someRows<Row>(rows: readonly Row[], change: (row: Row) => Row, random: Random): Row[] {
  const [one, share] = [below(random, rows.length), pick(random, [0, 0, 0.2, 1])];
  return rows.map((row, at) => (at === one || (at < 5 && random() < share) ? change(row) : row));
}

function jsonText(container: string, rows: readonly Node[], gap: string, random: Random): string {
  const lines = rows.map((row) => write(row, gap));
  if (container === 'JSONL') return lines.map((line) => `${line.replaceAll(/[\r\n]/g, ' ')}\n`).join('');
  const list = `[${lines.join(`,${gap || '\n'}`)}]`;
  if (container === 'JSON array') return `${gap}${list}\n`;
  const rest = pick(random, ['"corpus": {"path": "./corpus"},', '"version": 1,', '']);
  return `{\n${rest}\n"data":${list}${gap}}\n`;
}

function tableText(rows: readonly (readonly string[])[], delimiter: string): string {
  const cell = (text: string): string =>
    text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => `${row.map(cell).join(delimiter)}\n`).join('');
}

const TYPES: readonly (readonly [DataType, (old: unknown, row: number) => unknown])[] = [
  [new Int64(), (_, row) => BigInt(row) + 9_007_199_254_740_993n],
  [new Float64(), (_, row) => row + 0.5],
  [new Bool(), (_, row) => row % 2 === 0],
  [new Binary(), () => Uint8Array.of(0xff, 0xfe, 0x00)],
  [new List(new Field('item', new Utf8(), true)), (old) => [String(old)]],
];

/** The rows of JSON as a Parquet file; damaged, with a column of another type, name or with nulls. */
function parquet(rows: readonly Readonly<Record<string, unknown>>[], harm: boolean, random: Random): Bytes {
  const typeOf = (value: unknown): DataType => {
    if (Array.isArray(value)) return new List(new Field('item', typeOf(value[0]), true));
    return typeof value === 'number' ? new Float64() : new Utf8();
  };
  let columns: FixtureColumn[] = Object.entries(rows[0] ?? {}).map(([name, first]) => ({
    name,
    type: typeOf(first),
    values: rows.map((row) => row[name]),
  }));
  if (harm) {
    const at = below(random, columns.length);
    const column = columns[at] as FixtureColumn;
    const [type, value] = pick(random, TYPES);
    const name = pick(random, NAMES);
    columns = pick(random, [
      () => columns.with(at, { ...column, type, values: column.values.map(value) }),
      () =>
        columns.with(at, { ...column, values: column.values.map((each) => (random() < 0.5 ? null : each)) }),
      () => (columns.some((each) => each.name === name) ? columns : columns.with(at, { ...column, name })),
      () => columns.toSpliced(at, columns.length > 1 ? 1 : 0),
      () => columns.toReversed(),
    ])();
  }
  return parquetFixture(columns, {
    codec: pick(random, ['none', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4']),
    // arrow-rs calls itself for each further row group of a batch: some ten thousand are too many for its stack.
    groupRows: Math.max(pick(random, [1, 7, 1_000]), Math.ceil(rows.length / 1_000)),
    version2: random() < 0.5,
    dictionary: random() < 0.5,
  });
}

// Damage to text and bytes.

const MARKS = [
  ...'"\'[]{},:\\\n\r\t\0',
  '\u2028',
  '\ufeff',
  '\n'.repeat(1_000),
  '"'.repeat(10_000),
  '{'.repeat(1_000),
];
const OTHERS = [
  '{"query": "q", "positive": "p", "negatives": ["n"]}\n',
  '[{"query": "q", "positive": "p", "negatives": ["n"]}]\n',
  'query,positive,negative\nq,p,n\n',
  '1 Q0 2 1 0.5 run\n',
  '<html><body>404 Not Found</body></html>\n',
  '# a comment\n',
];

function utf16(text: string, littleEndian: boolean): Bytes {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

type Damage = (bytes: Bytes, random: Random, file: string) => Bytes;
const onText =
  (change: (text: string, random: Random) => string): Damage =>
  (bytes, random) =>
    encode(change(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), random));
const splice = (bytes: Bytes, start: number, count: number, inserted: Uint8Array): Bytes =>
  joined(bytes.subarray(0, start), inserted, bytes.subarray(start + count));
const gzip = (bytes: Uint8Array): Bytes => Uint8Array.from(gzipSync(bytes, { level: 1 }));

/** Rows stay rows. */
const GENTLE: Readonly<Record<string, Damage>> = {
  'byte order mark': (bytes) => joined(Uint8Array.of(0xef, 0xbb, 0xbf), bytes),
  'line ends': onText((text, random) => text.replaceAll('\n', pick(random, ['\r\n', '\n\n', '\n \n']))),
  'blank lines': onText((text, random) => {
    const run = pick(random, ['\n', '\r\n', ' \n', '\t\n', ',\n', ' ']).repeat(pick(random, LONG));
    return pick(random, [`${run}${text}`, `${text}${run}`]);
  }),
  gzip: (bytes) => gzip(bytes),
  'gzip of members': (bytes, random) => {
    const at = below(random, bytes.length);
    const empty = Array.from({ length: pick(random, [0, 1_000]) }, () => gzip(new Uint8Array()));
    return joined(gzip(bytes.subarray(0, at)), ...empty, gzip(bytes.subarray(at)));
  },
  'gzip behind much': (bytes, random) => {
    const filler = pick(random, ['\n', ' ', ',,\n', '\0', '[', '{"a":1}\n']);
    return gzip(joined(encode(filler.repeat(pick(random, [1e5, 2e6]))), bytes));
  },
};

const ROUGH: Readonly<Record<string, Damage>> = {
  'cut off': (bytes, random) => bytes.slice(0, below(random, bytes.length)),
  'beginning lost': (bytes, random) => bytes.slice(below(random, bytes.length)),
  'bytes flipped': (bytes, random) => {
    const out = bytes.slice();
    for (let i = 1 + below(random, 8); i > 0; i -= 1) out[below(random, out.length)] = below(random, 256);
    return out;
  },
  'a stretch lost': (bytes, random) =>
    splice(bytes, below(random, bytes.length), 1 + below(random, 300), new Uint8Array()),
  'a stretch twice': (bytes, random) => {
    const start = below(random, bytes.length);
    return splice(bytes, start, 0, bytes.slice(start, start + 1 + below(random, 300)));
  },
  'zeros behind': (bytes, random) => joined(bytes, new Uint8Array(pick(random, [1, 5_000, 1e6]))),
  'not UTF-8': (bytes, random) =>
    splice(
      bytes,
      below(random, bytes.length),
      0,
      Uint8Array.from(pick(random, [[0xff], [0xc3], [0xed, 0xa0, 0x80]])),
    ),
  'UTF-16': (bytes, random) =>
    utf16(pick(random, ['\ufeff', '']) + new TextDecoder().decode(bytes), random() < 0.5),
  'Latin-1': (bytes) => Uint8Array.from(Buffer.from(new TextDecoder().decode(bytes), 'latin1')),
  'a mark put in': onText((text, random) => {
    const at = below(random, text.length);
    return text.slice(0, at) + pick(random, MARKS) + text.slice(at);
  }),
  'a line broken': onText((text, random) => {
    const at = below(random, text.length);
    return `${text.slice(0, at)}\n${text.slice(at)}`;
  }),
  'lines joined': onText((text, random) => text.replaceAll('\n', pick(random, ['', ' ', '\r']))),
  'another delimiter': onText((text, random) =>
    text.replaceAll(/[\t,]/g, pick(random, [';', '\t', ',', '|'])),
  ),
  'another file beside': onText((text, random) =>
    pick(random, [text + pick(random, OTHERS), pick(random, OTHERS) + text]),
  ),
  'the file twice': onText((text, random) => (random() < 0.5 ? text : text.trimEnd()) + text),
  'gzip in gzip': (bytes) => gzip(gzip(bytes)),
  'gzip harmed': (bytes, random) => {
    const packed = gzip(bytes);
    const at = 2 + below(random, packed.length - 2);
    return pick(random, [
      packed.slice(0, at),
      packed.with(at, 0xff) as Bytes,
      joined(packed, encode('more\n')),
    ]);
  },
  zip: (bytes, random, file) => {
    const many = Array.from(
      { length: pick(random, [0, 1_100]) },
      (_, i) => [`${i}.jsonl`, encode('{}\n')] as const,
    );
    const odd = pick(random, ['../x/', 'a\0b/', '__MACOSX/', '', '/etc/', 'in.zip/']);
    return Uint8Array.from(
      zipSync({ ...Object.fromEntries(many), 'README.md': encode('# N\n'), [odd + file]: bytes }),
    );
  },
  'zip harmed': (bytes, random, file) => {
    const packed = Uint8Array.from(zipSync({ [file]: bytes, 'in.zip': zipSync({ [file]: bytes }) }));
    const at = 4 + below(random, packed.length - 4);
    return pick(random, [packed.slice(0, at), packed.with(at, 0xff) as Bytes]);
  },
};

const EXTENSIONS = {
  JSONL: 'jsonl',
  'JSON array': 'json',
  'JSON object': 'json',
  CSV: 'csv',
  TSV: 'tsv',
  columns: 'trec',
  Parquet: 'parquet',
} as const;

/** Bytes damaged once: what was done in a word, and the bytes. */
export function damagedBytes(bytes: Bytes, random: Random, file: string): { done: string; bytes: Bytes } {
  const done = pick(random, [...Object.keys(GENTLE), ...Object.keys(ROUGH)]);
  return { done, bytes: ((GENTLE[done] ?? ROUGH[done]) as Damage)(bytes, random, file) };
}

/** Plain data as JSON in which one value, at any depth, is another. */
export const damagedJson = (value: unknown, random: Random): string => write(damaged(tree(value), random));

/** The input of a number. Every sixth is whole. */
export function inputOf(number: number, seed: number): Input {
  // Far apart for neighbours: 2^32 over the golden ratio.
  const random = seededRandom(seed + Math.imul(number, 0x9e3779b1));
  const name = FORMAT_NAMES[number % FORMAT_NAMES.length] as string;
  const { containers, needs = [], header, rows } = FORMATS[name] as Format;
  const whole = random() < 1 / 6;
  const container = pick(random, containers);
  const records = random() < 0.01 ? 20_000 : pick(random, [1, 2, 5, 40, 400]);
  const file = `${pick(random, ['a', 'train', 'ünï côdé', 'x.y'])}.${EXTENSIONS[container]}`;
  const done: string[] = [];
  const harm = !whole && random() < 0.7;
  if (harm) done.push('values');
  const entries = Array.from({ length: records }, (_, r) => rows(r)).flat();
  let bytes: Bytes;
  if (container === 'Parquet') bytes = parquet(entries as Readonly<Record<string, unknown>>[], harm, random);
  else if (container === 'CSV' || container === 'TSV' || container === 'columns') {
    const cells = [...(header ? [header] : []), ...(entries as readonly (readonly string[])[])];
    const changed = harm ? someRows(cells, (row) => damagedCells(row, random), random) : cells;
    const delimiter = { CSV: ',', TSV: '\t', columns: ' ' }[container];
    bytes = encode(
      container === 'columns'
        ? changed.map((row) => `${row.join(pick(random, [' ', '\t', '  ']))}\n`).join('')
        : tableText(changed, delimiter),
    );
  } else {
    const nodes = entries.map(tree);
    const gap =
      whole || records > 400
        ? ''
        : pick(random, ['', '', ' ', '\t\t', '\n', ' '.repeat(records > 40 ? 100 : 5_000)]);
    if (gap !== '') done.push('blanks between tokens');
    bytes = encode(
      jsonText(container, harm ? someRows(nodes, (row) => damaged(row, random), random) : nodes, gap, random),
    );
  }
  // A damaged id may be that of another row, and leads to its text, rightly.
  let apart = !harm || needs.length === 0;
  const times = whole ? 0 : harm ? below(random, 3) : 1 + below(random, 2);
  // A file that is already large is damaged no further: most kinds of damage write it as one string.
  for (let time = 0; time < times && bytes.length > 8 && bytes.length < 128 << 20; time += 1) {
    const next = damagedBytes(bytes, random, file);
    apart &&= next.done in GENTLE && container !== 'Parquet';
    done.push(next.done);
    bytes = next.bytes;
  }
  const options = defaultLoadOptions(file);
  const sample = !whole && random() < 0.1 ? { records: 3, seed: 7 } : options.sample;
  return {
    name: `${name}, ${container}, ${records} records: ${whole ? 'whole' : done.join(', ')}`,
    file,
    bytes,
    options: { ...options, sample },
    companions: companionsOf(needs, records),
    records: whole ? records : null,
    apart,
  };
}
