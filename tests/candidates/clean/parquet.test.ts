import { FixedSizeBinary } from 'apache-arrow';
import { parquetMetadata, type FileMetaData } from 'hyparquet';
import { describe, expect, it } from 'vitest';

import type { CleanedFile } from '../../../src/candidates/clean/cleaner';
import { parquet, readBack, types } from './parquet-support';
import { lostBy, pairs, roundTrip, withStore } from './support';

withStore();

/** Every type that trainers' files have, and some they have not; nulls and empty lists wherever they may be. */
const COLUMNS = {
  id: [types.long, [9007199254740993n, 2n, null, 4n]],
  query: [types.text, ['q1', 'q2 é\ud83d\ude00', 'q3', 'q4']],
  pos: [types.list(types.text), [['p1'], ['p2', 'r2'], ['p3'], ['p4']]],
  neg: [types.list(types.text), [['a', 'b', 'a'], ['c', null, ''], ['d'], ['e', 'f']]],
  neg_scores: [types.list(types.single), [[1.5, -2.25, 0.125], [0.5, 0.25, 0], null, [4, 3]]],
  vectors: [types.list(types.list(types.double)), [[[0.1], [], null], [], null, [[1, 2], [3]]]],
  made: [
    types.struct({ by: types.text, tags: types.list(types.text), deep: types.struct({ n: types.whole }) }),
    [
      { by: 'x', tags: ['t', null], deep: { n: 3 } },
      { by: null, tags: [], deep: null },
      null,
      { by: '', tags: null, deep: { n: null } },
    ],
  ],
  passages: [
    types.list(types.struct({ docid: types.text, score: types.double })),
    [[{ docid: '1', score: 0.5 }, { docid: null, score: null }, null], [], null, [{ docid: '', score: -0 }]],
  ],
  unsigned: [types.unsigned, [4294967295, 0, null, 2147483648]],
  image: [types.bytes, [Uint8Array.of(0x61), Uint8Array.of(0xff, 0), null, new Uint8Array(0)]],
  truth: [types.truth, [true, false, null, true]],
  moment: [types.moment, [1700000000123.456, null, 0, -1]],
  local: [types.local, [1700000000123, null, 0, -1]],
  day: [types.day, [new Date(86_400_000), null, new Date(0), new Date(-86_400_000)]],
  price: [
    types.decimal,
    [
      Uint32Array.of(12345, 0, 0, 0),
      null,
      Uint32Array.of(1, 0, 0, 0),
      Uint32Array.of(4294967295, 4294967295, 4294967295, 4294967295),
    ],
  ],
  hash: [
    types.id,
    [Uint8Array.of(0, 1, 126, 127), null, Uint8Array.of(65, 0, 0, 0), Uint8Array.of(1, 2, 3, 4)],
  ],
} as const;

async function cleanedBytes({ content }: CleanedFile): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await content.arrayBuffer());
}

/** The footer as another reader has it. */
function footerOf(content: Uint8Array<ArrayBuffer>): FileMetaData {
  return parquetMetadata(content.buffer);
}

/** The keys of the notes in a footer. */
function notesOf(content: Uint8Array<ArrayBuffer>): string[] {
  return (footerOf(content).key_value_metadata ?? []).map(({ key }) => key);
}

