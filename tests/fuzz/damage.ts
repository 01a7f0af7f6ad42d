/** Damage to the bytes of a file, by seed. */

import { gzipSync } from 'node:zlib';

export type Bytes = Uint8Array<ArrayBuffer>;

/** A whole number from 0 to `count` - 1, the next of a seeded row. */
export type Below = (count: number) => number;

const joined = (...parts: readonly Uint8Array[]): Bytes => Uint8Array.from(Buffer.concat(parts));
const encode = (text: string): Bytes => new TextEncoder().encode(text);
const decode = (bytes: Bytes): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const splice = (bytes: Bytes, start: number, count: number, inserted: Uint8Array): Bytes =>
  joined(bytes.subarray(0, start), inserted, bytes.subarray(start + count));

/** What files meet on their way: a broken download, an editor, another program, a bad disk. */
const DAMAGE: Readonly<Record<string, (bytes: Bytes, below: Below) => Bytes>> = {
  'cut off': (bytes, below) => bytes.slice(0, below(bytes.length)),
  'beginning lost': (bytes, below) => bytes.slice(below(bytes.length)),
  'a byte flipped': (bytes, below) => bytes.with(below(bytes.length), below(256)) as Bytes,
  'a stretch lost': (bytes, below) => splice(bytes, below(bytes.length), 1 + below(80), new Uint8Array()),
  'a stretch twice': (bytes, below) => {
    const start = below(bytes.length);
    return splice(bytes, start, 0, bytes.slice(start, start + 1 + below(80)));
  },
  'zeros behind': (bytes, below) => joined(bytes, new Uint8Array(1 + below(5_000))),
  'not UTF-8': (bytes, below) => splice(bytes, below(bytes.length), 0, Uint8Array.of(0xed, 0xa0, 0x80)),
  'a mark put in': (bytes, below) =>
    splice(bytes, below(bytes.length), 0, encode('"\'[]{},:\\\n\t\0'.charAt(below(12)))),
  'lines joined': (bytes) => encode(decode(bytes).replaceAll('\n', ' ')),
  'blank lines': (bytes) => encode(decode(bytes).replaceAll('\n', '\r\n \n')),
  'the file twice': (bytes) => joined(bytes, bytes),
  'gzip cut off': (bytes, below) => {
    const packed = Uint8Array.from(gzipSync(bytes));
    return packed.slice(0, 2 + below(packed.length - 2));
  },
};

/** What was done, in words, and the bytes. */
export function damaged(bytes: Bytes, below: Below): { done: string; bytes: Bytes } {
  const kinds = Object.keys(DAMAGE);
  const done = kinds[below(kinds.length)] as string;
  return { done, bytes: DAMAGE[done]?.(bytes, below) ?? bytes };
}
