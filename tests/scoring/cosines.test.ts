import { describe, expect, it } from 'vitest';

import { cosineToPositive, cosineToQuery, suspicion } from '../../src/scoring/cosines';
import { pairGeometry } from '../../src/scoring/gates';
import { unitAt } from '../support/planar';

describe('the cosines of a pair', () => {
  it('follow from its columns: those of the angles between unit vectors', () => {
    for (const [query, positive, negative] of [
      [0, 20, 50],
      [10, 300, 185],
      [0, 40, 40],
    ] as const) {
      const pair = { margin: 0, locality: 0, distance: 0 };
      pairGeometry(unitAt(query), unitAt(positive), unitAt(negative), pair);
      const { margin, locality, distance } = pair;
      const cosine = (a: number, b: number) => Math.cos(((a - b) * Math.PI) / 180);
      expect(cosineToPositive(distance)).toBeCloseTo(cosine(negative, positive), 14);
      expect(cosineToQuery(locality, distance)).toBeCloseTo(cosine(negative, query), 14);
      expect(cosineToQuery(locality, distance) + margin).toBeCloseTo(cosine(positive, query), 14);
    }
  });

  it('is exactly 1 where the negative is the positive', () => {
    expect(cosineToPositive(0)).toBe(1);
  });
});

it('suspicion is 1 for the same text, and the mean of both views of nearness else', () => {
  expect(suspicion(0, 1)).toBe(1);
  // Unit vectors at 60°: distance 1, cosine a half.
  expect(suspicion(1, 0.25)).toBeCloseTo(0.375, 15);
  // At more than a right angle the cosine says no more.
  expect(suspicion(1.9, 0.1)).toBe(0.05);
});
