import { describe, expect, it } from 'vitest';

import { unitsOf } from '../../src/scoring/groups';

const records = (queries: readonly number[], positives: readonly number[]) => ({
  queries: Int32Array.from(queries),
  positives: Int32Array.from(positives),
});

const units = (kind: string, ...sources: readonly ReturnType<typeof records>[]) =>
  unitsOf(sources, kind).map((of) => [...of]);

describe('units', () => {
  it('are the queries that share a positive, also by way of others and of other sources', () => {
    // 1 and 2 share 10, 2 and 3 share 11; 4 stands alone; 5 and 6 share 13 in another source.
    const one = records([1, 2, 2, 3, 4], [10, 10, 11, 11, 12]);
    const other = records([5, 6], [13, 13]);
    expect(units('positive', one, other)).toEqual([
      [1, 1, 1, 1, 4],
      [5, 5],
    ]);
    const apart = [records([1, 2], [10, 11]), records([3, 1], [11, 12]), records([2, 3], [14, 12])];
    expect(units('positive', ...apart)).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it('are named after their smallest query, whatever comes first', () => {
    expect(units('positive', records([9, 4, 7], [1, 2, 1]), records([4, 9], [3, 3]))).toEqual([
      [4, 4, 4],
      [4, 4],
    ]);
  });

  it('are the queries with one value of a column; a query has that of its other records', () => {
    const one = { ...records([1, 2, 3], [10, 10, 12]), groups: ['a', 'b', 'a'] };
    const other = records([2, 3], [10, 12]);
    expect(unitsOf([one, other], 'site').map((of) => [...of])).toEqual([
      [1, 2, 1],
      [2, 1],
    ]);
  });
});
