import { describe, expect, it } from 'vitest';

import { countAsSame, overlapOf, sharedQueries } from '../../src/scoring/overlap';
import { idRecords } from '../support/id-records';

/** Records of a query with its negatives. */
const source = (...records: readonly (readonly [query: number, ...negatives: number[]])[]) =>
  idRecords(...records.map(([query, ...negatives]) => [query, 0, negatives] as const));

/** Sources under their places as ids. */
const held = (...sources: readonly ReturnType<typeof source>[]) =>
  overlapOf(sources.map((one, id) => ({ ...one, id })));

describe('overlapOf', () => {
  it('counts distinct queries and pairs of each, and those that two sources both have', () => {
    const one = source([1, 10, 11], [2, 10], [1, 11, 12]);
    const other = source([1, 11], [2, 12], [3, 10]);
    expect(held(one, other)).toEqual({
      sources: { 0: { queries: 2, pairs: 4 }, 1: { queries: 3, pairs: 3 } },
      common: [{ a: '0', b: '1', queries: 2, pairs: 1 }],
    });
  });

  it('takes the same negative of another query for another pair', () => {
    const [both] = held(source([1, 5]), source([2, 5])).common;
    expect(both).toEqual({ a: '0', b: '1', queries: 0, pairs: 0 });
  });
});

describe('sharedQueries', () => {
  const few = source([1, 9], [2, 9]);
  const more = source([2, 8], [1, 8], [3, 8]);

  it('says nothing of sources with the same queries, and looks at each setting alone', () => {
    expect(sharedQueries([few, few], ['a', 'a']).size).toBe(0);
    expect(sharedQueries([few, more], ['a', 'b']).size).toBe(0);
  });

  it('is empty where the sources have no query in common', () => {
    expect(sharedQueries([few, source([7, 1])], ['a', 'a']).get('a')?.size).toBe(0);
  });
});

it('countAsSame asks for 97 % of the own queries', () => {
  expect([96, 97].map((shared) => countAsSame(shared, 100))).toEqual([false, true]);
});
