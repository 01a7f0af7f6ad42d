/** Batches: worked by hand, and against shuffles. */

import { describe, expect, it } from 'vitest';

import { meetingsOf } from '../../src/scoring/batches';
import { seededRandom } from '../../src/scoring/random';

describe('records that meet their own positive in a batch', () => {
  /** Records of a query each, without negatives. */
  const met = (positives: readonly number[], size: number) =>
    meetingsOf(
      {
        queries: Int32Array.from(positives.keys()),
        positives: Int32Array.from(positives),
        offsets: new Int32Array(positives.length + 1),
        negatives: new Int32Array(0),
      },
      size,
    ).positives;

  it('are none where every positive stands once, and all of one batch of copies', () => {
    expect(met([...Array(100).keys()], 16)).toBe(0);
    expect(met([7, 7], 16)).toBe(1);
    expect(met([], 16)).toBe(0);
  });

  it('are worked out by hand: four records of two positives in batches of two', () => {
    // One of three others shares the positive.
    expect(met([1, 1, 2, 2], 2)).toBeCloseTo(1 / 3, 14);
    // Five records in batches of two: the last record is alone, so 4/5 · 1/4 for the two that share.
    expect(met([1, 1, 2, 3, 4], 2)).toBeCloseTo((2 / 5) * (4 / 5) * (1 / 4), 14);
    // More sharers than places beside a record: one other in two of four draws, for three of five records.
    expect(met([1, 1, 1, 2, 3], 2)).toBeCloseTo((3 / 5) * (4 / 5) * (2 / 4), 14);
  });

  /** Of 150 records: 5 positives that stand 6 times, 20 that stand twice, the rest once. One negative each: a positive of a third. */
  const file = {
    queries: Int32Array.from({ length: 150 }, (_, i) => i),
    positives: Int32Array.from({ length: 150 }, (_, i) => (i < 30 ? i % 5 : i < 70 ? 5 + (i % 20) : i)),
    offsets: Int32Array.from({ length: 151 }, (_, i) => i),
    negatives: Int32Array.from({ length: 150 }, (_, i) => (i % 3 === 0 ? (i + 40) % 150 : 200 + i)),
  };

  it.each([16, 64])('lies where 10,000 seeded shuffles put it, in batches of %i', (size) => {
    const random = seededRandom(42);
    const order = Array.from(file.queries);
    const shares: Record<'positives' | 'all', number[]> = { positives: [], all: [] };
    for (let turn = 0; turn < 10_000; turn++) {
      for (let i = order.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [order[i], order[j]] = [order[j] as number, order[i] as number];
      }
      const met = { positives: 0, all: 0 };
      for (let from = 0; from < order.length; from += size) {
        const batch = order.slice(from, from + size);
        const held = new Map<number, number>();
        for (const each of batch) {
          const positive = file.positives[each] as number;
          held.set(positive, (held.get(positive) ?? 0) + 1);
        }
        const mined = new Set(batch.map((each) => file.negatives[each] as number));
        for (const each of batch) {
          const positive = file.positives[each] as number;
          const twice = (held.get(positive) ?? 0) > 1;
          met.positives += Number(twice);
          met.all += Number(twice || mined.has(positive));
        }
      }
      shares.positives.push(met.positives / order.length);
      shares.all.push(met.all / order.length);
    }
    for (const of of ['positives', 'all'] as const) {
      const mean = shares[of].reduce((sum, share) => sum + share, 0) / shares[of].length;
      const variance =
        shares[of].reduce((sum, share) => sum + (share - mean) ** 2, 0) / (shares[of].length - 1);
      const error = Math.sqrt(variance / shares[of].length);
      expect(Math.abs(meetingsOf(file, size)[of] - mean), of).toBeLessThan(3 * error);
      // The bound can fail: a batch of one record more lies outside it.
      expect(Math.abs(meetingsOf(file, size + 1)[of] - mean), of).toBeGreaterThan(3 * error);
    }
  });
});
