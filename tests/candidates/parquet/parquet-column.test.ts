import { describe, expect, it } from 'vitest';

import { ColumnBytes } from '../../../src/candidates/parquet/parquet-bytes';
import { ColumnReader } from '../../../src/candidates/parquet/parquet-column';
import { parquetColumns, type Leaf } from '../../../src/candidates/parquet/parquet-schema';

/** A bare repeated integer: definition 1 where there is an item, repetition 0 where a row begins. */
const [column] = parquetColumns([
  { name: 'schema', num_children: 1 },
  { name: 'ids', type: 'INT32', repetition_type: 'REPEATED' },
]);
const leaf = column?.leaves[0] as Leaf;

/** A data page (version 1, plain) of up to 7 values that are all there, with their repetition levels. */
function page(repetitions: readonly number[], values: readonly number[]): number[] {
  // Each level as a run of one number.
  const runs = (levels: readonly number[]): number[] => {
    const bytes = levels.flatMap((level) => [2, level]);
    return [bytes.length, 0, 0, 0, ...bytes];
  };
  const stored = values.flatMap((value) => [value, 0, 0, 0]);
  const body = [...runs(repetitions), ...runs(repetitions.map(() => 1)), ...stored];
  const size = [0x15, ...varint(2 * body.length)];
  const levels = [0x15, 2 * 3];
  const header = [
    0x15,
    0,
    ...size,
    ...size,
    0x2c,
    0x15,
    2 * repetitions.length,
    0x15,
    0,
    ...levels,
    ...levels,
    0,
    0,
  ];
  return [...header, ...body];
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, Math.floor(value / 128)];
}

function readerOf(pages: readonly number[][], values: number): ColumnReader {
  const bytes = Uint8Array.from(pages.flat());
  const span = { start: 0, end: bytes.length };
  const chunk = {
    ...span,
    codec: 'UNCOMPRESSED',
    values,
    packed: bytes.length,
    unpacked: bytes.length,
  } as const;
  // A window of a few bytes: every page is read anew.
  return new ColumnReader(leaf, chunk, new ColumnBytes(new File([bytes], 'f'), span, 10, null));
}

describe('a column of a row group', () => {
  it('gives rows whole that go over the end of a page', async () => {
    const pages = [page([0, 1], [1, 2]), page([1], [3]), page([1, 0], [4, 5]), page([0], [6])];
    const reader = readerOf(pages, 6);
    await reader.prepare(1);
    expect(reader.takeList(1)).toEqual([1, 2, 3, 4]);
    expect([reader.repetition, reader.isAtEnd]).toEqual([0, false]);
    await reader.prepare(3);
    expect([reader.takeList(1), reader.takeList(1)]).toEqual([[5], [6]]);
    expect(reader.isAtEnd).toBe(true);
  });

  it('has as many rows and values as it is said to have', async () => {
    await expect(readerOf([page([0, 1], [1, 2])], 2).prepare(2)).rejects.toThrow(
      'column "ids": only 1 rows were found',
    );
    await expect(readerOf([page([0], [1])], 2).prepare(1)).rejects.toThrow(
      'column "ids": 1 of its values are missing',
    );
    await expect(readerOf([page([0, 0, 0], [1, 2, 3])], 2).prepare(2)).rejects.toThrow(
      'column "ids": a page is said to have 3 values or bytes, at most 2 are left',
    );
  });

  it('refuses levels that it cannot have, and values that are not there', async () => {
    await expect(readerOf([page([0, 3], [1, 2])], 2).prepare(1)).rejects.toThrow('a level is higher than 1');
    await expect(readerOf([page([0, 1], [1])], 2).prepare(1)).rejects.toThrow(
      'its values need 8 bytes, 4 are there',
    );
  });

  it('does not go on behind its last value', async () => {
    const reader = readerOf([page([0], [1])], 1);
    await reader.prepare(1);
    expect(reader.take()).toBe(1);
    expect(() => reader.take()).toThrow('column "ids": its values end within a row');
  });
});
