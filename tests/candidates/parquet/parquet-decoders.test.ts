import type { SchemaElement } from 'hyparquet';
import { describe, expect, it } from 'vitest';

import { codecOf, unpack } from '../../../src/candidates/parquet/parquet-codecs';
import { readValues } from '../../../src/candidates/parquet/parquet-encodings';
import { bitWidth, readRuns } from '../../../src/candidates/parquet/parquet-levels';
import { BadText } from '../../../src/candidates/parquet/parquet-text';
import { endOfStruct } from '../../../src/candidates/parquet/parquet-thrift';
import { converterOf } from '../../../src/candidates/parquet/parquet-types';

const bytesOf = (...bytes: number[]): Uint8Array => Uint8Array.from(bytes);

function runs(width: number, count: number, ...bytes: number[]): number[] {
  const out = new Uint32Array(count);
  readRuns(bytesOf(...bytes), width, out);
  return [...out];
}

describe('runs and packed bits', () => {
  it('need as many bits as the highest number', () => {
    expect([0, 1, 2, 3, 4, 255, 256].map(bitWidth)).toEqual([0, 1, 2, 2, 3, 8, 9]);
  });

  it('are read as in the example of the format: 0 to 7 in three bits each', () => {
    expect(runs(3, 8, 0b11, 0b10001000, 0b11000110, 0b11111010)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('repeat a number, which takes whole bytes', () => {
    // Four times 5; then twice 300 in nine bits.
    expect(runs(3, 4, 4 << 1, 5)).toEqual([5, 5, 5, 5]);
    expect(runs(9, 2, 2 << 1, 0x2c, 0x01)).toEqual([300, 300]);
  });

  it('follow each other, and end with the numbers that are asked for', () => {
    expect(runs(1, 6, 3 << 1, 1, 0b11, 0b10101010)).toEqual([1, 1, 1, 0, 1, 0]);
    expect(runs(1, 2, 0xfe, 0xff, 0xff, 0xff, 0x0f, 1)).toEqual([1, 1]);
  });

  it('may be up to 32 bits wide', () => {
    const packed = [0x03, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, ...Array.from({ length: 24 }, () => 0)];
    expect(runs(32, 3, ...packed)).toEqual([0xffffffff, 1, 0]);
    // 2^27 and 1 in 28 bits: 0x8000000, then 0x0000001 from the upper half of the fourth byte on.
    expect(runs(28, 2, 0x03, 0, 0, 0, 0x18, 0, 0, 0)).toEqual([2 ** 27, 1]);
  });

  it('end with a fault where bytes are missing', () => {
    expect(() => runs(3, 8, 0b11, 0, 0)).toThrow('a run of numbers ends too early');
    expect(() => runs(3, 8, 4 << 1, 5)).toThrow('a run of numbers is missing');
    expect(() => runs(3, 8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)).toThrow('too many digits');
    expect(() => runs(33, 1, 2, 0)).toThrow('numbers of 33 bits');
  });
});

describe('a struct of Thrift', () => {
  it('ends behind its stop byte', () => {
    // Field 1: integer 300 in two digits; field 2: text of two bytes; field 3: list of two booleans; stop; more.
    const struct = bytesOf(0x15, 0xac, 0x02, 0x18, 2, 65, 66, 0x19, 0x21, 1, 2, 0, 0x77);
    expect(endOfStruct(struct, 0)).toBe(12);
  });

  it.each<readonly [string, number[], string]>([
    ['without an end', [0x15, 2], 'it ends too early'],
    ['with a text longer than its bytes', [0x18, 5, 65], 'a text is longer than its bytes'],
    [
      'with a list longer than its bytes',
      [0x19, 0xf5, 0xff, 0xff, 0xff, 0x7f],
      'a list is longer than its bytes',
    ],
    [
      'with a number of too many digits',
      [0x16, ...Array.from({ length: 11 }, () => 0xff)],
      'too many digits',
    ],
    ['with a type that Parquet does not use', [0x1b, 0], 'a field has the unknown type 11'],
    ['nested without end', Array.from({ length: 100 }, () => 0x1c), 'its fields are nested too deep'],
  ])('%s is refused', (_, bytes, message) => {
    expect(() => endOfStruct(bytesOf(...bytes), 0)).toThrow(message);
  });
});

describe('stored values', () => {
  const element = (rest: Partial<SchemaElement>): SchemaElement => ({ name: 'x', type: 'INT32', ...rest });
  const converted = (rest: Partial<SchemaElement>, raw: unknown): unknown =>
    converterOf(element(rest))?.(raw) ?? raw;

  it.each<readonly [string, Partial<SchemaElement>, unknown, unknown]>([
    ['an integer', {}, -5, -5],
    ['an unsigned integer', { converted_type: 'UINT_32' }, -1, 4294967295],
    ['a day', { converted_type: 'DATE' }, 1, '1970-01-02'],
    ['a day before 1970', { logical_type: { type: 'DATE' } }, -1, '1969-12-31'],
    ['a decimal', { converted_type: 'DECIMAL', scale: 2 }, -1234, -12.34],
    ['a long integer', { type: 'INT64' }, -(2n ** 53n) + 1n, -9007199254740991],
    ['a longer one', { type: 'INT64' }, 2n ** 53n, '9007199254740992'],
    ['an unsigned one', { type: 'INT64', converted_type: 'UINT_64' }, -1n, '18446744073709551615'],
    [
      'milliseconds',
      { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
      1500n,
      '1970-01-01T00:00:01.500Z',
    ],
    [
      'microseconds',
      { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
      1500n,
      '1970-01-01T00:00:00.001Z',
    ],
    [
      'nanoseconds',
      { type: 'INT64', logical_type: { type: 'TIMESTAMP', unit: 'NANOS', isAdjustedToUTC: true } },
      2_000_000n,
      '1970-01-01T00:00:00.002Z',
    ],
    [
      'a moment beyond the calendar',
      { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
      10n ** 16n,
      '10000000000000000',
    ],
    [
      'INT96: noon of the first day',
      { type: 'INT96' },
      (2_440_588n << 64n) + 43_200_000_000_000n,
      '1970-01-01T12:00:00.000Z',
    ],
    [
      'bytes of a decimal',
      { type: 'BYTE_ARRAY', converted_type: 'DECIMAL', scale: 1 },
      bytesOf(0xff, 0x38),
      -20,
    ],
    [
      'half precision',
      { type: 'FIXED_LEN_BYTE_ARRAY', logical_type: { type: 'FLOAT16' } },
      bytesOf(0x00, 0xbe),
      -1.5,
    ],
    ['bytes that are no text', { type: 'BYTE_ARRAY', converted_type: 'BSON' }, bytesOf(0, 255), '00ff'],
    [
      'JSON',
      { type: 'BYTE_ARRAY', converted_type: 'JSON' },
      new TextEncoder().encode('{"a":[1]}'),
      { a: [1] },
    ],
    ['what is no JSON', { type: 'BYTE_ARRAY', converted_type: 'JSON' }, new TextEncoder().encode('{a'), '{a'],
    ['a byte order mark', { type: 'BYTE_ARRAY' }, bytesOf(0xef, 0xbb, 0xbf, 65), '\ufeffA'],
  ])('%s', (_, rest, raw, expected) => {
    expect(converted(rest, raw)).toEqual(expected);
  });

  it('of bytes that are not UTF-8 are told from texts', () => {
    const bad = converted({ type: 'BYTE_ARRAY', converted_type: 'UTF8' }, bytesOf(65, 0xc3, 66));
    expect(bad).toBeInstanceOf(BadText);
    expect(bad).toMatchObject({ text: 'A\ufffdB', position: 2 });
  });

  it('of bytes that nothing says are text are opaque, unless they are UTF-8', () => {
    expect(converted({ type: 'BYTE_ARRAY' }, bytesOf(65, 0xc3, 66))).toEqual({ bytes: 3 });
    expect(converted({ type: 'BYTE_ARRAY' }, bytesOf(65, 66))).toBe('AB');
  });
});

describe('encodings', () => {
  const text: SchemaElement = { name: 'x', type: 'BYTE_ARRAY' };
  const integer: SchemaElement = { name: 'x', type: 'INT32' };

  it('share the beginnings of texts', () => {
    // Blocks of 128 in 4 parts, 3 values, the first; then the least difference and widths in bits of the parts.
    const prefixes = [0x80, 1, 4, 3, 0, /* 0 */ 1 /* least: -1 */, 3, 0, 0, 0, 0b100_100, 0, ...zeros(10)];
    const suffixes = [0x80, 1, 4, 3, 8, /* 4 */ 5 /* least: -3 */, 0, 0, 0, 0];
    const bytes = bytesOf(...prefixes, ...suffixes, ...new TextEncoder().encode('axisle'));
    // Prefixes 0, 3, 6 and suffixes 4, 1, -2: the third is shorter than nothing.
    expect(() => readValues('DELTA_BYTE_ARRAY', bytes, 3, text, null)).toThrow(
      'a value is longer than its page',
    );
  });

  it.each<readonly [string, Parameters<typeof readValues>, string]>([
    [
      'values that are not there',
      ['PLAIN', bytesOf(1, 0), 3, integer, null],
      'its values need 12 bytes, 2 are there',
    ],
    [
      'a text longer than its page',
      ['PLAIN', bytesOf(9, 0, 0, 0, 65), 1, text, null],
      'a value is longer than its page',
    ],
    [
      'places without a dictionary',
      ['RLE_DICTIONARY', bytesOf(1, 2, 0), 1, text, null],
      'its dictionary is missing',
    ],
    [
      'places behind the end of the dictionary',
      ['RLE_DICTIONARY', bytesOf(2, 2, 3), 1, text, { length: 3, numbers: null, at: () => 'a' }],
      'a value is not among the 3 of its dictionary',
    ],
    [
      'differences in parts of nothing',
      ['DELTA_BINARY_PACKED', bytesOf(0x80, 1, 0, 1, 0), 1, integer, null],
      'its differences are written in 0 parts of blocks of 128',
    ],
    [
      'another number of differences',
      ['DELTA_BINARY_PACKED', bytesOf(0x80, 1, 4, 9, 0), 1, integer, null],
      '9 differences were found, not 1',
    ],
    ['no known encoding', [undefined, bytesOf(0), 1, text, null], 'its values are encoded as nothing known'],
  ])('refuse %s', (_, given, message) => {
    expect(() => readValues(...given)).toThrow(message);
  });
});

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

describe('codecs', () => {
  it('are known by name', () => {
    expect(codecOf('ZSTD')).toBe('ZSTD');
    expect(() => codecOf('LZO')).toThrow('it is packed with LZO, which is not read');
    expect(() => codecOf(undefined)).toThrow('it is packed with an unknown codec, which is not read');
    expect(() => codecOf('toString')).toThrow('it is packed with toString, which is not read');
  });

  it('refuse sizes that packed bytes cannot have, before they make room for them', async () => {
    await expect(unpack('SNAPPY', bytesOf(0x80, 0x80, 0x80, 0x80, 2), 2 ** 29)).rejects.toThrow(
      '5 packed bytes are said to be 536870912',
    );
    await expect(unpack('SNAPPY', bytesOf(3, 0x10, 65, 66, 67), 4)).rejects.toThrow(
      '3 bytes were found, not 4',
    );
    // A frame of 2^31 bytes: magic, single segment with its size in four bytes.
    const frame = bytesOf(0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0x80, 1, 0, 0);
    await expect(unpack('ZSTD', frame, 100)).rejects.toThrow('2147483648 bytes were found, not 100');
    await expect(unpack('UNCOMPRESSED', bytesOf(1, 2, 3), 2)).rejects.toThrow('3 bytes were found, not 2');
  });

  it('refuse gzip that holds more than it should', async () => {
    const stream = new Blob([new Uint8Array(100_000)]).stream().pipeThrough(new CompressionStream('gzip'));
    const packed = new Uint8Array(await new Response(stream).arrayBuffer());
    expect((await unpack('GZIP', packed, 100_000)).length).toBe(100_000);
    await expect(unpack('GZIP', packed, 50_000)).rejects.toThrow('more than 50000 bytes were found');
    await expect(unpack('GZIP', packed.subarray(0, 60), 50_000)).rejects.toThrow();
  });
});
