import { describe, expect, it } from 'vitest';

import {
  calibrationOf,
  calibrationPairs,
  FEWEST_POSITIVES,
  verdictOfScore,
  type Calibration,
} from '../../src/judge/calibration';

/** Positives 1 to 20; passages of other queries score 0. */
const OWN = Array.from({ length: 20 }, (_, i) => i + 1);
const OTHER = OWN.map(() => 0);

describe('calibration on the positives of a run', () => {
  it('takes the median and the lowest tenth', () => {
    const found = calibrationOf(OWN, OTHER) as Calibration;
    expect(found).toEqual({ positives: 20, answersFrom: 10, answersNotBelow: 2, told: 1, tells: true });
    expect([1, 1.99, 2, 9.99, 10, 30].map((score) => verdictOfScore(score, found))).toEqual([
      'does not answer',
      'does not answer',
      'cannot tell',
      'cannot tell',
      'answers',
      'answers',
    ]);
  });

  it('is no scale: any rising function of the scores gives the same verdicts', () => {
    const scores = [-5, 0, 1.5, 2, 5, 10, 11];
    const plain = calibrationOf(OWN, OTHER) as Calibration;
    for (const f of [(x: number) => 1 / (1 + Math.exp(-x)), (x: number) => 3 * x - 40, Math.exp]) {
      const other = calibrationOf(OWN.map(f), OTHER.map(f)) as Calibration;
      expect(scores.map((score) => verdictOfScore(f(score), other))).toEqual(
        scores.map((score) => verdictOfScore(score, plain)),
      );
    }
  });

  it('does not judge with too few positives, or where these are not told from other passages', () => {
    expect(calibrationOf(OWN.slice(1), OTHER.slice(1))).toBeNull();
    expect(OWN).toHaveLength(FEWEST_POSITIVES);
    // 14 of 20: Wilson's interval is 0.481 to 0.855.
    const some = calibrationOf(
      OWN,
      OWN.map((score, i) => (i < 14 ? score - 1 : score + 1)),
    );
    expect(some).toMatchObject({ told: 0.7, tells: false });
    // 15 of 20: 0.531 to 0.888.
    const more = calibrationOf(
      OWN,
      OWN.map((score, i) => (i < 15 ? score - 1 : score + 1)),
    );
    expect(more).toMatchObject({ told: 0.75, tells: true });
    // Equal scores tell nothing.
    expect(calibrationOf(OWN, OWN)).toMatchObject({ told: 0, tells: false });
  });

  it('asks for each distinct positive, and for its query a passage of another one', () => {
    const records = [
      { query: 'a', positive: 'A' },
      { query: 'a', positive: 'A' },
      { query: 'b', positive: 'B' },
      { query: 'a', positive: 'A2' },
      { query: 'c', positive: 'A' },
    ];
    const { own, other } = calibrationPairs(records);
    expect(own).toEqual([
      { query: 'a', passage: 'A' },
      { query: 'b', passage: 'B' },
      { query: 'a', passage: 'A2' },
      { query: 'c', passage: 'A' },
    ]);
    expect(other).toEqual([
      { query: 'a', passage: 'B' },
      { query: 'b', passage: 'A' },
      { query: 'a', passage: 'B' },
      { query: 'c', passage: 'B' },
    ]);
    expect(calibrationPairs([{ query: 'a', positive: 'A' }])).toEqual({ own: [], other: [] });
  });
});
