/** Packed files: gzip of several members or with an odd header, zip archives with odd names or damage. */

import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

import type { Bytes, Mutation, Random } from '../types';
import { below, encode, HOSTILE_NAMES, joined, pick } from './chance';

const gzip = (bytes: Uint8Array): Bytes => Uint8Array.from(gzipSync(bytes));

/** A gzip file whose header has all that the format allows: extra field, name, comment, header CRC. */
function gzipWithHeader(bytes: Uint8Array): Bytes {
  const plain = gzip(bytes);
  const head = joined(
    [0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3],
    [3, 0, 1, 2, 3],
    encode('../<b>\u0000'),
    encode('=1+1\u0000'),
  );
  const check = crc32(head) & 0xffff;
  return joined(head, [check & 255, check >> 8], plain.subarray(10));
}

interface Member {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Not packed. */
  readonly stored?: boolean;
  /** Sizes and CRC stand behind the member, not before it. */
  readonly streamed?: boolean;
  /** General purpose flags besides, such as 1: encrypted. */
  readonly flags?: number;
  /** A method of packing other than 0 and 8. */
  readonly method?: number;
}

const le = (width: number, value: number): number[] =>
  Array.from({ length: width }, (_, at) => Math.floor(value / 256 ** at) % 256);

/** A zip archive, byte by byte (APPNOTE.TXT, 4.3), so that every field may be odd. */
function zipOf(members: readonly Member[]): Bytes {
  const parts: Bytes[] = [];
  const directory: Bytes[] = [];
  let offset = 0;
  for (const {
    name,
    bytes,
    stored = false,
    streamed = false,
    flags = 0,
    method = stored ? 0 : 8,
  } of members) {
    const packed = stored ? Uint8Array.from(bytes) : Uint8Array.from(deflateRawSync(bytes));
    const sizes = [...le(4, crc32(bytes)), ...le(4, packed.length), ...le(4, bytes.length)];
    const path = encode(name);
    const common = [...le(2, 20), ...le(2, 0x800 | flags | (streamed ? 8 : 0)), ...le(2, method), 0, 0, 0, 0];
    const before = streamed ? new Array<number>(12).fill(0) : sizes;
    const local = joined([0x50, 0x4b, 3, 4], common, before, le(2, path.length), [0, 0], path);
    const behind = streamed ? [0x50, 0x4b, 7, 8, ...sizes] : [];
    const part = joined(local, packed, behind);
    directory.push(
      joined(
        [0x50, 0x4b, 1, 2, 20, 0],
        common,
        sizes,
        le(2, path.length),
        new Array<number>(12).fill(0),
        le(4, offset),
        path,
      ),
    );
    parts.push(part);
    offset += part.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = le(2, members.length);
  const end = joined([0x50, 0x4b, 5, 6, 0, 0, 0, 0], count, count, le(4, size), le(4, offset), [0, 0]);
  return joined(...parts, ...directory, end);
}

const ODD_PATHS: readonly string[] = [
  '../../../etc/passwd.jsonl',
  '/etc/x.jsonl',
  'C:\\windows\\x.jsonl',
  '..\\x.jsonl',
  'a//b/./../x.jsonl',
  '.hidden/x.jsonl',
  '__MACOSX/x.jsonl',
  'x.jsonl/',
  ...HOSTILE_NAMES.map((name) => `${name}.jsonl`),
];

/** One record that no subject has. */
const ANOTHER = encode(
  '{"query": "other query", "positive": "other positive", "negatives": ["other negative"]}\n',
);

const damagedAt = (bytes: Bytes, random: Random, from = 0): Bytes => {
  const out = bytes.slice();
  const at = from + below(random, out.length - from);
  out[at] = (out[at] as number) ^ (1 << below(random, 8));
  return out;
};

export const archiveDamage: readonly Mutation[] = [
  {
    name: 'gzip',
    same: true,
    of: ['JSONL', 'JSON array', 'JSON object', 'CSV', 'TSV', 'columns'],
    apply: ({ bytes }) => gzip(bytes),
  },
  {
    name: 'gzip with a full header',
    same: true,
    of: ['JSONL', 'JSON array', 'JSON object', 'CSV', 'TSV', 'columns'],
    apply: ({ bytes }) => gzipWithHeader(bytes),
  },
  {
    name: 'gzip of two members',
    apply: ({ bytes }, random) => {
      const at = below(random, bytes.length);
      return joined(gzip(bytes.subarray(0, at)), gzip(bytes.subarray(at)));
    },
  },
  { name: 'gzip with an empty member', apply: ({ bytes }) => joined(gzip(new Uint8Array(0)), gzip(bytes)) },
  {
    name: 'gzip with zeros behind it',
    apply: ({ bytes }, random) => joined(gzip(bytes), new Uint8Array(1 + below(random, 600))),
  },
  { name: 'gzip with a text behind it', apply: ({ bytes }) => joined(gzip(bytes), encode('and more\n')) },
  { name: 'gzip in gzip', apply: ({ bytes }) => gzip(gzip(bytes)) },
  {
    name: 'gzip, header damaged',
    apply: ({ bytes }, random) => damagedAt(gzipWithHeader(bytes).slice(0, 30), random, 2),
  },
  {
    name: 'gzip, header damaged, all there',
    apply: ({ bytes }, random) => {
      const out = gzip(bytes);
      const at = 2 + below(random, 8);
      out[at] = below(random, 256);
      return out;
    },
  },
  {
    name: 'gzip, its size or sum wrong',
    apply: ({ bytes }, random) => {
      const out = gzip(bytes);
      return damagedAt(out, random, out.length - 8);
    },
  },
  {
    name: 'zip',
    apply: ({ bytes, file }, random) =>
      zipOf([{ name: file, bytes, stored: random() < 0.5, streamed: random() < 0.5 }]),
  },
  {
    name: 'zip of several',
    apply: ({ bytes, file }, random) =>
      zipOf([
        { name: 'notes/README.md', bytes: encode('# Notes\n') },
        { name: `data/${file}`, bytes, streamed: random() < 0.5 },
        { name: 'data/other.jsonl', bytes: ANOTHER },
        { name: `data/${file}`, bytes: ANOTHER },
      ]),
  },
  {
    name: 'zip with an odd path',
    apply: ({ bytes }, random) => zipOf([{ name: pick(random, ODD_PATHS), bytes }]),
  },
  {
    name: 'zip in zip',
    apply: ({ bytes, file }) => zipOf([{ name: 'in.zip', bytes: zipOf([{ name: file, bytes }]) }]),
  },
  {
    name: 'zip, encrypted or packed otherwise',
    apply: ({ bytes, file }, random) =>
      zipOf([
        random() < 0.5
          ? { name: file, bytes, flags: 1 }
          : { name: file, bytes, method: pick(random, [9, 12, 14, 93, 99]) },
      ]),
  },
  {
    name: 'zip damaged',
    apply: ({ bytes, file }, random) =>
      damagedAt(
        zipOf([
          { name: file, bytes, streamed: random() < 0.5 },
          { name: 'other.jsonl', bytes: ANOTHER },
        ]),
        random,
        4,
      ),
  },
  {
    name: 'zip cut off',
    apply: ({ bytes, file }, random) => {
      const whole = zipOf([
        { name: file, bytes },
        { name: 'other.jsonl', bytes: ANOTHER },
      ]);
      return whole.slice(0, 4 + below(random, whole.length - 4));
    },
  },
];
