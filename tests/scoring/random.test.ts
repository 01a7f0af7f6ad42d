import { describe, expect, it } from 'vitest';

import { seededPriority, seededRandom } from '../../src/scoring/random';

/** χ² of counts in equal bins against the uniform distribution. */
function chiSquare(values: readonly number[], bins: number): number {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.floor(value * bins);
    counts[bin] = (counts[bin] as number) + 1;
  }
  const expected = values.length / bins;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** The 99.99 % point of χ² with 31 degrees of freedom. */
const CHI_SQUARE_LIMIT = 66.6;

describe('seededRandom', () => {
  it.each([
    // Worked out apart in Python, with whole numbers of any length.
    [42, [0.6011037519201636, 0.44829055899754167, 0.8524657934904099, 0.6697340414393693]],
    [0, [0.26642920868471265, 0.0003297457005828619, 0.2232720274478197]],
    [0xffffffff, [0.8964226141106337, 0.189478256739676]],
  ])('is mulberry32 for seed %s', (seed, values) => {
    const random = seededRandom(seed);
    expect(values.map(() => random())).toEqual(values);
  });
});

describe('seededPriority', () => {
  const texts = Array.from({ length: 32_000 }, (_, i) => `what is query ${i}`);

  it('is fixed by seed, text and occurrence', () => {
    const priority = seededPriority(42, 'who wrote it', 0);
    expect(seededPriority(42, 'who wrote it', 0)).toBe(priority);
    const others = [
      seededPriority(43, 'who wrote it', 0),
      seededPriority(42, 'who wrote it?', 0),
      seededPriority(42, 'who wrote it', 1),
    ];
    expect(new Set([priority, ...others]).size).toBe(4);
  });

  it.each([0, 42, -1, 2 ** 31])('is uniform on [0, 1) over like texts for seed %s', (seed) => {
    const values = texts.map((text) => seededPriority(seed, text, 0));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(chiSquare(values, 32)).toBeLessThan(CHI_SQUARE_LIMIT);
    // The low bits too: 53-bit numbers, of which the digits after the first 27 bits are drawn apart.
    const tails = values.map((value) => (value * 2 ** 27) % 1);
    expect(chiSquare(tails, 32)).toBeLessThan(CHI_SQUARE_LIMIT);
    expect(new Set(values).size).toBe(texts.length);
  });
});
