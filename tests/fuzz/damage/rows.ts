/** Whole rows that moved, went, came twice or came from another file. */

import type { Container } from '../../../src/candidates/reading';
import { TEXTS, type Bytes, type Mutation, type Random } from '../types';
import { below, decode, encode, joined, pick, shuffled } from './chance';

const LINES: readonly Container[] = ['JSONL', 'CSV', 'TSV', 'columns'];

/** Rewrites the lines, line ends included. */
function onLines(change: (lines: readonly string[], random: Random) => readonly string[]): Mutation['apply'] {
  return ({ bytes }, random) => {
    const lines = decode(bytes).split(/(?<=\n)/);
    return encode(change(lines, random).join(''));
  };
}

const OTHERS: readonly string[] = [
  '{"query": "q", "positive": "p", "negatives": ["n"]}\n',
  '{"query": "q", "pos": ["p"], "neg": ["n"]}\n',
  '[1, 2, 3]\n',
  '[{"query": "q", "positive": "p", "negatives": ["n"]}]\n',
  'query,positive,negative\nq,p,n\n',
  'q\tp\tn\n',
  '1 Q0 2 1 0.5 run\n',
  '<html><body>404 Not Found</body></html>\n',
  'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n',
  '# a comment\n',
  '---\n',
];

export const rowDamage: readonly Mutation[] = [
  {
    name: 'cut off after a row',
    of: LINES,
    apply: onLines((lines, random) => lines.slice(0, below(random, lines.length))),
  },
  {
    name: 'rows lost at the beginning',
    of: LINES,
    apply: onLines((lines, random) => lines.slice(below(random, lines.length))),
  },
  {
    name: 'a row twice',
    of: LINES,
    apply: onLines((lines, random) => {
      const at = below(random, lines.length);
      return [...lines.slice(0, at + 1), ...lines.slice(at)];
    }),
  },
  { name: 'all rows twice', of: LINES, apply: onLines((lines) => lines.flatMap((line) => [line, line])) },
  { name: 'rows in another order', of: LINES, apply: onLines((lines, random) => shuffled(random, lines)) },
  {
    name: 'rows but the first in another order',
    of: LINES,
    apply: onLines(([first = '', ...lines], random) => [first, ...shuffled(random, lines)]),
  },
  { name: 'the file twice', of: TEXTS, apply: ({ bytes }) => joined(bytes, bytes) },
  {
    name: 'the file twice, no line end between',
    of: TEXTS,
    apply: ({ bytes }) => joined(encode(decode(bytes).trimEnd()), bytes),
  },
  {
    name: 'another file behind it',
    of: TEXTS,
    apply: ({ bytes }, random) => joined(bytes, encode(pick(random, OTHERS))),
  },
  {
    name: 'another file before it',
    of: TEXTS,
    apply: ({ bytes }, random) => joined(encode(pick(random, OTHERS)), bytes),
  },
  {
    name: 'another row in the middle',
    of: LINES,
    apply: onLines((lines, random) => {
      const at = below(random, lines.length + 1);
      return [...lines.slice(0, at), pick(random, OTHERS), ...lines.slice(at)];
    }),
  },
  {
    name: 'blank lines',
    of: ['JSONL', 'columns'],
    same: true,
    apply: onLines((lines, random) =>
      lines.flatMap((line) =>
        random() < 0.5
          ? [line.endsWith('\n') ? line : `${line}\n`, pick(random, ['\n', '   \n', '\t\n', '\r\n'])]
          : [line],
      ),
    ),
  },
  {
    name: 'a list of all lines',
    of: ['JSONL'],
    apply: ({ bytes }): Bytes => encode(`[${decode(bytes).trim().split('\n').join(',')}]`),
  },
  {
    name: 'one line for all',
    of: ['JSON array', 'JSON object'],
    apply: ({ bytes }) => encode(JSON.stringify(JSON.parse(decode(bytes)))),
  },
];
