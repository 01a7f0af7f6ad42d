import { describe, expect, it } from 'vitest';

import type { CheckFound, FileCounts, LoadedSource } from '../../src/candidates/outcomes';
import type { ReadSource } from '../../src/report/evidence';
import { checkedInWords, findingRows, firstOfRow, foundInFiles, rowInWords } from '../../src/report/findings';
import { loadedSource, preflight, reportedSource } from '../support/results';

const found = (count: number, text: string | null): CheckFound => ({
  count,
  example: { place: 55, query: 'who?', text },
});

const read = (name: string, loaded: LoadedSource, setting = 'default'): ReadSource =>
  reportedSource({ id: 1, name }, { loaded, setting, sameAs: null });

/** A source of 1,000 records and 10,000 negatives, unless told otherwise. */
const source = (
  name: string,
  changes: Parameters<typeof preflight>[0] = {},
  counts: Partial<FileCounts> = {},
): ReadSource =>
  read(
    name,
    loadedSource(
      1,
      `${name}.jsonl`,
      { read: 1000, records: 1000, pairs: 10_000, ...counts },
      { byK: byK([10, 1000]), preflight: preflight(changes) },
    ),
  );

/** Rows of K and the number of records that have it; the first of each row stands at line K. */
function byK(...rows: readonly (readonly [number, number])[]): LoadedSource['byK'] {
  return rows.map(([k, records]) => ({ k, copies: 0, records, first: { place: k, query: 'who?' } }));
}

/** A source of 97 records with so many negatives. */
const ofK = (name: string, rows: LoadedSource['byK'], setting = 'default'): ReadSource =>
  read(name, loadedSource(1, `${name}.jsonl`, { read: 97, records: 97 }, { byK: rows }), setting);

/** A row of the table, what is said of it, and what it is in each source. */
function rowOf(sources: readonly ReadSource[], id: string, negatives: number | null = null) {
  const of = foundInFiles(sources, negatives);
  const row = findingRows(of).find((each) => each.id === id);
  return row && { ...row, said: rowInWords(row, of), first: firstOfRow(row, of) };
}

const leaky = source('leaky', { positives: found(121, 'Lady Gaga') });

describe('before a run', () => {
  it('nothing is said where nothing is found', () => {
    const sources = foundInFiles([source('bm25'), source('dense', { scores: null })], null);
    const rows = findingRows(sources);
    expect(rows).toEqual([]);
    const checked = (of: typeof sources) => checkedInWords(rows, of);
    expect(checked(sources)).toBe('Checked before a run: 0 of 15 checks found something.');
    expect(checked(sources.slice(1))).toBe('Checked before a run: 0 of 14 checks found something.');
  });

  it('what is found has the count of each source and the first example; a shared cure is said once', () => {
    const row = rowOf([source('bm25'), leaky, source('odd', { positives: found(1, 'x') })], 'copies');
    expect(row).toMatchObject({
      severity: 'stop',
      worst: { example: 'leaky, line 55, “who?”: “Lady Gaga”' },
      cells: [null, { severity: 'stop', count: 121, of: 10_000 }, { severity: 'look', count: 1, of: 10_000 }],
      said: 'leaky: 121 positives of their own query; odd: 1 positive of its own query. Drop these pairs.',
    });
    expect(rowOf([leaky], 'copies')?.said).toBe(
      'leaky has 121 positives of their own query, of 10,000. Drop these pairs.',
    );
  });

  it('notes are not counted among what was found', () => {
    const sources = foundInFiles([source('tasb', {}, { duplicateNegativesRemoved: 1 })], null);
    const rows = findingRows(sources);
    expect(rows).toMatchObject([{ id: 'duplicates', severity: 'note' }]);
    expect(checkedInWords(rows, sources)).toContain('0 of');
  });
});

const text = { as: 'negative', text: 'Sign up', evaluation: null, exact: true, count: 60 } as const;
const { texts } = preflight();

/** What is said of one source, and its example. */
it.each([
  {
    id: 'ids',
    changes: { ids: found(5, '17') },
    said: /^odd has 5 records .*, of 1,000\./,
    example: 'odd, line 55, “who?”: “17”',
  },
  {
    id: 'stock',
    changes: { boilerplate: { ...found(60, 'Sign up'), texts: [text] } },
    said: /^1 passage fills 60 of the 10,000 negatives of odd, under far too many queries\./,
    example: 'odd, line 55, “who?”: “Sign up”',
  },
  {
    id: 'duplicates',
    counts: { duplicateNegativesRemoved: 3 },
    said: /^odd has 3 duplicate negatives removed, of 10,003\.$/,
    example: null,
  },
  {
    id: 'markup',
    changes: { texts: { ...texts, markup: { pairs: 12, records: 2, example: null } } },
    said: /^odd has 12 pairs with markup, of 10,000\./,
    example: null,
  },
])('$id of a source are told with how many there are', ({ id, changes, counts, said, example }) => {
  const row = rowOf([source('odd', changes, counts)], id);
  expect(row?.said).toMatch(said);
  expect(row?.worst.example).toBe(example);
});

describe('numbers of negatives', () => {
  const even = byK([30, 97]);
  const uneven = byK([19, 50], [20, 4], [30, 43]);
  const dl1920 = [ofK('bm25', even), ofK('tasb', even), ofK('repllama', uneven), ofK('random', even)];

  it('are held against the K of the comparison, with the cure', () => {
    const row = rowOf(dl1920, 'short');
    expect(row).toMatchObject({
      cells: [null, null, { severity: 'look', count: 54, of: 97 }, null],
      first: 19,
    });
    expect(row?.said).toContain('Rank the first 19 of each');
    expect(rowOf(dl1920, 'short', 19)).toBeUndefined();
    expect(rowOf(dl1920, 'short', 25)?.severity).toBe('look');
  });

  it('of a source alone are held against its own, and a copy that was lost is none too few', () => {
    expect(rowOf([ofK('s', byK([3, 10], [10, 87]))], 'short')?.first).toBe(3);
    const lost = [{ k: 29, copies: 1, records: 1, first: null }, ...byK([30, 96])];
    expect(rowOf([ofK('a', even), ofK('tasb', lost)], 'short')).toBeUndefined();
  });

  it('are compared within a setting', () => {
    const five = byK([5, 97]);
    expect(rowOf([ofK('a', even), ofK('b', five, 'other')], 'unlike-k')).toBeUndefined();
    const row = rowOf([ofK('a', even), ofK('b', five), ofK('c', byK([1, 97]), 'other')], 'unlike-k');
    expect(row?.first).toBe(5);
    expect(row?.said).toContain('a: 30 negatives a query, others 5; b: 5 negatives a query, others 30.');
  });
});

it('records that meet their own positive in a batch are said with and without the mined negatives', () => {
  const { loaded, ...x } = source('x');
  const meets = { ...x, loaded: { ...loaded, meetings: { positives: 0.062, all: 0.225 } } };
  const row = rowOf([meets], 'batch');
  expect(row).toMatchObject({ severity: 'note', worst: { count: 62 } });
  expect(row?.said).toMatch(
    /6.2\s% of the records .*, 22.5\s% if the batch holds the mined negatives too .*\./,
  );
});
