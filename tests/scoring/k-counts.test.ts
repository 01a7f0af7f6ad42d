import { describe, expect, it } from 'vitest';

import {
  differsTooMuchInK,
  firstOfEach,
  kOfMost,
  recordsBelow,
  usualK,
  type RecordsOfK,
} from '../../src/scoring/k-counts';

/** Rows of K and the number of records that have it, without copies. */
const rows = (...counts: readonly (readonly [number, number])[]): RecordsOfK[] =>
  counts.map(([k, records]) => ({ k, copies: 0, records }));

/** As repllama of TREC-DL 2019 has them. */
const UNEVEN = rows([19, 50], [20, 4], [30, 43]);

it('records are cut to their first negatives; a copy is what a record has in its file', () => {
  expect(firstOfEach([{ k: 29, copies: 1, records: 1 }, ...rows([30, 96])], 19)).toEqual(
    rows([19, 1], [19, 96]),
  );
  expect(firstOfEach(UNEVEN, null)).toBe(UNEVEN);
});

describe('kOfMost', () => {
  it.each([
    ['all records alike', rows([30, 97]), 30],
    ['half of them short', UNEVEN, 19],
    ['a tenth of them short', rows([3, 10], [10, 90]), 3],
    ['fewer than a tenth short', rows([3, 9], [10, 91]), 10],
    ['a record that only lost a copy', [{ k: 9, copies: 1, records: 50 }, ...rows([10, 50])], 10],
    ['none', [], 0],
  ])('of %s', (_, byK, expected) => expect(kOfMost(byK)).toBe(expected));
});

describe('usualK', () => {
  it('is taken over the comparison: 30 beside sources of 30, 19 for the source alone', () => {
    const even = rows([30, 97]);
    expect(usualK([even, even, UNEVEN, even])).toBe(30);
    expect(usualK([UNEVEN])).toBe(19);
    expect(recordsBelow(UNEVEN, 30)).toBe(54);
    expect(recordsBelow(even, 30)).toBe(0);
  });

  it('counts each source once, however many records it has, and takes the larger of two', () => {
    expect(usualK([rows([5, 10_000]), rows([10, 50]), rows([10, 50])])).toBe(10);
    expect(usualK([rows([5, 100]), rows([10, 100])])).toBe(10);
    expect(usualK([])).toBe(0);
  });
});

it.each([
  [10, 5, true],
  [5, 10, true],
  [10, 4, true],
  [10, 6, false],
  [7, 4, false],
  [7, 3.5, true],
  [8, 8, false],
  [1, 1, false],
  [1, 2, true],
])('median K of %s and %s differ too much: %s', (a, b, tooMuch) =>
  expect(differsTooMuchInK(a, b)).toBe(tooMuch),
);