describe('Parquet', () => {
  it.each(['snappy', 'zstd', 'gzip', 'none'] as const)(
    'goes out value for value where nothing is removed (codec %s)',
    async (codec) => {
      const file = parquet(COLUMNS, { groupRows: 3, codec });
      const { cleaned } = await roundTrip('t.parquet', file, []);
      expect(cleaned.name).toBe('t.cleaned.parquet');
      expect(readBack(await cleanedBytes(cleaned))).toEqual(readBack(file));
    },
  );

  it('loses items, those beside them and copies, and rows without a negative', async () => {
    const file = parquet(COLUMNS, { groupRows: 2 });
    const removed = pairs('0:0 1:0 2:0 3:1');
    const { cleaned, again, left } = await roundTrip('t.parquet', file, removed);
    const before = readBack(file);
    const after = readBack(await cleanedBytes(cleaned));
    expect(after.schema).toEqual(before.schema);
    expect(after.rows).toEqual([
      { ...(before.rows[0] as object), neg: ['b'], neg_scores: [-2.25] },
      { ...(before.rows[3] as object), neg: ['e'], neg_scores: [4] },
    ]);
    expect(again).toEqual(left);
    expect(lostBy(cleaned)).toEqual([4, 2]);
  });

  it('keeps lists of any depth that go over pages', async () => {
    let seed = 3;
    const random = (n: number): number => (seed = (seed * 48271) % 2147483647) % n;
    const maybe = <Value>(value: Value): Value | null => (random(5) === 0 ? null : value);
    const many = <Value>(make: () => Value): Value[] => Array.from({ length: random(4) }, make);
    const rows = Array.from({ length: 400 }, (_, i) => i);
    const word = (): string | null => maybe('x'.repeat(random(30)));
    const file = parquet(
      {
        query: [types.text, rows.map((i) => `q${i}`)],
        document: [types.text, rows.map((i) => `p${i}`)],
        negatives: [types.list(types.text), rows.map((i) => [`n${i}`, ...many(word)])],
        words: [types.list(types.list(types.text)), rows.map(() => maybe(many(() => maybe(many(word)))))],
        deep: [
          types.list(types.struct({ at: types.struct({ n: types.long, tags: types.list(types.text) }) })),
          rows.map(() => maybe(many(() => maybe({ at: maybe({ n: maybe(7n), tags: maybe(many(word)) }) })))),
        ],
      },
      { groupRows: 150, pageBytes: 200 },
    );
    const { cleaned } = await roundTrip('t.parquet', file, []);
    expect(readBack(await cleanedBytes(cleaned))).toEqual(readBack(file));
  });

  it('takes items out of lists of a fixed size, which are lists of any size afterwards', async () => {
    const file = parquet({
      query: [types.text, ['q1', 'q2']],
      pos: [types.list(types.text), [['p1'], ['p2']]],
      neg: [
        types.fixed(2, types.text),
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
      ],
    });
    expect(notesOf(file)).toEqual(['ARROW:schema']);
    const { cleaned } = await roundTrip('t.parquet', file, pairs('0:0'));
    expect(cleaned.name).toBe('t.cleaned.parquet');
    const bytes = await cleanedBytes(cleaned);
    expect(readBack(bytes).rows).toEqual([
      { query: 'q1', pos: ['p1'], neg: ['b'] },
      { query: 'q2', pos: ['p2'], neg: ['c', 'd'] },
    ]);
  });

  it("keeps the file's notes", async () => {
    const columns = ['anchor', 'positive', 'negative'].map((name) => [name, [types.text, [name]]] as const);
    const file = parquet(Object.fromEntries(columns), { notes: { huggingface: '{}' } });
    expect(notesOf(file).sort()).toEqual(['ARROW:schema', 'huggingface']);
    const { cleaned } = await roundTrip('t.parquet', file, []);
    expect(notesOf(await cleanedBytes(cleaned))).toEqual(['huggingface']);
  });

  it('is written in row groups of at most 10,000 rows', async () => {
    const count = 10_500;
    const texts = (name: string): string[] => Array.from({ length: count }, (_, i) => `${name}${i}`);
    const file = parquet(
      {
        query: [types.text, texts('q')],
        document: [types.text, texts('p')],
        negatives: [types.list(types.text), texts('n').map((text) => [text, `${text}x`])],
      },
      { groupRows: count },
    );
    const { cleaned, again } = await roundTrip('t.parquet', file, pairs('7:0 10499:1'));
    const { row_groups } = footerOf(await cleanedBytes(cleaned));
    expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([10_000, 500]);
    expect(row_groups[0]?.columns[0]?.meta_data?.codec).toBe('SNAPPY');
    expect(again[7]?.negatives).toEqual(['n7x']);
    expect(again.at(-1)?.negatives).toEqual(['n10499']);
  });

  it('writes timestamps of twelve bytes (INT96) as those of today', async () => {
    // Nanoseconds of the day, then the Julian day: noon of 1 January 2000.
    const moment = new Uint8Array(12);
    new DataView(moment.buffer).setBigUint64(0, 43_200_000_000_000n, true);
    new DataView(moment.buffer).setUint32(8, 2_451_545, true);
    const file = parquet(
      {
        query: [types.text, ['q1', 'q2']],
        positive: [types.text, ['p1', 'p2']],
        negative: [types.text, ['a', 'b']],
        at: [new FixedSizeBinary(12), [moment, null]],
      },
      { dictionary: false },
    );
    // In the schema and in its column: type 7 (bytes of a fixed length) becomes 3 (INT96).
    for (const found of [
      [0x15, 0x0e, 0x15, 0x18],
      [0x15, 0x0e, 0x19],
    ]) {
      file[Buffer.from(file.buffer).indexOf(Uint8Array.from(found)) + 1] = 0x06;
    }
    const { cleaned } = await roundTrip('t.parquet', file, []);
    const { schema, rows } = readBack(await cleanedBytes(cleaned));
    expect(schema[3]).toBe('at: Timestamp<NANOSECOND>?');
    expect(rows.map((row) => (row as { at: unknown }).at)).toEqual([Date.UTC(2000, 0, 1, 12), null]);
  });
});
