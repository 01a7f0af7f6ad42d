/** Thrift's compact protocol, against bytes written by hand from its specification and footers of other writers. */

import { describe, expect, it } from 'vitest';

import { ParquetFault } from '../../../../src/candidates/read/parquet/fault';
import { decodeStruct, encodeStruct, ThriftStruct } from '../../../../src/candidates/read/parquet/thrift';
import { OTHER_WRITERS, parquetFixtures } from '../../parquet-fixtures';

/** 1: i32 -1, 2: i64 300, 3: "hi", 20: true, 21: [i32 1, 2]; then the end. */
const BYTES = Uint8Array.of(
  ...[0x15, 0x01, 0x16, 0xd8, 0x04, 0x18, 0x02, 0x68, 0x69],
  ...[0x01, 0x28, 0x19, 0x25, 0x02, 0x04, 0x00],
);

function footerOf(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const length = new DataView(file.buffer).getUint32(file.length - 8, true);
  return file.slice(file.length - 8 - length, file.length - 8);
}

describe('structs', () => {
  it('are read', () => {
    const struct = decodeStruct(BYTES);
    expect([struct.number(1), struct.number(2), struct.text(3), struct.has(20)]).toEqual([
      -1,
      300,
      'hi',
      true,
    ]);
    expect(struct.items(21)).toEqual([1n, 2n]);
    expect([struct.number(3), struct.text(9), struct.struct(1)]).toEqual([undefined, undefined, undefined]);
  });

  it('are written as they were read', () => {
    expect(encodeStruct(decodeStruct(BYTES))).toEqual(BYTES);
    const footers = [...Object.values(OTHER_WRITERS), ...parquetFixtures().map(({ bytes }) => bytes)].map(
      footerOf,
    );
    for (const footer of footers) expect(encodeStruct(decodeStruct(footer))).toEqual(footer);
  });

  it('change in one field', () => {
    const struct = decodeStruct(BYTES)
      .withLong(2, 3)
      .without(3, 20, 21)
      .withStruct(5, new ThriftStruct(new Map()));
    expect([...encodeStruct(struct)]).toEqual([0x15, 0x01, 0x16, 0x06, 0x3c, 0x00, 0x00]);
  });

  it.each([
    ['end too early', BYTES.slice(0, 7)],
    ['have a list longer than the bytes', Uint8Array.of(0x19, 0xf5, 0xff, 0x01)],
    ['have a field of no type', Uint8Array.of(0x1f, 0)],
    ['are nested without end', new Uint8Array(100).fill(0x1c)],
    ['have a number without end', new Uint8Array(20).fill(0xff).fill(0x16, 0, 1)],
  ])('that %s are at fault', (_, bytes) => {
    expect(() => decodeStruct(bytes)).toThrow(ParquetFault);
  });
});
