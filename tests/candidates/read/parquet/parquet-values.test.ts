import {
  Binary,
  Bool,
  DateDay,
  Decimal,
  Dictionary,
  Field,
  FixedSizeBinary,
  FixedSizeList,
  Float16,
  Float32,
  Float64,
  Int32,
  Int64,
  LargeUtf8,
  List,
  Struct,
  TimestampMicrosecond,
  TimestampMillisecond,
  Uint32,
  Uint64,
  Uint8,
  Utf8,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';

import {
  OTHER_WRITERS,
  parquetFixture,
  readParquet,
  type FixtureColumn,
  type FixtureOptions,
} from '../../parquet-fixtures';

const listOf = (type: ConstructorParameters<typeof Field>[1]): List =>
  new List(new Field('item', type, true));
const passage = new Struct([
  new Field('docid', new Utf8(), true),
  new Field('title', new Utf8(), true),
  new Field('text', new LargeUtf8(), true),
]);
const meta = new Struct([new Field('lang', new Utf8(), true), new Field('ids', listOf(new Int32()), true)]);

/** Three rows of every shape; each of the three is read back as it stands here. */
const ROWS = [
  {
    query_id: '1',
    subset: 'bm25',
    negative_passages: [
      { docid: '7', title: null, text: 'Zürich 漢字 🏔' },
      { docid: '8', title: '', text: '' },
    ],
    pos: ['a', null, 'c'],
    negative_embeddings: [[0.5, -1], [], [2]],
    meta: { lang: 'de', ids: [1, 2] },
    big: 9007199254740991n,
    label: -3,
    count: 4294967295,
    score: 0.1,
    flag: true,
    byte: 255,
    long: 2n ** 64n - 1n,
    half: 0.125,
    vector: [1, -0.25, 0.5],
  },
  {
    query_id: null,
    subset: null,
    negative_passages: [],
    pos: [],
    negative_embeddings: null,
    meta: null,
    big: null,
    label: null,
    count: null,
    score: null,
    flag: null,
    byte: null,
    long: null,
    half: null,
    vector: null,
  },
  {
    query_id: '',
    subset: 'bm25',
    negative_passages: null,
    pos: null,
    negative_embeddings: [],
    meta: { lang: null, ids: null },
    big: 9007199254740993n,
    label: 0,
    count: 0,
    score: NaN,
    flag: false,
    byte: 0,
    long: 2n ** 63n,
    half: -2,
    vector: [0, 8, -0.5],
  },
] as const;

const TYPES = {
  query_id: new Utf8(),
  subset: new Dictionary(new Utf8(), new Int32()),
  negative_passages: listOf(passage),
  pos: listOf(new Utf8()),
  negative_embeddings: listOf(listOf(new Float32())),
  meta,
  big: new Int64(),
  label: new Int32(),
  count: new Uint32(),
  score: new Float64(),
  flag: new Bool(),
  byte: new Uint8(),
  long: new Uint64(),
  half: new Float16(),
  vector: new FixedSizeList(3, new Field('item', new Float16(), true)),
};

/** `copies` times the three rows. */
function columnsOf(copies: number): FixtureColumn[] {
  const rows = Array.from({ length: copies }, () => ROWS).flat();
  return Object.entries(TYPES).map(([name, type]) => ({
    name,
    type,
    values: rows.map((row) => row[name as keyof typeof TYPES]),
  }));
}

/** As entries have them: an integer beyond 2^53 stays a big one. */
function expectedRow(index: number): unknown {
  const row = ROWS[index % 3];
  const big = row?.big;
  return {
    ...row,
    big: big === 9007199254740993n ? big : typeof big === 'bigint' ? Number(big) : null,
  };
}

const text = (name: string, values: readonly (string | null)[]): FixtureColumn => ({
  name,
  type: new Utf8(),
  values,
});

describe('values', () => {
  const ways: (FixtureOptions & { codec: NonNullable<FixtureOptions['codec']> })[] = (
    ['none', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4'] as const
  ).flatMap((codec) => [
    { codec },
    { codec, groupRows: 40, pageBytes: 256, dictionary: false },
    { codec, groupRows: 100, pageBytes: 256, dictionary: false, version2: true },
  ]);

  it.each(ways)('come out as they were written: %o', async (options) => {
    const { entries } = await readParquet(parquetFixture(columnsOf(50), options));
    expect(entries.map(({ place }) => place)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1));
    for (const [index, { value }] of entries.entries()) expect(value).toStrictEqual(expectedRow(index));
  });

  it.each(Object.entries(OTHER_WRITERS))('of lists and maps by %s', async (_, file) => {
    const { entries } = await readParquet(file);
    expect(entries.map(({ value }) => value)).toEqual([
      {
        query: 'q1',
        negative_passages: [
          { docid: '1', text: 'a' },
          { docid: null, text: 'b' },
        ],
        embs: [[0.5, 1.5], [], [2.5]],
        neg: { bm25: [1, 2], dpr: [] },
      },
      { query: null, negative_passages: [], embs: null, neg: null },
      { query: 'q3', negative_passages: null, embs: [], neg: {} },
      {
        query: 'q4',
        negative_passages: [null, { docid: '4', text: 'd' }],
        embs: [null, [3.5]],
        neg: { bm25: null },
      },
    ]);
  });

  it('of dates, times and decimals, and of bytes that say no more', async () => {
    const time = Date.UTC(2026, 10, 21, 5, 6, 7, 89);
    const file = parquetFixture([
      { name: 'day', type: new DateDay(), values: [new Date(Date.UTC(2026, 10, 21)), null] },
      { name: 'time', type: new TimestampMillisecond(), values: [time, null] },
      { name: 'bytes', type: new Binary(), values: [new TextEncoder().encode('é'), null] },
      {
        name: 'price',
        type: new Decimal(2, 9),
        values: [
          Uint32Array.of(30, 0, 0, 0),
          Uint32Array.of(2 ** 32 - 12345, ...Array<number>(3).fill(2 ** 32 - 1)),
        ],
      },
      { name: 'moment', type: new TimestampMicrosecond('UTC'), values: [1700000000123.456, null] },
      {
        name: 'hash',
        type: new FixedSizeBinary(4),
        values: [Uint8Array.of(97, 98, 99, 100), Uint8Array.of(255, 0, 0, 0)],
      },
      {
        name: 'uuid',
        type: new FixedSizeBinary(16),
        values: [Uint8Array.from({ length: 16 }, (_, i) => 16 * i + i), null],
      },
    ]);
    const { entries } = await readParquet(file);
    expect(entries.map(({ value }) => value)).toEqual([
      {
        day: '2026-11-21',
        time: '2026-11-21T05:06:07.089Z',
        bytes: 'é',
        price: 0.3,
        moment: '2023-11-14T22:13:20.123Z',
        hash: 'abcd',
        uuid: '00112233-4455-6677-8899-aabbccddeeff',
      },
      { day: null, time: null, bytes: null, price: -123.45, moment: null, hash: { bytes: 4 }, uuid: null },
    ]);
  });

  it('have a column named __proto__ as any other', async () => {
    const file = parquetFixture([text('__proto__', ['a']), text('query', ['b'])]);
    const [entry] = (await readParquet(file)).entries;
    expect(Object.entries(entry?.value ?? {})).toEqual([
      ['__proto__', 'a'],
      ['query', 'b'],
    ]);
    expect(Object.getPrototypeOf(entry?.value)).toBe(Object.prototype);
  });
});
