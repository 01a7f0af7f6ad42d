import { describe, expect, it } from 'vitest';

import { informationKernel, type WeightedResiduals } from '../../src/gpu/information';
import { pairGeometry } from '../../src/scoring/gates';
import { accumulateInformation, BLOCK_PAIRS, residual } from '../../src/scoring/information';
import { seededRandom } from '../../src/scoring/random';
import { IS_DEEP } from '../support/deep';
import { DIMENSIONS, drawRows, largest, testDevice, unitRows } from '../support/kernels';

const device = testDevice();
const ROWS = 80;
const MANY = IS_DEEP ? 20_000 : 2000;

interface Case {
  readonly d: number;
  readonly pairs: WeightedResiduals;
  /** Σ w r rᵀ in float64, from residuals of float64. */
  readonly twin: Float64Array;
}

/** Pairs of drawn rows; every tenth one has a negative equal to its positive. */
function makeCase(rows: readonly Float32Array[], count: number): Case {
  const d = (rows[0] as Float32Array).length;
  const positive = drawRows(count, rows.length, 11);
  const negative = drawRows(count, rows.length, 12).map((n, k) =>
    k % 10 === 9 ? (positive[k] as number) : n,
  );
  const residuals = new Float64Array(count * d);
  const out = { margin: 0, locality: 0, distance: 0 };
  for (let k = 0; k < count; k++) {
    const p = rows[positive[k] as number] as Float32Array;
    const n = rows[negative[k] as number] as Float32Array;
    pairGeometry(p, p, n, out);
    residual(p, n, out.distance, residuals, k * d);
  }
  const random = seededRandom(13);
  const weights = Float64Array.from({ length: count }, random);
  const twin = new Float64Array(d * d);
  accumulateInformation(twin, residuals, weights, count, d);
  return { d, pairs: { residuals: Float32Array.from(residuals), weights: [weights] }, twin };
}

/** Block after block. */
function add(
  kernel: Awaited<ReturnType<typeof informationKernel>>,
  { residuals, weights }: WeightedResiduals,
  d: number,
): void {
  for (let k = 0; k * d < residuals.length; k += BLOCK_PAIRS) {
    kernel.run({
      residuals: residuals.subarray(k * d, (k + BLOCK_PAIRS) * d),
      weights: weights.map((column) => column.subarray(k, k + BLOCK_PAIRS)),
    });
  }
}

async function sumOf({ d, pairs }: Case): Promise<Float64Array> {
  const kernel = await informationKernel(device(), d, pairs.weights.length);
  add(kernel, pairs, d);
  const sum = await kernel.sum(0);
  kernel.destroy();
  return sum;
}

/** The largest gap between two matrices, in units of the largest entry. */
function gap(actual: Float64Array, twin: Float64Array): number {
  return largest(twin.map((x, k) => x - (actual[k] as number))) / largest(twin);
}

describe('informationKernel', () => {
  it.for(DIMENSIONS)('agrees with its float64 twin at d = %s', async (d, { annotate }) => {
    const drawn = makeCase(unitRows(ROWS, d), 120);
    const error = gap(await sumOf(drawn), drawn.twin);
    await annotate(`error ${error} of the largest entry`);
    expect(error).toBeLessThan(1e-6);
  });

  it.each([1, 255, 256, 257, 1025])('sums %s pairs', async (count) => {
    const drawn = makeCase(unitRows(ROWS, 32), count);
    expect(gap(await sumOf(drawn), drawn.twin)).toBeLessThan(1e-6);
  });

  it(`keeps 1e-7 relative in the diagonal and the trace over ${MANY} pairs at d = 64`, async ({
    annotate,
  }) => {
    const drawn = makeCase(unitRows(ROWS, 64), MANY);
    const [actual, twin] = [await sumOf(drawn), drawn.twin];
    await annotate(`error ${gap(actual, twin)} of the largest entry`);
    expect(gap(actual, twin)).toBeLessThan(1e-7);
    for (let k = 0; k < 64 * 64; k += 65) {
      expect(Math.abs((actual[k] as number) / (twin[k] as number) - 1)).toBeLessThan(1e-7);
    }
  });

  it('loses no small weight beside a large one', async () => {
    const count = 5000;
    const kernel = await informationKernel(device(), 1, 1);
    // One sum in float32 would stay at 2²⁴·64.
    const weights = [Float32Array.from({ length: count }, (_, k) => (k < 64 ? 2 ** 24 : 0.375))];
    add(kernel, { residuals: new Float32Array(count).fill(1), weights }, 1);
    expect(await kernel.sum(0)).toEqual(Float64Array.of(64 * 2 ** 24 + (count - 64) * 0.375));
    kernel.destroy();
  });
});
