import { expect, it } from 'vitest';

import { pairsOfRows } from '../../../src/session/audit/row-names';

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
