/**
 * Files that are made of others, by a recipe in words: `xquad/bm25 | mix 30 xquad/random` is bm25 of XQuAD in which 30 % of the
 * negatives are random passages. Nothing of ../shared is copied into the project.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { seededRandom, shuffled } from '../../src/scoring/random';

interface Passage {
  readonly text: string;
  readonly title?: string;
}

interface Row extends Readonly<Record<string, unknown>> {
  readonly query: string;
  readonly positive_passages: readonly Passage[];
  readonly negative_passages: readonly Passage[];
}

const PROJECT = resolve(import.meta.dirname, '../..');
const SHARED = resolve(PROJECT, '../shared');
export const sharedIsHere = existsSync(join(SHARED, 'data', 'xquad', 'bm25.jsonl'));

/** Where files that a recipe names lie. */
const FOLDERS: Readonly<Record<string, string>> = {
  demo: join(PROJECT, 'public/demo'),
  xquad: join(SHARED, 'data/xquad'),
  dl1920: join(SHARED, 'data/dl1920'),
  perpos: join(SHARED, 'data/dl1920/perpos'),
  st6: join(SHARED, 'data/st6'),
  golden: join(SHARED, 'golden'),
};

const read = new Map<string, readonly Row[]>();

function pathOf(name: string): string {
  const [folder = '', file = ''] = name.split('/');
  return join(FOLDERS[folder] ?? '', `${file}.jsonl`);
}

function rowsOf(name: string): readonly Row[] {
  const known = read.get(name);
  if (known) return known;
  const rows = readFileSync(pathOf(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  read.set(name, rows);
  return rows;
}

type Step = (rows: readonly Row[], ...words: string[]) => readonly Row[];

const withNegatives = (row: Row, negatives: readonly Passage[]): Row => ({
  ...row,
  negative_passages: negatives,
});

const ownPositive = ({ positive_passages: [first] }: Row): Passage => ({ ...(first as Passage) });

const STEPS: Readonly<Record<string, Step>> = {
  /** So many per cent of the negatives are those in the same place of another file. */
  mix: (rows, percent, other = '') => {
    const random = seededRandom(1);
    const others = rowsOf(other);
    return rows.map((row, i) =>
      withNegatives(
        row,
        row.negative_passages.map((own, k) =>
          random() < Number(percent) / 100 ? (others[i]?.negative_passages[k] ?? own) : own,
        ),
      ),
    );
  },
  /** The first negatives of each record. */
  first: (rows, count) =>
    rows.map((row) => withNegatives(row, row.negative_passages.slice(0, Number(count)))),
  /** Every third record has only so many. */
  uneven: (rows, count) =>
    rows.map((row, i) =>
      i % 3 > 0 ? row : withNegatives(row, row.negative_passages.slice(0, Number(count))),
    ),
  /** So many records, spread evenly, have their positive among the negatives. */
  copies: (rows, count) => {
    const every = Math.floor(rows.length / Number(count));
    return rows.map((row, i) => {
      if (i % every > 0 || i / every >= Number(count)) return row;
      const place = i / every > 3 ? Math.floor(row.negative_passages.length / 2) : 0;
      return withNegatives(row, row.negative_passages.with(place, ownPositive(row)));
    });
  },
  /** One word of the positive is another one. */
  'near-copies': (rows, count) => {
    const every = Math.floor(rows.length / Number(count));
    return rows.map((row, i) => {
      if (i % every > 0 || i / every >= Number(count)) return row;
      const copy = ownPositive(row);
      return withNegatives(row, row.negative_passages.with(0, { ...copy, text: `${copy.text} Moreover.` }));
    });
  },
  /** The first record has one negative less. */
  'one-less': ([first, ...rows]) =>
    first ? [withNegatives(first, first.negative_passages.slice(1)), ...rows] : [],
  /** All negatives in a random order over all records. */
  shuffle: (rows) => {
    const all = shuffled(
      rows.flatMap((row) => row.negative_passages),
      seededRandom(3),
    );
    let used = 0;
    return rows.map((row) => withNegatives(row, all.slice(used, (used += row.negative_passages.length))));
  },
  /** Passages drawn from all negatives of other files. */
  draw: (rows, seed, ...files) => {
    const random = seededRandom(Number(seed));
    const pool = [
      ...new Map(
        files.flatMap(rowsOf).flatMap((row) => row.negative_passages.map((one) => [one.text, one])),
      ).values(),
    ];
    return rows.map((row) =>
      withNegatives(
        row,
        row.negative_passages.map(() => pool[Math.floor(random() * pool.length)] as Passage),
      ),
    );
  },
  head: (rows, count) => rows.slice(0, Number(count)),
  rows: (rows, from, to) => rows.slice(Number(from), Number(to)),
  /** The last records first. */
  turn: (rows) => rows.toReversed(),
  /** A column: the title of the positive, or which of two halves. */
  group: (rows, kind) =>
    rows.map((row, i) => {
      const title = row.positive_passages[0]?.title ?? '';
      return { ...row, site: kind === 'half' ? `half ${Number(i * 2 >= rows.length)}` : title };
    }),
  /** The same text takes the place of one negative of every other record. */
  stock: (rows) =>
    rows.map((row, i) =>
      i % 2 > 0
        ? row
        : withNegatives(
            row,
            row.negative_passages.with(-1, { text: 'Sign in to read this page. All rights reserved.' }),
          ),
    ),
  /** The positive of the next other query in every record. */
  'other-positives': (rows) =>
    rows.map((row, i) => {
      const next =
        rows.find((other, o) => o > i && ownPositive(other).text !== ownPositive(row).text) ?? rows[0];
      return withNegatives(row, row.negative_passages.with(0, ownPositive(next as Row)));
    }),
  /** Two copies of a negative. */
  repeat: (rows) =>
    rows.map((row) => withNegatives(row, [...row.negative_passages, row.negative_passages[0] as Passage])),
};

/** As lines of a file; of every third one only the half, where it is broken. */
function linesOf(rows: readonly Row[], isBroken: boolean): string {
  return rows
    .map((row, i) => {
      const line = JSON.stringify(row);
      return `${isBroken && i % 3 === 0 ? line.slice(0, line.length / 2) : line}\n`;
    })
    .join('');
}

/** @param asked `NAME = RECIPE`, or the name of a file alone */
export function madeFile(asked: string): File {
  const [name, recipe = name] = asked.split(' = ') as [string, string?];
  const [first = '', ...steps] = recipe.split(' | ');
  const fileName = `${name.split('/').at(-1)}.jsonl`;
  if (steps.length === 0) return new File([readFileSync(pathOf(first))], fileName);
  const broken = steps.includes('broken');
  const rows = steps
    .filter((step) => step !== 'broken')
    .reduce<readonly Row[]>((made, step) => {
      const [verb = '', ...words] = step.split(' ');
      const apply = STEPS[verb];
      if (!apply) throw new Error(`There is no step ${verb}.`);
      return apply(made, ...words);
    }, rowsOf(first));
  return new File([linesOf(rows, broken)], fileName);
}
