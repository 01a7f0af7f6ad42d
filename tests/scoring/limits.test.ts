import { describe, expect, it } from 'vitest';

import { cosineToQuery } from '../../src/scoring/cosines';
import {
  breaksAbsoluteMargin,
  breaksRelativeMargin,
  droppedPairs,
  emptiedByChance,
  limitColumns,
  limitCurve,
  recordsByCount,
  scoredColumns,
  type Limit,
  type LimitId,
} from '../../src/scoring/limits';
import { offsetsOf } from '../../src/scoring/pairs';

const limit = (id: LimitId, value: number, end = 100): Limit => ({ id, value, end });

describe('limits of a miner, as sentence-transformers 6 has them', () => {
  it('an absolute margin drops s > p − m, and not where they are equal', () => {
    // p = 0.75, s = 0.5: p − s = 0.25, exact in binary.
    expect(breaksAbsoluteMargin(0.5, 0.75, 0.25)).toBe(false);
    expect(breaksAbsoluteMargin(0.5, 0.75, 0.26)).toBe(true);
    // A copy of the positive stays at a margin of 0.
    expect(breaksAbsoluteMargin(0.75, 0.75, 0)).toBe(false);
  });

  it('a relative margin is of the size of p, also where p is negative', () => {
    // p = 0.5, m = 0.5: dropped above 0.25.
    expect(breaksRelativeMargin(0.25, 0.5, 0.5)).toBe(false);
    expect(breaksRelativeMargin(0.3125, 0.5, 0.5)).toBe(true);
    // p = −0.5, m = 0.5: dropped above −0.75, not above −0.25 as p·(1 − m) would be.
    expect(breaksRelativeMargin(-0.75, -0.5, 0.5)).toBe(false);
    expect(breaksRelativeMargin(-0.625, -0.5, 0.5)).toBe(true);
  });

  it('compares with the least positive of the query', () => {
    const own = Float64Array.of(0.75, 0.5, 0.25);
    const queries = Int32Array.of(7, 8, 7);
    const { positive } = scoredColumns(queries, offsetsOf([2, 1, 1]), own, new Float64Array(4));
    expect([...positive]).toEqual([0.25, 0.25, 0.5, 0.25]);
  });

  it('makes s and p − s of pair columns', () => {
    // Records of one query: own positives 0.75 and 0.5, so p is 0.5 for both.
    const distance = Float64Array.of(1, 1, 1);
    const locality = Float64Array.of(0.25, 0, -0.25);
    const margin = Float64Array.of(0.5, 0.25, -0.25);
    const { score, positive } = limitColumns(Int32Array.of(3, 3), {
      offsets: offsetsOf([2, 1]),
      margin,
      locality,
      distance,
    });
    expect([...score]).toEqual([0.25, 0.5, 0.75]);
    expect(score[0]).toBe(cosineToQuery(0.25, 1));
    expect([...positive]).toEqual([0.5, 0.5, 0.5]);
  });

  it('drops by margin, score, K and places', () => {
    const columns = {
      offsets: offsetsOf([3, 2]),
      score: Float64Array.of(0.5, 0.375, 0.25, 0.625, 0.125),
      // p = 0.5 in the first record, 0.75 in the second.
      positive: Float64Array.of(0.5, 0.5, 0.5, 0.75, 0.75),
      cosPositive: Float64Array.of(0.5, 0.25, 0, -0.5, 1),
      suspicion: Float64Array.of(0.25, 0.5, 0, 0.125, 0.75),
    };
    const dropped = (id: LimitId, value: number, end?: number) => [
      ...droppedPairs(columns, limit(id, value, end)),
    ];
    expect(dropped('absolute_margin', 0.125)).toEqual([1, 0, 0, 0, 0]);
    expect(dropped('absolute_margin', 0.25)).toEqual([1, 1, 0, 1, 0]);
    expect(dropped('absolute_margin', -1)).toEqual([0, 0, 0, 0, 0]);
    // 0.5 · 0.5 = 0.25 below 0.5, 0.375 below 0.75.
    expect(dropped('relative_margin', 0.5)).toEqual([1, 1, 0, 1, 0]);
    // Equality stays.
    expect(dropped('max_score', 0.375)).toEqual([1, 0, 0, 1, 0]);
    expect(dropped('min_score', 0.25)).toEqual([0, 0, 0, 0, 1]);
    expect(dropped('num_negatives', 1)).toEqual([0, 1, 1, 0, 1]);
    expect(dropped('ranks', 1, 2)).toEqual([1, 0, 1, 1, 0]);
    // Equality goes: these two drop from a value on.
    expect(dropped('cos_positive', 0.25)).toEqual([1, 1, 0, 0, 1]);
    expect(dropped('suspicion', 0.5)).toEqual([0, 1, 0, 0, 1]);
  });

  it('says of each pair and record which of several limits drops it first', () => {
    const columns = {
      offsets: offsetsOf([3, 0, 2]),
      score: Float64Array.of(0.5, 0.375, 0.25, 0.625, 0.125),
      positive: Float64Array.of(0.5, 0.5, 0.5, 0.75, 0.75),
      cosPositive: new Float64Array(5),
      suspicion: new Float64Array(5),
    };
    const limits = [0, 0.125, 0.25, 0.5].map((value) => limit('absolute_margin', value));
    const { first, dropped, emptied } = limitCurve(columns, limits);
    // p − s = 0, 0.125, 0.25, 0.125, 0.625: dropped above it.
    expect([...first]).toEqual([1, 2, 3, 2, 4]);
    limits.forEach((each, i) => {
      expect([...droppedPairs(columns, each)]).toEqual([...first].map((place) => Number(place <= i)));
    });
    expect(dropped).toEqual([0, 1, 3, 4]);
    // The record without pairs loses none.
    expect(emptied).toEqual([0, 0, 0, 1]);
  });

  it('knows how many would lose all by chance', () => {
    // Of 3 pairs 2 go, in 3 equal ways: {0, 1} empties the first record, {0, 2} and {1, 2} the second: one each time.
    expect(emptiedByChance(recordsByCount(offsetsOf([2, 1])), 2)).toBeCloseTo(1, 14);
    // Of 4 pairs 2 go, in 6 ways: two of them empty a record of two.
    expect(emptiedByChance(recordsByCount(offsetsOf([2, 2])), 2)).toBeCloseTo(2 / 6, 14);
    expect(emptiedByChance(recordsByCount(offsetsOf([2, 2])), 1)).toBe(0);
    expect(emptiedByChance(recordsByCount(offsetsOf([2, 2])), 4)).toBeCloseTo(2, 14);
  });
});
