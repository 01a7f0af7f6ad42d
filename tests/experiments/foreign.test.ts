/** Negatives put into records: how many, where, and that a slider only adds. */

import { describe, expect, it } from 'vitest';

import { withForeign, type ForeignPart } from '../../src/experiments/foreign';
import { seededRandom } from '../../src/scoring/random';

/** Records of K negatives each; the negatives are 1000 and more, the positives 0 and more. */
function records(count: number, k: number) {
  return {
    queries: Int32Array.from({ length: count }, (_, i) => i),
    positives: Int32Array.from({ length: count }, (_, i) => i),
    offsets: Int32Array.from({ length: count + 1 }, (_, i) => i * k),
    negatives: Int32Array.from({ length: count * k }, (_, i) => 1000 + i),
  };
}

const randomOf = (record: number) => seededRandom(7 + 1000 * record);

const part = (share: number, passages: readonly number[], repeats = false): ForeignPart => ({
  share,
  supply: () => passages,
  repeats,
});

const countOf = (from: Int8Array, place: number) => from.filter((one) => one === place).length;

describe('withForeign', () => {
  it('replaces share·K negatives of each record, in the mean where that is no whole number', () => {
    const exact = withForeign(records(20, 10), [part(0.2, [1, 2, 3])], randomOf);
    expect(countOf(exact.from, 0)).toBe(40);
    expect(exact.changed).toHaveLength(20);
    const mean = withForeign(records(2000, 4), [part(0.1, [1, 2, 3])], randomOf);
    expect(countOf(mean.from, 0) / 8000).toBeCloseTo(0.1, 2);
    for (const [pair, from] of mean.from.entries()) {
      const negative = mean.records.negatives[pair];
      expect(negative).toBe(from === -1 ? 1000 + pair : 1);
    }
  });

  it('keeps parts apart, and never takes more than a record has', () => {
    const parts = [part(0.3, [1]), part(0.3, [2]), part(0.3, [3])];
    const { from } = withForeign(records(3000, 1), parts, randomOf);
    for (const place of [0, 1, 2]) expect(countOf(from, place) / 3000).toBeCloseTo(0.3, 1);
    const all = withForeign(records(50, 3), [part(0.5, [1, 2]), part(0.5, [3, 4])], randomOf);
    expect(countOf(all.from, -1)).toBe(0);
  });

  it('adds to what a smaller share has put in', () => {
    const less = withForeign(records(100, 7), [part(0.1, [1, 2, 3, 4])], randomOf);
    const more = withForeign(records(100, 7), [part(0.25, [1, 2, 3, 4])], randomOf);
    for (const [pair, from] of less.from.entries()) {
      if (from === 0) expect(more.records.negatives[pair]).toBe(less.records.negatives[pair]);
    }
  });

  it('takes what the record has not, as far as the supply goes; copies may repeat', () => {
    const own = withForeign(records(1, 4), [part(1, [1000, 5, 5])], randomOf);
    expect(countOf(own.from, 0)).toBe(1);
    const copies = withForeign(records(1, 4), [part(1, [5, 5, 5, 5], true)], randomOf);
    expect([...copies.records.negatives]).toEqual([5, 5, 5, 5]);
    const none = withForeign(records(5, 4), [part(0, [5])], randomOf);
    expect(none.changed).toEqual([]);
  });
});
