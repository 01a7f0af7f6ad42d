/** Damage to tables that are tables afterwards: columns and cells that moved, went, came or were written otherwise. */

import type { Container } from '../../../src/candidates/reading';
import Papa from 'papaparse';

import { TABLES, type Bytes, type Mutation, type Random, type Subject } from '../types';
import { below, decode, encode, HOSTILE_NAMES, pick } from './chance';

type Rows = readonly (readonly string[])[];

const delimiterOf = (container: Container): string =>
  container === 'TSV' ? '\t' : container === 'columns' ? ' ' : ',';

/** The cells of a table, its header the first row where it has one. */
function cellsOf({ bytes, container }: Subject): string[][] {
  const text = decode(bytes);
  if (container === 'columns')
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => line.trim().split(/\s+/));
  const { data } = Papa.parse<string[]>(text, {
    delimiter: delimiterOf(container),
    skipEmptyLines: 'greedy',
  });
  return data;
}

interface Writing {
  readonly delimiter?: string;
  readonly quotes?: boolean;
}

function written(
  rows: Rows,
  { container }: Subject,
  { delimiter = delimiterOf(container), quotes = false }: Writing = {},
): Bytes {
  if (container === 'columns' && !quotes)
    return encode(rows.map((row) => `${row.join(delimiter)}\n`).join(''));
  return encode(`${Papa.unparse(rows as string[][], { delimiter, newline: '\n', quotes })}\n`);
}

/** Rewrites the rows. */
function onRows(change: (rows: Rows, random: Random) => Rows | null, how: Writing = {}): Mutation['apply'] {
  return (subject, random) => {
    const rows = cellsOf(subject);
    const changed = rows.length === 0 ? null : change(rows, random);
    return changed === null ? null : written(changed, subject, how);
  };
}

/** Rewrites one row, or every row. */
function onRow(
  change: (row: readonly string[], random: Random) => readonly string[],
  all: boolean,
): Mutation['apply'] {
  return (subject, random) => {
    const rows = cellsOf(subject);
    const one = below(random, rows.length);
    // Every row is changed in the same way: the same numbers are drawn for each.
    const drawn = [random(), random(), random()];
    const again = (): Random => {
      let at = 0;
      return () => drawn[at++ % drawn.length] as number;
    };
    return written(
      rows.map((row, index) => (all || index === one ? change(row, again()) : row)),
      subject,
    );
  };
}

const swapped = (row: readonly string[], random: Random): readonly string[] => {
  const [a, b] = [below(random, row.length), below(random, row.length)];
  return row.map((cell, at) => (at === a ? row[b] : at === b ? row[a] : cell) as string);
};

const without = (row: readonly string[], random: Random): readonly string[] => {
  const gone = below(random, row.length);
  return row.filter((_, at) => at !== gone);
};

const more = (row: readonly string[], random: Random): readonly string[] => {
  const at = below(random, row.length + 1);
  return [...row.slice(0, at), pick(random, ['', 'x', '1', row[0] ?? '']), ...row.slice(at)];
};

/** Cells of text tables only: in columns a blank cell moves all others. */
const CELLS: readonly Container[] = ['CSV', 'TSV'];

export const tableDamage: readonly Mutation[] = [
  { name: 'two cells swapped', of: TABLES, apply: onRow(swapped, false) },
  { name: 'two columns swapped', of: TABLES, apply: onRow(swapped, true) },
  { name: 'a cell lost', of: TABLES, apply: onRow(without, false) },
  { name: 'a column lost', of: TABLES, apply: onRow(without, true) },
  { name: 'a cell more', of: TABLES, apply: onRow(more, false) },
  { name: 'a column more', of: TABLES, apply: onRow(more, true) },
  {
    name: 'a cell odd',
    of: CELLS,
    apply: onRow((row, random) => {
      const at = below(random, row.length);
      const odd = pick(random, [
        'null',
        'NaN',
        'None',
        '[]',
        '["a", "b"]',
        '{"text": "a"}',
        '0',
        '',
        ' ',
        '=1+1',
        '\u0000',
        '\u202e',
        'a\nb',
        'a\r\nb',
        '"',
        "it's",
        '\ufeff',
      ]);
      return row.map((cell, index) => (index === at ? odd : cell));
    }, false),
  },
  {
    name: 'names in the header swapped',
    of: CELLS,
    apply: onRows(([head = [], ...rows], random) => [swapped(head, random), ...rows]),
  },
  {
    name: 'a name in the header twice',
    of: CELLS,
    apply: onRows(([head = [], ...rows], random) => {
      const [a, b] = [below(random, head.length), below(random, head.length)];
      return a === b ? null : [head.map((name, at) => (at === a ? (head[b] as string) : name)), ...rows];
    }),
  },
  {
    name: 'a hostile name in the header',
    of: CELLS,
    apply: onRows(([head = [], ...rows], random) => {
      const at = below(random, head.length);
      return [head.map((name, index) => (index === at ? pick(random, HOSTILE_NAMES) : name)), ...rows];
    }),
  },
  { name: 'the header lost', of: CELLS, apply: onRows(([, ...rows]) => rows) },
  {
    name: 'the header again in the middle',
    of: CELLS,
    apply: onRows((rows, random) => [
      ...rows.slice(0, below(random, rows.length) + 1),
      rows[0] ?? [],
      ...rows.slice(1),
    ]),
  },
  { name: 'all cells quoted', of: ['CSV'], same: true, apply: onRows((rows) => rows, { quotes: true }) },
  { name: 'all cells quoted, tabs', of: ['TSV'], apply: onRows((rows) => rows, { quotes: true }) },
  { name: 'semicolons', of: ['CSV'], apply: onRows((rows) => rows, { delimiter: ';' }) },
  { name: 'tabs for commas', of: ['CSV'], apply: onRows((rows) => rows, { delimiter: '\t' }) },
  { name: 'commas for tabs', of: ['TSV'], apply: onRows((rows) => rows, { delimiter: ',' }) },
  { name: 'bars', of: CELLS, apply: onRows((rows) => rows, { delimiter: '|' }) },
  { name: 'blanks more', of: ['columns'], same: true, apply: onRows((rows) => rows, { delimiter: ' \t  ' }) },
  { name: 'a separator at the end of all rows', of: CELLS, apply: onRow((row) => [...row, ''], true) },
  { name: 'blanks round all cells', of: CELLS, apply: onRow((row) => row.map((cell) => ` ${cell} `), true) },
  {
    name: 'a quote in a cell, not doubled',
    of: CELLS,
    apply: (subject, random) => {
      const lines = decode(subject.bytes).split('\n');
      const index = below(random, lines.length);
      const at = below(random, (lines[index] as string).length);
      lines[index] = `${(lines[index] as string).slice(0, at)}"${(lines[index] as string).slice(at)}`;
      return encode(lines.join('\n'));
    },
  },
];
