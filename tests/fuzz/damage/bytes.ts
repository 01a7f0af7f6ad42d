/** Seeded damage to files, of the kinds that files suffer: on disk, in transfer, in other people's scripts. */

import { gzipSync } from 'node:zlib';

import { JSONS, TEXTS, type Bytes, type Mutation, type Random } from '../types';
import { below, decode, encode, pick } from './chance';

type Apply = (bytes: Bytes, random: Random) => Bytes;

/** Bytes with some of them replaced by others. */
function splice(bytes: Bytes, start: number, count: number, inserted: ArrayLike<number>): Bytes {
  const out = new Uint8Array(bytes.length - count + inserted.length);
  out.set(bytes.subarray(0, start));
  out.set(inserted, start);
  out.set(bytes.subarray(start + count), start + inserted.length);
  return out;
}

/** Text files only: changes one line. */
function onLine(change: (line: string, random: Random) => string): Apply {
  return (bytes, random) => {
    const lines = decode(bytes).split('\n');
    const index = below(random, lines.length);
    lines[index] = change(lines[index] as string, random);
    return encode(lines.join('\n'));
  };
}

/** Puts a text in the place of one JSON value, or of one cell. */
function onValue(replacement: (value: string, random: Random) => string): Apply {
  return (bytes, random) => {
    const text = decode(bytes);
    const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d+(?:\.\d+)?|[^\t\n,]+/g)];
    const value = values[below(random, values.length)];
    if (value === undefined) return bytes;
    const end = value.index + value[0].length;
    return encode(text.slice(0, value.index) + replacement(value[0], random) + text.slice(end));
  };
}

interface ByteMutation extends Omit<Mutation, 'apply'> {
  readonly apply: Apply;
}

const mutations: readonly ByteMutation[] = [
  { name: 'cut off', apply: (bytes, random) => bytes.slice(0, below(random, bytes.length)) },
  { name: 'beginning lost', apply: (bytes, random) => bytes.slice(below(random, bytes.length)) },
  {
    name: 'bytes flipped',
    apply(bytes, random) {
      const out = bytes.slice();
      const count = 1 + below(random, 8);
      for (let i = 0; i < count; i += 1) out[below(random, out.length)] = below(random, 256);
      return out;
    },
  },
  {
    name: 'a stretch lost',
    apply(bytes, random) {
      const start = below(random, bytes.length);
      return splice(bytes, start, Math.min(bytes.length - start, 1 + below(random, 200)), []);
    },
  },
  {
    name: 'a stretch of zeros',
    apply(bytes, random) {
      const start = below(random, bytes.length);
      return bytes.slice().fill(0, start, start + 1 + below(random, 64));
    },
  },
  {
    name: 'a stretch twice',
    apply(bytes, random) {
      const start = below(random, bytes.length);
      return splice(bytes, start, 0, bytes.slice(start, start + 1 + below(random, 300)));
    },
  },
  {
    name: 'another type',
    of: TEXTS,
    apply: onValue((_, random) =>
      pick(random, [
        'null',
        'true',
        '0',
        '-1',
        '1e400',
        '[]',
        '{}',
        '[[1]]',
        '{"a":null}',
        '"x"',
        'NaN',
        '8412682',
      ]),
    ),
  },
  {
    name: 'a blank value',
    of: TEXTS,
    apply: onValue((_, random) => pick(random, ['""', '" "', '', '"\\u0000"', '"\\ud800"'])),
  },
  {
    name: 'a huge field',
    of: TEXTS,
    apply: onValue((_, random) => `"${pick(random, ['x', 'é ', '\\"', '<b>'])}${'lorem '.repeat(60_000)}"`),
  },
  {
    name: 'deep nesting',
    of: TEXTS,
    apply: onValue((_, random) => {
      const depth = 10 ** (1 + below(random, 5));
      const open = pick(random, ['[', '{"a":']);
      return open.repeat(depth) + '1' + (open === '[' ? ']' : '}').repeat(random() < 0.5 ? depth : 0);
    }),
  },
  {
    name: 'not UTF-8',
    apply(bytes, random) {
      const sequence = pick(random, [
        [0xff],
        [0xc3],
        [0xed, 0xa0, 0x80],
        [0xf4, 0x90, 0x80, 0x80],
        [0x80, 0x80],
      ]);
      return splice(bytes, below(random, bytes.length), 0, sequence);
    },
  },
  {
    name: 'columns swapped',
    of: ['CSV', 'TSV', 'columns'],
    apply(bytes, random) {
      const lines = decode(bytes).split('\n');
      const separator = pick(random, ['\t', ',', ' ']);
      const whole = random() < 0.5;
      const [a, b] = [below(random, 6), below(random, 6)];
      const swapped = lines.map((line, index) => {
        if (!whole && index > 0) return line;
        const cells = line.split(separator);
        if (a >= cells.length || b >= cells.length) return line;
        [cells[a], cells[b]] = [cells[b] as string, cells[a] as string];
        return cells.join(separator);
      });
      return encode(swapped.join('\n'));
    },
  },
  {
    name: 'fields swapped',
    of: JSONS,
    apply(bytes, random) {
      const text = decode(bytes);
      const keys = [...new Set([...text.matchAll(/"(\w+)"\s*:/g)].map(([, key]) => key as string))];
      if (keys.length === 0) return bytes;
      const [a, b] = [pick(random, keys), pick(random, keys)];
      const other = (key: string): string => (key === a ? b : key === b ? a : key);
      return encode(
        text.replaceAll(/"(\w+)"(\s*:)/g, (_, key: string, colon: string) => `"${other(key)}"${colon}`),
      );
    },
  },
  {
    name: 'a field lost',
    of: JSONS,
    apply: (bytes, random) => {
      const text = decode(bytes);
      const keys = [...text.matchAll(/"\w+"\s*:/g)];
      const key = keys[below(random, keys.length)];
      return key === undefined
        ? bytes
        : encode(`${text.slice(0, key.index)}"gone":${text.slice(key.index + key[0].length)}`);
    },
  },
  {
    name: 'a mark put in',
    of: TEXTS,
    apply(bytes, random) {
      const mark = pick(random, [
        '"',
        "'",
        '[',
        ']',
        '{',
        '}',
        ',',
        ':',
        '\\',
        '\n',
        '\r',
        '\t',
        '\u2028',
        '\ufeff',
      ]);
      return splice(bytes, below(random, bytes.length), 0, encode(mark));
    },
  },
  {
    name: 'a line broken',
    of: TEXTS,
    apply: onLine((line, random) => {
      const at = below(random, line.length);
      return pick(random, [
        `${line.slice(0, at)}\n${line.slice(at)}`,
        line + line,
        line.slice(0, at),
        '',
        '   ',
      ]);
    }),
  },
  {
    name: 'lines joined',
    of: TEXTS,
    apply: (bytes) => encode(decode(bytes).replaceAll('\n', ' ')),
  },
  {
    name: 'gzip cut off',
    apply(bytes, random) {
      const packed = Uint8Array.from(gzipSync(bytes));
      return packed.slice(0, 2 + below(random, packed.length - 2));
    },
  },
  {
    name: 'gzip damaged',
    apply(bytes, random) {
      const packed = Uint8Array.from(gzipSync(bytes));
      const at = 3 + below(random, packed.length - 3);
      packed[at] = (packed[at] as number) ^ (1 << below(random, 8));
      return packed;
    },
  },
];

export const byteDamage: readonly Mutation[] = mutations.map(({ apply, ...mutation }) => ({
  ...mutation,
  apply: ({ bytes }, random) => apply(bytes, random),
}));
