import { describe, expect, it } from 'vitest';

import { groupOfRecords, groupsOf } from '../../src/scoring/groups';

const records = (queries: readonly number[], positives: readonly number[]) => ({
  queries: Int32Array.from(queries),
  positives: Int32Array.from(positives),
});

describe('groups of queries', () => {
  it('are the queries that share a positive, also by way of others', () => {
    // 1 and 2 share 10, 2 and 3 share 11; 4 stands alone; 5 and 6 share 13 in another source.
    const one = records([1, 2, 2, 3, 4], [10, 10, 11, 11, 12]);
    const other = records([5, 6], [13, 13]);
    const groups = groupsOf([one, other]);
    const of = (query: number) => groups.get(query);
    expect(new Set([of(1), of(2), of(3)]).size).toBe(1);
    expect(of(5)).toBe(of(6));
    expect(new Set([of(1), of(4), of(5)]).size).toBe(3);
    expect([...groupOfRecords(other, groups)]).toEqual([of(5), of(6)]);
  });

  it('join what two sources share', () => {
    const groups = groupsOf([
      records([1, 2], [10, 11]),
      records([3, 1], [11, 12]),
      records([2, 3], [14, 12]),
    ]);
    expect(new Set([1, 2, 3].map((query) => groups.get(query))).size).toBe(1);
  });

  it('are the queries themselves where nothing is shared', () => {
    const groups = groupsOf([records([1, 2, 3], [10, 11, 12]), records([1, 2, 3], [10, 11, 12])]);
    expect(new Set(groups.values()).size).toBe(3);
  });
});
