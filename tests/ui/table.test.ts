import { describe, expect, it } from 'vitest';

import { cellsOf, shownCell, sortedRows, type Column } from '../../src/ui/table';

interface Row {
  readonly name: string;
  readonly score: number | null;
}

const ROWS: readonly Row[] = [
  { name: 'tasb', score: 0.22 },
  { name: 'bm25', score: null },
  { name: 'random', score: 0.53 },
  { name: 'dense', score: 0.22 },
];
const score: Column<Row> = { title: 'score', value: (row) => row.score };
const name: Column<Row> = { title: 'name', value: (row) => row.name };

describe('rows of a table', () => {
  it.each([
    ['by a figure downwards', score, true, ['random', 'tasb', 'dense', 'bm25']],
    [
      'by a figure upwards, those without it last all the same',
      score,
      false,
      ['tasb', 'dense', 'random', 'bm25'],
    ],
    ['by name', name, false, ['bm25', 'dense', 'random', 'tasb']],
  ] as const)('are sorted %s', (_, { value }, down, names) => {
    expect(sortedRows(ROWS, value, down).map((row) => row.name)).toEqual(names);
  });

  it('are saved at full precision and shown in five digits', () => {
    expect(cellsOf([name, score], [{ name: 'bm25', score: 1 / 3 }])).toEqual({
      columns: ['name', 'score'],
      rows: [['bm25', 1 / 3]],
    });
    expect([1 / 3, 7, null, 'text'].map(shownCell)).toEqual(['0.33333', '7', '', 'text']);
  });
});
