import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { ASSEMBLIES, assemble } from '../../scripts/lib/assembly.mjs';
import { accumulateInformation, BLOCK_PAIRS } from '../../src/scoring/information';
import { seededRandom } from '../../src/scoring/random';
import { atOnce } from '../../src/scoring/sliced';
import { SimdSquares } from '../../src/simd/information';
import { informationBytes } from '../support/assembly';

/** By the bytes: `toEqual` of a matrix takes seconds. */
const expectSameDigits = (sum: Float64Array, twin: Float64Array) =>
  expect(Buffer.from(sum.buffer).equals(Buffer.from(twin.buffer))).toBe(true);

const module = new WebAssembly.Module(informationBytes());

describe.each([1, 4, 10, 64, 131])('float64 sums of d = %i', (d) => {
  it('have the digits of the twin, block after block', () => {
    const random = seededRandom(d);
    const simd = new SimdSquares(module, d);
    const [sum, twin] = [new Float64Array(d * d), new Float64Array(d * d)];
    for (const pairs of [BLOCK_PAIRS, 7, 100]) {
      const residuals = Float64Array.from({ length: pairs * d }, () => random() - 0.5);
      const weights = Float64Array.from({ length: pairs }, () => Math.max(0, random() - 0.2));
      atOnce(simd.add(sum, residuals, weights, pairs));
      accumulateInformation(twin, residuals, weights, pairs, d);
    }
    expectSameDigits(sum, twin);
  });
});

describe('SimdSquares', () => {
  it('keeps apart two sums that are made by turns', () => {
    const d = 420;
    const simd = new SimdSquares(module, d);
    const random = seededRandom(3);
    const blocks = [1, 2].map(() => ({
      residuals: Float64Array.from({ length: 256 * d }, () => random() - 0.5),
      weights: Float64Array.from({ length: 256 }, random),
      sum: new Float64Array(d * d),
    }));
    const turns = blocks.map(({ sum, residuals, weights }) => simd.add(sum, residuals, weights, 256));
    let slices = 0;
    while (turns.map((turn) => turn.next().done).includes(false)) slices++;
    expect(slices).toBeGreaterThan(2);
    for (const { residuals, weights, sum } of blocks) {
      const twin = new Float64Array(d * d);
      accumulateInformation(twin, residuals, weights, 256, d);
      expectSameDigits(sum, twin);
    }
  });
});

describe.each(ASSEMBLIES)('$binary', ({ source, binary, features }) => {
  it('is what its source gives', async () => {
    expect(await assemble(source, features)).toEqual(new Uint8Array(readFileSync(binary)));
  }, 30_000);
});
