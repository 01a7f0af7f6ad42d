import { describe, expect, it } from 'vitest';

import { countAsSame } from '../../src/scoring/overlap';
import { haveSameQueries, isInside, overlapsOf } from '../../src/candidates/overlaps';

/** One record a query, each with the same negatives. */
function structure(id: number, queries: readonly number[], negatives: readonly number[]) {
  return {
    id,
    queries: Int32Array.from(queries),
    positives: Int32Array.from(queries, () => 0),
    offsets: Int32Array.from([0, ...queries], (_, i) => i * negatives.length),
    negatives: Int32Array.from(queries.flatMap(() => negatives)),
  };
}

const all = structure(7, [1, 2, 3], [10, 11]);
const part = structure(8, [1, 2], [10]);
const other = structure(9, [1, 2, 3], [11, 12]);
const found = overlapsOf([all, part, other], ['a', 'a', 'a']);

describe('overlapsOf', () => {
  it('names sources by their ids, and settings by their names', () => {
    expect(found.sources[8]).toEqual({ queries: 2, pairs: 2 });
    expect(found.common).toContainEqual({ a: '7', b: '8', queries: 2, pairs: 2 });
    expect(found.common).toContainEqual({ a: '7', b: '9', queries: 3, pairs: 3 });
    expect(found.shared).toEqual([{ setting: 'a', queries: 2 }]);
  });

  it('counts queries and pairs once, and a negative by its query', () => {
    const twice = { ...structure(1, [1, 2, 1], [10]), negatives: Int32Array.of(10, 10, 12) };
    const one = { ...structure(2, [3, 1, 2], [10]), negatives: Int32Array.of(12, 12, 11) };
    const { sources, common } = overlapsOf([twice, one], ['a', 'a']);
    expect(sources).toEqual({ 1: { queries: 2, pairs: 3 }, 2: { queries: 3, pairs: 3 } });
    expect(common).toEqual([{ a: '1', b: '2', queries: 2, pairs: 1 }]);
  });

  it('tells the queries shared in a setting whose sources differ in them, also where there are none', () => {
    const sharedOf = (one: typeof all, settings: string[]) => overlapsOf([one, all], settings).shared;
    expect(sharedOf(other, ['a', 'a'])).toEqual([]);
    expect(sharedOf(part, ['a', 'b'])).toEqual([]);
    expect(sharedOf(structure(8, [5], [10]), ['a', 'a'])).toEqual([{ setting: 'a', queries: 0 }]);
  });

  it('asks for 97 % of the own queries', () => {
    expect([96, 97].map((shared) => countAsSame(shared, 100))).toEqual([false, true]);
  });
});

describe('isInside', () => {
  it('is true of a source of which another has every pair', () => {
    expect(isInside(found, '8', '7')).toBe(true);
    expect(isInside(found, '7', '8')).toBe(false);
    expect(isInside(found, '9', '7')).toBe(false);
  });

  it('is true of the later one of two that have the same pairs', () => {
    const twice = overlapsOf([all, { ...all, id: 1 }], ['a', 'a']);
    expect(isInside(twice, '1', '7')).toBe(true);
    expect(isInside(twice, '7', '1')).toBe(false);
  });
});

describe('haveSameQueries', () => {
  it('is false once a source lacks a query of another', () => {
    expect(haveSameQueries(found)).toBe(false);
    expect(haveSameQueries(overlapsOf([all, other], ['a', 'b']))).toBe(true);
  });
});
