import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { ASSEMBLIES, assemble } from '../../scripts/lib/assembly.mjs';
import { accumulateInformation, informationMatrix } from '../../src/scoring/information';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import { seededRandom } from '../../src/scoring/random';
import { atOnce } from '../../src/scoring/sliced';
import { SIMD_BLOCK_PAIRS, SimdInformation, SimdSquares } from '../../src/simd/information';
import { informationBytes } from '../support/assembly';
import { expectRelative } from '../support/near';

const module = new WebAssembly.Module(informationBytes());

/** Unit residuals, row-major, and weights of [0, 1), of a block. */
function drawBlock(random: () => number, pairs: number, d: number, matrices: number) {
  const residuals = new Float32Array(pairs * d);
  for (let pair = 0; pair < pairs; pair++) {
    const row = Array.from({ length: d }, () => random() - 0.5);
    const norm = Math.hypot(...row);
    residuals.set(
      row.map((x) => x / norm),
      pair * d,
    );
  }
  const weights = Float32Array.from({ length: pairs * matrices }, () => random());
  return { residuals, weights, pairs };
}

describe.each([
  { d: 12, matrices: 4, blocks: [256] },
  { d: 16, matrices: 1, blocks: [7, 256, 3] },
  { d: 1, matrices: 3, blocks: [5, 2] },
  { d: 64, matrices: 13, blocks: [256, 256, 100] },
  { d: 130, matrices: 12, blocks: [40, 256] },
])('$matrices sums of d = $d', ({ d, matrices, blocks }) => {
  const random = seededRandom(d + matrices);
  const drawn = blocks.map((pairs) => drawBlock(random, pairs, d, matrices));
  const simd = new SimdInformation(module, d, matrices);
  for (const { residuals, weights, pairs } of drawn) simd.add(residuals, weights, pairs);
  const sums = Array.from({ length: matrices }, (_, m) => simd.sum(m));
  const total = blocks.reduce((a, b) => a + b);

  it('are those of float64 to 1e-6 of the largest entry, and score alike to 1e-6', () => {
    sums.forEach((sum, m) => {
      const twin = new Float64Array(d * d);
      for (const { residuals, weights, pairs } of drawn) {
        const own = Float64Array.from({ length: pairs }, (_, pair) => weights[pair * matrices + m] as number);
        accumulateInformation(twin, Float64Array.from(residuals), own, pairs, d);
      }
      const largest = Math.max(...twin.map(Math.abs));
      const gap = Math.max(...sum.map((value, i) => Math.abs(value - (twin[i] as number))));
      expect(gap).toBeLessThan(1e-6 * largest);
      const scoreOf = (triangle: Float64Array) =>
        logDetPlusIdentity(informationMatrix(triangle, total, d), d);
      expectRelative(scoreOf(sum), scoreOf(twin), 1e-6);
    });
  });
});

describe.each([1, 4, 10, 64, 131])('float64 sums of d = %i', (d) => {
  it('have the digits of the twin, block after block', () => {
    const random = seededRandom(d);
    const simd = new SimdSquares(module, d);
    const [sum, twin] = [new Float64Array(d * d), new Float64Array(d * d)];
    for (const pairs of [SIMD_BLOCK_PAIRS, 7, 100]) {
      const residuals = Float64Array.from({ length: pairs * d }, () => random() - 0.5);
      const weights = Float64Array.from({ length: pairs }, () => Math.max(0, random() - 0.2));
      atOnce(simd.add(sum, residuals, weights, pairs));
      accumulateInformation(twin, residuals, weights, pairs, d);
    }
    expect(sum).toEqual(twin);
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
      expect(sum).toEqual(twin);
    }
  });
});

describe('SimdInformation', () => {
  it('refuses a block that is too large', () => {
    const simd = new SimdInformation(module, 2, 1);
    const count = SIMD_BLOCK_PAIRS + 1;
    expect(() => simd.add(new Float32Array(2 * count), new Float32Array(count), count)).toThrow(RangeError);
  });
});

describe.each(ASSEMBLIES)('$binary', ({ source, binary, features }) => {
  it('is what its source gives', async () => {
    expect(await assemble(source, features)).toEqual(new Uint8Array(readFileSync(binary)));
  }, 30_000);
});
