import { it } from 'vitest';

import type { CheckFound, FileCounts, LoadedSource } from '../../src/candidates/outcomes';
import type { ReadSource } from '../../src/report/evidence';
import { checkedInWords, findingRows, firstOfRow, foundInFiles, rowInWords } from '../../src/report/findings';
import { expectWords } from '../support/golden-words';
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

function ofK(name: string, rows: LoadedSource['byK'], setting = 'default'): ReadSource {
  const records = rows.reduce((sum, row) => sum + row.records, 0);
  return read(name, loadedSource(1, `${name}.jsonl`, { read: records, records }, { byK: rows }), setting);
}

const leaky = source('leaky', { positives: found(121, 'Lady Gaga') });
const text = { as: 'negative', text: 'Sign up', evaluation: null, exact: true, count: 60 } as const;
const markup = { ...preflight().texts, markup: { pairs: 12, records: 2, example: null } };

const even = byK([30, 97]);
const five = byK([5, 97]);
const dl1920 = ['bm25', 'tasb', 'repllama', 'random'].map((name) =>
  ofK(name, name === 'repllama' ? byK([19, 50], [20, 4], [30, 43]) : even),
);
/** Records with so many negatives left, each of which lost a copy. */
const lost = (k: number, records: number) => [{ k, copies: 1, records, first: null }];

const { loaded, ...meeting } = source('x');
const meets = { ...meeting, loaded: { ...loaded, meetings: { positives: 0.062, all: 0.225 } } };

/** Sources, and how many negatives of each record are to be ranked. */
const CASES: Readonly<Record<string, readonly [sources: readonly ReadSource[], negatives?: number]>> = {
  'nothing is found': [[source('bm25'), source('dense', { scores: null })]],
  'a check that does not apply': [[source('dense', { scores: null })]],
  'copies in two of three': [[source('bm25'), leaky, source('odd', { positives: found(1, 'x') })]],
  'copies in one': [[leaky]],
  'a note': [[source('tasb', {}, { duplicateNegativesRemoved: 1 })]],
  ids: [[source('odd', { ids: found(5, '17') })]],
  stock: [[source('odd', { boilerplate: { ...found(60, 'Sign up'), distinct: 7, texts: [text] } })]],
  duplicates: [[source('odd', {}, { duplicateNegativesRemoved: 3 })]],
  markup: [[source('odd', { texts: markup })]],
  'fewer negatives than the others': [dl1920],
  'the first 19 of each': [dl1920, 19],
  'the first 25 of each': [dl1920, 25],
  'a tenth of a source alone has fewer': [[ofK('s', byK([3, 10], [10, 90]))]],
  'less than a tenth of it has fewer': [[ofK('s', byK([3, 9], [10, 88]))]],
  'many records count as one source': [
    [ofK('a', byK([5, 10_000])), ofK('b', byK([10, 50])), ofK('c', byK([10, 50]))],
  ],
  'of two numbers the larger': [[ofK('a', byK([6, 100])), ofK('b', byK([10, 100]))]],
  'half as many': [[ofK('a', byK([10, 97])), ofK('b', byK([5, 97]))]],
  'a median between two numbers': [[ofK('a', byK([7, 97])), ofK('b', byK([3, 50], [4, 50]))]],
  'a copy that was lost': [[ofK('a', even), ofK('tasb', [...lost(29, 1), ...byK([30, 96])])]],
  'a lost copy behind the first 19': [[ofK('a', even), ofK('b', lost(29, 97))], 19],
  'lost copies beside too few negatives': [[ofK('a', even), ofK('b', [...lost(9, 50), ...byK([10, 50])])]],
  'another number in another setting': [[ofK('a', even), ofK('b', five, 'other')]],
  'two numbers in one setting': [[ofK('a', even), ofK('b', five), ofK('c', byK([1, 97]), 'other')]],
  'positives that meet in a batch': [[meets]],
};

it('says before a run what is found, with the first example and the cure: preflight.txt', () =>
  expectWords('preflight.txt', CASES, ([sources, negatives = null]) => {
    const of = foundInFiles(sources, negatives);
    const rows = findingRows(of);
    const lines = rows.map((row) => {
      const counts = row.cells.map((cell) => (cell ? `${cell.severity} ${cell.count} of ${cell.of}` : '–'));
      const first = firstOfRow(row, of);
      return `  ${row.severity} ${row.id} [${counts.join(', ')}], first ${first}: ${rowInWords(row, of)} | ${row.worst.example}`;
    });
    return [checkedInWords(rows, of), ...lines].join('\n');
  }));
