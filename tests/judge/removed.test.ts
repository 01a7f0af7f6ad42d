import { describe, expect, it } from 'vitest';

import { againstChance, judgedAnswers, rateOfRest, removedShare, wilson } from '../../src/judge/removed';
import { normalQuantile, studentQuantile } from '../../src/scoring/certainty/normal';
import type { Verdict } from '../../src/judge/verdicts';

const at = { source: 0, record: 0, position: 0 };

describe('the share of the answers that a limit removes', () => {
  it('weighs answers by what they stand for', () => {
    // Two strata of one source: of 10 pairs 2 are judged, of 6 pairs 2, one of them by "cannot tell".
    const order = {
      ofSources: [
        [10, 6],
        [0, 6],
      ],
      pairs: ['a', 'b', 'c', 'd', 'e'].map((key, i) => ({
        key,
        at,
        stratum: i < 2 ? 0 : 1,
        sources: i < 2 ? [0] : [0, 1],
        findings: 0,
      })),
    };
    const verdicts = new Map<string, Verdict>([
      ['a', 'answers'],
      ['b', 'does not answer'],
      ['c', 'answers'],
      ['d', 'cannot tell'],
      ['e', 'answers'],
    ]);
    // The fifth pair is not of the sample.
    expect(judgedAnswers(order, verdicts, 4).map(({ weights }) => weights)).toEqual([
      [5, 0],
      [6, 6],
    ]);
  });

  it('has an interval of as many independent answers as the units show', () => {
    // p = (2 + 1)/(2 + 1 + 1) = 0.75; residuals of the queries 2·0.25/4 − 0.75/4 = −0.0625, 0.0625;
    // V = 2/1 · 2 · 0.0625² = 0.015625; n' = min(3, 0.1875/0.015625 = 12) = 3, times (z/t)² with one degree of freedom.
    const answers = [
      { unit: 1, weight: 2, removed: true },
      { unit: 1, weight: 1, removed: false },
      { unit: 2, weight: 1, removed: true },
    ];
    const share = removedShare(answers);
    expect(share?.rate).toBe(0.75);
    expect({ low: share?.low, high: share?.high }).toEqual(
      wilson(0.75, 3 * (normalQuantile(0.975) / studentQuantile(0.975, 1)) ** 2, normalQuantile(0.975)),
    );
  });

  it('is wider where the answers of a unit go together', () => {
    // p = 0.5, residuals ±2/4: V = 2 · 2 · 0.25² ... n' = 0.25 / (4/3 · 4 · 0.125²) = 3, of 8 answers.
    const answers = [1, 2, 3, 4].flatMap((query) =>
      [0, 1].map(() => ({ unit: query, weight: 1, removed: query < 3 })),
    );
    const share = removedShare(answers);
    const expected = wilson(
      0.5,
      3 * (normalQuantile(0.975) / studentQuantile(0.975, 3)) ** 2,
      normalQuantile(0.975),
    );
    expect(share?.low).toBeCloseTo(expected.low, 12);
    expect(share?.high).toBeCloseTo(expected.high, 12);
  });

  it('counts units where all or none go', () => {
    const answers = [1, 1, 2].map((unit) => ({ unit, weight: 1, removed: true }));
    const share = removedShare(answers);
    expect(share?.rate).toBe(1);
    // n/(n + z²) with n = 2 (z/t)² of 2 units: 2/(2 + t²), t = 12.706.
    expect(share?.low).toBeCloseTo(2 / (2 + 12.7062047 ** 2), 6);
    expect(share?.high).toBe(1);
  });

  it('has no interval of one unit, and no share without answers', () => {
    const one = [0, 1].map((i) => ({ unit: 4, weight: 1, removed: i === 0 }));
    expect(removedShare(one)).toEqual({ rate: 0.5, low: null, high: null });
    expect(removedShare([])).toBeNull();
  });

  it('is Wilson’s interval', () => {
    // 8 of 10: 0.4901625, 0.9433178 (Wilson 1927; Newcombe 1998 gives 0.4902 to 0.9433).
    const { low, high } = wilson(0.8, 10);
    expect(low).toBeCloseTo(0.4901625, 6);
    expect(high).toBeCloseTo(0.9433178, 6);
  });

  it('calls more or less than chance only outside the interval, corrected for the values looked at', () => {
    // 20 units with 5 answers each, 80 of 100 removed: two units in five lose all, the others two thirds.
    const answers = Array.from({ length: 100 }, (_, i) => ({
      unit: i % 20,
      weight: 1,
      removed: i % 5 > 0 || i % 20 < 8,
    }));
    const share = removedShare(answers);
    const low = share?.low ?? NaN;
    const high = share?.high ?? NaN;
    const after = (looks: number, byChance: number) =>
      againstChance(removedShare(answers, 0.05 / looks), 20, byChance);
    expect(after(1, low - 0.001)).toBe('more');
    expect(after(101, low - 0.001)).toBe('open');
    expect(after(1, (low + high) / 2)).toBe('open');
    expect(after(1, high + 0.001)).toBe('less');
  });

  it('says nothing of chance below ten units', () => {
    const share = { rate: 1, low: 0.9, high: 1 };
    expect(againstChance(share, 9, 0.1)).toBe('few');
    expect(againstChance(share, 10, 0.1)).toBe('more');
    expect(againstChance(null, 10, 0.1)).toBe('open');
  });

  it('tells which share of what stays still answers', () => {
    // Of 100 pairs 40 answer; 25 pairs go, 12 of them answers: 28 of 75.
    expect(rateOfRest(0.4, 0.3, 0.25)).toBeCloseTo(28 / 75, 14);
    expect(rateOfRest(0.4, 0.25, 0.25)).toBeCloseTo(0.4, 14);
    expect(rateOfRest(0.4, 1, 1)).toBeNull();
  });
});
