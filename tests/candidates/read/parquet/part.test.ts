import { Field, Float16, Int32, List, Uint8, Uint64, Utf8 } from 'apache-arrow';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, it } from 'vitest';

import { partOf } from '../../../../src/candidates/read/parquet/part';
import { parquetFixture, readParquet, type FixtureOptions } from '../../parquet-fixtures';

const ROWS = 90;
const rows = Array.from({ length: ROWS }, (_, row) => row);

const EXPECTED = rows.map((row) => ({
  text: row % 7 === 0 ? null : `text ${row % 5}`,
  byte: 255 - row,
  long: 2n ** 64n - 1n - BigInt(row),
  half: row / 8,
  list: Array.from({ length: row % 4 }, (_, i) => row * i),
}));

function fixture(options: FixtureOptions): Uint8Array<ArrayBuffer> {
  return parquetFixture(
    [
      { name: 'text', type: new Utf8(), values: EXPECTED.map(({ text }) => text) },
      { name: 'byte', type: new Uint8(), values: EXPECTED.map(({ byte }) => byte) },
      { name: 'long', type: new Uint64(), values: EXPECTED.map(({ long }) => long) },
      { name: 'half', type: new Float16(), values: EXPECTED.map(({ half }) => half) },
      {
        name: 'list',
        type: new List(new Field('item', new Int32())),
        values: EXPECTED.map(({ list }) => list),
      },
    ],
    { groupRows: 20, ...options },
  );
}

function part(file: Uint8Array<ArrayBuffer>, groups: readonly number[]): File {
  const metadata = parquetMetadata(file.buffer);
  const footer = file.length - 8 - metadata.metadata_length;
  const asked = metadata.row_groups.filter((_, index) => groups.includes(index));
  return partOf(new File([file], 'f.parquet'), footer, metadata, asked);
}

const valuesOf = async (file: Uint8Array<ArrayBuffer>) =>
  (await readParquet(file)).entries.map(({ value }) => value);

describe('some row groups as a file', () => {
  it.each<FixtureOptions>([{}, { dictionary: false }, { codec: 'zstd' }, { version2: true }])(
    'has their rows, value for value (%o)',
    async (options) => {
      const file = fixture(options);
      expect(await valuesOf(file)).toEqual(EXPECTED);
      const some = new Uint8Array(await part(file, [1, 2, 4]).arrayBuffer());
      expect(await valuesOf(some)).toEqual([...EXPECTED.slice(20, 60), ...EXPECTED.slice(80)]);
    },
  );

  it('has the bytes of these row groups alone', () => {
    const file = fixture({ dictionary: false });
    const one = part(file, [0]);
    expect(one.size).toBeLessThan(file.length / 2);
    expect(part(file, [0, 1]).size).toBeGreaterThan(one.size);
  });

  it('refuses columns that are said to lie outside the file', () => {
    const file = fixture({});
    const metadata = parquetMetadata(file.buffer);
    const asked = metadata.row_groups.slice(0, 1);
    expect(() => partOf(new File([file], 'f.parquet'), 100, metadata, asked)).toThrow(
      'its columns are said to lie outside the file',
    );
  });
});
