/** Files in other encodings, with other line ends, or with several in one. */

import { TEXTS, type Bytes, type Mutation } from '../types';
import { below, decode, encode, joined, pick } from './chance';

const LF = 0x0a;
const MARK = [0xef, 0xbb, 0xbf];

function utf16(text: string, littleEndian: boolean, marked: boolean): Bytes {
  const whole = marked ? `\ufeff${text}` : text;
  const out = new Uint8Array(whole.length * 2);
  const view = new DataView(out.buffer);
  for (let at = 0; at < whole.length; at += 1) view.setUint16(at * 2, whole.charCodeAt(at), littleEndian);
  return out;
}

/** A byte a character, `?` where it has none: what Latin-1 writes. */
const latin1 = (text: string): Bytes =>
  Uint8Array.from([...text], (letter) => {
    const code = letter.codePointAt(0) as number;
    return code < 256 ? code : 0x3f;
  });

/** Each half of a surrogate pair as three bytes, as Java and Oracle write them. */
const cesu8 = (text: string): Bytes =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) => {
      if (unit < 0x80) return [unit];
      if (unit < 0x800) return [0xc0 | (unit >> 6), 0x80 | (unit & 63)];
      return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)];
    }),
  );

/** Where lines begin. */
function lineStarts(bytes: Bytes): number[] {
  const starts = [0];
  bytes.forEach((byte, at) => byte === LF && at + 1 < bytes.length && starts.push(at + 1));
  return starts;
}

const rewritten = (name: string, change: (text: string) => Bytes): Mutation => ({
  name,
  of: TEXTS,
  apply: ({ bytes }) => change(decode(bytes)),
});

const inserted = (bytes: Bytes, at: number, more: ArrayLike<number>): Bytes =>
  joined(bytes.subarray(0, at), more, bytes.subarray(at));

export const encodingDamage: readonly Mutation[] = [
  rewritten('UTF-16 LE with a mark', (text) => utf16(text, true, true)),
  rewritten('UTF-16 BE with a mark', (text) => utf16(text, false, true)),
  rewritten('UTF-16 LE', (text) => utf16(text, true, false)),
  rewritten('UTF-16 BE', (text) => utf16(text, false, false)),
  rewritten('Latin-1', latin1),
  rewritten('CESU-8', (text) => cesu8(`${text}\n😀`)),
  {
    name: 'a line in Latin-1',
    of: TEXTS,
    apply: ({ bytes }, random) => {
      const starts = [...lineStarts(bytes), bytes.length];
      const line = below(random, starts.length - 1);
      const [from, to] = [starts[line] as number, starts[line + 1] as number];
      return joined(
        bytes.subarray(0, from),
        latin1(decode(bytes.subarray(from, to)).replace(/[a-z]/, 'é')),
        bytes.subarray(to),
      );
    },
  },
  {
    name: 'half of it in UTF-16',
    of: TEXTS,
    apply: ({ bytes }, random) => {
      const from = pick(random, lineStarts(bytes));
      return joined(bytes.subarray(0, from), utf16(decode(bytes.subarray(from)), true, random() < 0.5));
    },
  },
  {
    name: 'a byte order mark',
    of: TEXTS,
    same: true,
    apply: ({ bytes }) => (bytes[0] === 0xef ? null : joined(MARK, bytes)),
  },
  { name: 'two byte order marks', of: TEXTS, apply: ({ bytes }) => joined(MARK, MARK, bytes) },
  {
    name: 'a byte order mark before a line',
    of: TEXTS,
    apply: ({ bytes }, random) => inserted(bytes, pick(random, lineStarts(bytes)), MARK),
  },
  {
    name: 'a byte order mark anywhere',
    of: TEXTS,
    apply: ({ bytes }, random) => inserted(bytes, below(random, bytes.length), MARK),
  },
  rewritten('CR for LF', (text) => encode(text.replaceAll('\n', '\r'))),
  {
    ...rewritten('CRLF', (text) => encode(text.replaceAll(/\r?\n/g, '\r\n'))),
    of: ['JSONL', 'JSON array', 'columns'],
    same: true,
  },
  rewritten('CRLF in tables', (text) => encode(text.replaceAll(/\r?\n/g, '\r\n'))),
  {
    name: 'some CRLF, some LF',
    of: ['JSONL', 'columns'],
    same: true,
    apply: ({ bytes }, random) =>
      encode(decode(bytes).replaceAll('\n', () => (random() < 0.5 ? '\r\n' : '\n'))),
  },
  {
    name: 'some CR, some LF, some CRLF',
    of: TEXTS,
    apply: ({ bytes }, random) =>
      encode(decode(bytes).replaceAll('\n', () => pick(random, ['\r', '\n', '\r\n', '\n\r']))),
  },
  {
    name: 'a NUL',
    of: TEXTS,
    apply: ({ bytes }, random) => inserted(bytes, below(random, bytes.length), [0]),
  },
  {
    name: 'NULs at the end',
    of: TEXTS,
    apply: ({ bytes }, random) => joined(bytes, new Uint8Array(1 + below(random, 5000))),
  },
  rewritten('a line end of Unicode for each', (text) => encode(text.replaceAll('\n', '\u2028'))),
  { name: 'a Ctrl-Z at the end', of: TEXTS, apply: ({ bytes }) => joined(bytes, [0x1a]) },
];
