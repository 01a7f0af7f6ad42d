import { describe, expect, it } from 'vitest';

import {
  FEWEST_UNITS,
  meanHalfWidth,
  studentBoundary,
  unitsForHalfWidth,
} from '../../../src/scoring/certainty/confidence-sequence';
import { seededRandom } from '../../../src/scoring/random';

/** Two standard normal numbers (Box and Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

describe('the boundary where the deviation is estimated', () => {
  it('holds for normal draws from the second on, though their deviation is not known', () => {
    const random = seededRandom(2);
    const walks = 2000;
    let left = 0;
    for (let w = 0; w < walks; w++) {
      let [sum, squares] = [0, 0];
      for (let n = 1; n <= 1000; n++) {
        const x = normal(random);
        sum += x;
        squares += x * x;
        const deviation = Math.sqrt(Math.max(0, squares - (sum * sum) / n) / (n - 1));
        if (n > 1 && Math.abs(sum) > deviation * studentBoundary(n, n, 0.1)) {
          left++;
          break;
        }
      }
    }
    expect(left / walks).toBeLessThan(0.1);
    expect(left / walks).toBeGreaterThan(0.02);
  });

  it('holds the figure worked by hand', () => {
    // α = 0.05: 2 ln 20 = 5.99146, ln 6.99146 = 1.94469, r = 300 / 7.93615 = 37.8017;
    // s = n = 100: L = ln(137.8017 / (37.8017 · 0.0025)) = 7.28490, q = e^0.0728490 = 1.075568, a = 37.8017/137.8017 = 0.274319;
    // √(100 · 99 · 0.075568/(1 − 0.295049)) = √1061.24 = 32.577.
    expect(studentBoundary(100, 100, 0.05)).toBeCloseTo(32.577, 2);
  });

  it('is that of a known deviation for many units: √((s + r) · ln((s + r)/(r α²)))', () => {
    const [s, r] = [1e6, 37.8017];
    const known = Math.sqrt((s + r) * Math.log((s + r) / (r * 0.05 ** 2)));
    expect(studentBoundary(s, 1e6, 0.05) / known).toBeCloseTo(1, 4);
  });
});

describe('the half width of a mean', () => {
  it('is that of independent draws where the file is long, a tenth of the error kept back', () => {
    const independent = (2 / 500) * studentBoundary(500, 500, 0.9 * 0.05);
    expect(meanHalfWidth(500, 1e12, 2, 0.05)).toBeCloseTo(independent, 9);
  });

  it('is narrower near the end of a file and zero at it', () => {
    expect(meanHalfWidth(900, 1000, 1, 0.05)).toBeLessThan(meanHalfWidth(900, 1e9, 1, 0.05) / 2);
    expect(meanHalfWidth(1000, 1000, 1, 0.05)).toBe(0);
  });

  it('falls with every unit, and the units for a width are the first that reach it', () => {
    for (const total of [60, 1000, 25000]) {
      for (let n = FEWEST_UNITS; n <= Math.min(total, 2000); n++) {
        expect(meanHalfWidth(n, total, 1, 0.05)).toBeLessThan(meanHalfWidth(n - 1, total, 1, 0.05));
      }
    }
    const needed = unitsForHalfWidth(0.2, 25000, 1, 0.05);
    expect(meanHalfWidth(needed, 25000, 1, 0.05)).toBeLessThanOrEqual(0.2);
    expect(meanHalfWidth(needed - 1, 25000, 1, 0.05)).toBeGreaterThan(0.2);
    expect(unitsForHalfWidth(0, 25000, 1, 0.05)).toBe(25000);
  });
});
