import { describe, expect, it } from 'vitest';

import { orderOf } from '../../../src/scoring/certainty/score-order';
import { seededRandom } from '../../../src/scoring/random';
import type { WeightingId } from '../../../src/scoring/weightings';

/** A source of 100 queries with one pair each, with weights about a mean; its score is a little below its trace. */
function source(mean: number, seed: number, { setting = 'one', gap = 0.005, spread = 0.2 } = {}) {
  const random = seededRandom(seed);
  const sums = Float64Array.from({ length: 100 }, () => mean + spread * (random() - 0.5));
  const trace = sums.reduce((sum, w) => sum + w, 0) / 100;
  return { setting, score: (1 - gap) * trace, trace: { sums, pairs: new Float64Array(100).fill(1) } };
}

const order = (
  sources: readonly ReturnType<typeof source>[],
  { weighting = 'full' as WeightingId, alpha = 0.05, drawn = null as number | null } = {},
) => orderOf(sources, { tau: 0.05, weighting }, alpha, drawn);

describe('the order of sources by score', () => {
  const high = source(0.6, 1);
  const low = source(0.4, 2);

  it('puts the interval of the trace around the score, and names the higher source first', () => {
    const { scores, pairs } = order([low, high]);
    const [own] = scores;
    expect(own?.interval?.low).toBeCloseTo(2 * low.score - (own?.interval?.high ?? 0), 12);
    expect(pairs).toMatchObject([{ a: 1, b: 0, unlike: 99, separated: true }]);
    expect(pairs[0]?.difference).toBe(high.score - low.score);
  });

  it('shares the error over the pairs of one setting, not over those of others', () => {
    const width = (pairs: ReturnType<typeof order>['pairs']) =>
      (pairs[0]?.interval?.high ?? 0) - (pairs[0]?.interval?.low ?? 0);
    const alone = width(order([low, high]).pairs);
    const beside = source(0.5, 3, { setting: 'two' });
    expect(width(order([low, high, beside, beside]).pairs)).toBe(alone);
    const three = order([low, high, source(0.5, 3)]).pairs;
    expect(width(three)).toBeCloseTo(width(order([low, high], { alpha: 0.05 / 3 }).pairs), 12);
    expect(width(three)).toBeGreaterThan(alone);
  });

  it('has no interval where the trace says nothing of the score, and then calls no order', () => {
    const far = source(0.8, 4, { gap: 0.021 });
    const constant = source(0.9, 5, { spread: 0 });
    const nothing = source(0, 6, { spread: 0 });
    const { scores, pairs } = order([low, far, constant, nothing]);
    expect(scores.map(({ interval }) => interval === null)).toEqual([false, true, true, true]);
    expect(pairs.every(({ interval, separated }) => interval === null && !separated)).toBe(true);
    const uniform = order([low, high], { weighting: 'uniform' });
    expect(uniform.scores.every(({ interval }) => interval === null)).toBe(true);
    expect(uniform.pairs[0]?.separated).toBe(false);
  });

  it('is not called for twins', () => {
    expect(order([high, high]).pairs).toMatchObject([
      { difference: 0, interval: { low: 0, high: 0 }, unlike: 0, separated: false },
    ]);
  });

  it('stays open while units are left that could turn it', () => {
    const near = source(0.585, 1);
    expect(order([high, near]).pairs[0]?.unlike).toBe(0);
    const other = source(0.57, 7, { spread: 0.02 });
    const flat = source(0.6, 8, { spread: 0.02 });
    expect(order([other, flat]).pairs[0]?.separated).toBe(true);
    // ln(1/0.05)/100 is about 0.03.
    expect(order([other, flat], { drawn: 90 }).pairs[0]?.separated).toBe(false);
    expect(order([low, high], { drawn: 90 }).pairs[0]?.separated).toBe(true);
  });
});
