import { describe, expect, it } from 'vitest';

import { accumulateInformation, informationMatrix, residual } from '../../src/scoring/information';
import { expectRelative } from '../support/near';

describe('residual', () => {
  it('is the unit vector from the negative to the positive, put at the offset', () => {
    const out = new Float64Array(6).fill(7);
    residual(Float64Array.of(1, 2), Float64Array.of(-2, -2), 5, out, 2);
    expect([...out]).toEqual([7, 7, 0.6000000000000001, 0.8, 7, 7]);
  });

  it('is the zero vector where the distance is 0', () => {
    const out = new Float64Array(2).fill(7);
    residual(Float64Array.of(1, 2), Float64Array.of(1, 2), 0, out);
    expect([...out]).toEqual([0, 0]);
  });
});

/** Pairs with small whole numbers: every sum is exact, whatever its order. */
const RESIDUALS = [
  [1, 2, -1],
  [0, 3, 1],
  [-2, 1, 4],
  [5, -1, 2],
  [1, 1, -3],
];
const WEIGHTS = [2, 1, 0.5, 4, 3];

function sumOf(residuals: number[][], weights: number[]): number[] {
  const d = residuals[0]?.length ?? 0;
  const sum = new Float64Array(d * d);
  accumulateInformation(
    sum,
    Float64Array.from(residuals.flat()),
    Float64Array.from(weights),
    weights.length,
    d,
  );
  return [...sum];
}

describe('accumulateInformation', () => {
  it('adds five pairs (four at once and one) as worked out by hand', () => {
    // Entry (0, 0): 2·1 + 1·0 + 0.5·4 + 4·25 + 3·1 = 107; (0, 1): 4 + 0 − 1 − 20 + 3 = −14; and so on.
    expect(sumOf(RESIDUALS, WEIGHTS)).toEqual([107, -14, 25, 0, 24.5, -16, 0, 0, 54]);
  });

  it('adds to what is there and reads only `count` pairs', () => {
    const sum = Float64Array.of(10, 20, 30, 40);
    const residuals = Float64Array.of(1, 2, 100, 100);
    accumulateInformation(sum, residuals, Float64Array.of(3, 100), 1, 2);
    expect([...sum]).toEqual([13, 26, 30, 52]);
  });
});

describe('informationMatrix', () => {
  it('divides by N and mirrors the upper triangle', () => {
    const matrix = informationMatrix(Float64Array.of(8, -4, 999, 2), 4, 2);
    expect([...matrix]).toEqual([2, -1, -1, 0.5]);
  });

  it('counts a zero residual in N: its trace is half that of the other pair alone', () => {
    const sum = new Float64Array(4);
    accumulateInformation(sum, Float64Array.of(0.6, 0.8, 0, 0), Float64Array.of(0.5, 0.5), 2, 2);
    const matrix = informationMatrix(sum, 2, 2);
    expectRelative((matrix[0] as number) + (matrix[3] as number), 0.25, 1e-15);
  });
});
