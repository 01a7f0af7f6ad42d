import { expect, it } from 'vitest';

import { pairsOfRows, rowsOfPairs } from '../../../src/session/audit/row-names';

const NAMES = {
  source: Int32Array.of(4, 4, 4, 9, 9),
  record: Int32Array.of(0, 0, 2, 0, 1),
  position: Int32Array.of(0, 1, 0, 0, 0),
};

it('rows are pairs of their sources, in the order of the table', () => {
  expect(pairsOfRows(NAMES, Int32Array.of(4, 2, 0))).toEqual([
    { source: 4, records: Int32Array.of(0, 2), positions: Int32Array.of(0, 0) },
    { source: 9, records: Int32Array.of(1), positions: Int32Array.of(0) },
  ]);
  expect(pairsOfRows(NAMES, new Int32Array(0))).toEqual([]);
});

it('the rows of pairs are found by their places; what is not there is left out', () => {
  const pairs = Array.from(NAMES.source.keys(), (row) => ({
    source: NAMES.source[row] ?? 0,
    record: NAMES.record[row] ?? 0,
    position: NAMES.position[row] ?? 0,
  }));
  expect([...rowsOfPairs(NAMES, pairs)]).toEqual([0, 1, 2, 3, 4]);
  const strangers = [
    { source: 5, record: 0, position: 0 },
    { source: 4, record: 1, position: 0 },
    { source: 4, record: 2, position: 1 },
    { source: 9, record: 2, position: 0 },
    { source: 9, record: 1, position: 0 },
  ];
  expect([...rowsOfPairs(NAMES, strangers)]).toEqual([4]);
  const none = { source: new Int32Array(0), record: new Int32Array(0), position: new Int32Array(0) };
  expect([...rowsOfPairs(none, strangers)]).toEqual([]);
});
