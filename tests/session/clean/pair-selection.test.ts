import { describe, expect, it } from 'vitest';

import { PairSelection } from '../../../src/session/clean/pair-selection';
import { findings, wholeSource } from '../findings';

/** Source 7: records with 2, 1 and 3 negatives. Source 9: one record with 2. */
const WHOLE = [wholeSource(7, [2, 1, 3]), wholeSource(9, [2])];

const FOUND = [
  findings(7, 6, [
    [0, 0, 0, 0.4],
    [0, 1, 0, 0.2],
    [1, 0, 2, 0.3],
    [2, 1, 1, 0.1],
  ]),
  findings(9, 2, [[0, 1, 3, 0.6]]),
];

describe('PairSelection', () => {
  it('counts pairs, sources, and records that would lose all their negatives', () => {
    const { found, of, sources, chosen, emptied } = new PairSelection(FOUND, WHOLE, true);
    expect({ found, of, sources, chosen, emptied }).toEqual({
      found: 5,
      of: 8,
      sources: 2,
      chosen: 5,
      // Records 0 and 1 of source 7: all of their 2 and 1 negatives.
      emptied: 2,
    });
    const none = new PairSelection(FOUND, WHOLE, false);
    expect([none.chosen, none.emptied]).toEqual([0, 0]);
  });

  it('lists pairs source by source in file order', () => {
    const selection = new PairSelection(FOUND, WHOLE, true);
    expect(selection.rows(0, 10).map((row) => [row.source, row.record, row.position, row.reason])).toEqual([
      [7, 0, 0, 0],
      [7, 0, 1, 0],
      [7, 1, 0, 2],
      [7, 2, 1, 1],
      [9, 0, 1, 3],
    ]);
    const [row] = selection.rows(3, 4);
    expect(row).toMatchObject({
      index: 3,
      number: 4,
      rho: 0.1,
      eta: 0.2,
      numbers: { margin: 0.1 + 0.3, locality: 0.1 + 0.4, distance: 0.1 + 0.5, coverage: 0.1 + 0.6 },
      chosen: true,
    });
    expect(row?.psi).toBeCloseTo(0.3, 12);
    expect(selection.rows(4, 9)).toHaveLength(1);
    expect(selection.rows(5, 9)).toEqual([]);
  });

  it('keeps single pairs, and counts again', () => {
    const selection = new PairSelection(FOUND, WHOLE, true);
    selection.choose(1, false);
    expect([selection.chosen, selection.emptied]).toEqual([4, 1]);
    selection.choose(1, false);
    expect([selection.chosen, selection.emptied]).toEqual([4, 1]);
    expect(selection.rows(1, 2)[0]?.chosen).toBe(false);
    selection.choose(1, true);
    expect([selection.chosen, selection.emptied]).toEqual([5, 2]);
    selection.choose(99, false);
    expect(selection.chosen).toBe(5);
    selection.chooseAll(false);
    expect([selection.chosen, selection.emptied]).toEqual([0, 0]);
    selection.chooseAll(true);
    expect([selection.chosen, selection.emptied]).toEqual([5, 2]);
  });

  it('gives the chosen pairs ascending by record and position, source by source', () => {
    const selection = new PairSelection(FOUND, WHOLE, true);
    selection.choose(1, false);
    const [first, second] = selection.removed();
    expect(first).toEqual({
      source: 7,
      records: Int32Array.of(0, 1, 2),
      positions: Int32Array.of(0, 0, 1),
      reasons: Uint8Array.of(0, 2, 1),
      rho: Float64Array.of(0.4, 0.3, 0.1),
      eta: Float64Array.of(0.4 + 0.1, 0.3 + 0.1, 0.1 + 0.1),
      psi: Float64Array.of(0.4 + 0.2, 0.3 + 0.2, 0.1 + 0.2),
    });
    expect(second?.source).toBe(9);
    selection.choose(4, false);
    expect(selection.removed().map(({ source }) => source)).toEqual([7]);
  });

  it('holds for a source without found pairs', () => {
    const selection = new PairSelection([findings(7, 6, []), findings(9, 2, [[0, 0]])], WHOLE, true);
    expect([selection.found, selection.of, selection.chosen, selection.emptied]).toEqual([1, 8, 1, 0]);
    expect(selection.rows(0, 5)[0]?.source).toBe(9);
    expect(selection.removed().map(({ source }) => source)).toEqual([9]);
  });
});
