import { describe, expect, it } from 'vitest';

import { joinedPlaces, selectPairs } from '../../src/scoring/pairs';

/** Four records of 2, 0, 3 and 1 pairs. */
const OFFSETS = Int32Array.of(0, 2, 2, 5, 6);

describe('the ragged list of pairs of records', () => {
  it('can be cut down to the first pairs of each record; one with fewer keeps what it has', () => {
    const { offsets, pairs } = selectPairs(OFFSETS, Int32Array.of(0, 1, 2, 3), 2);
    expect(offsets).toEqual(Int32Array.of(0, 2, 2, 4, 5));
    expect(pairs).toEqual(Int32Array.of(0, 1, 2, 3, 5));
  });
});

describe('places of pairs', () => {
  const places = (source: number, ...at: (readonly [number, number])[]) => ({
    source,
    records: Int32Array.from(at, ([record]) => record),
    positions: Int32Array.from(at, ([, position]) => position),
  });

  it('are joined once each, in order, without what is left out, and without sources that have none', () => {
    const all = [places(1, [2, 0], [0, 3]), places(2, [5, 5]), places(1, [0, 3], [0, 1])];
    expect(joinedPlaces(all)).toEqual([places(1, [0, 1], [0, 3], [2, 0]), places(2, [5, 5])]);
    expect(joinedPlaces(all, [places(2, [5, 5]), places(1, [0, 1], [9, 9])])).toEqual([
      places(1, [0, 3], [2, 0]),
    ]);
    expect(joinedPlaces([places(1, [2_000_000_000, 2_000_000])])).toEqual([
      places(1, [2_000_000_000, 2_000_000]),
    ]);
  });
});
