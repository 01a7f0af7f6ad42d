import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { AccumulateKernel, BLOCK_PAIRS } from '../../src/gpu/accumulate';
import { accumulateInformation } from '../../src/scoring/information';
import { seededRandom } from '../../src/scoring/random';
import { openSoftwareGpu, type SoftwareGpu } from '../support/gpu';

let software: SoftwareGpu;
let device: GPUDevice;

beforeAll(async () => {
  software = await openSoftwareGpu();
  device = await software.device();
});
afterAll(() => software?.close());

/** Unit residuals of seeded directions, the last of them zero, and weights of [0, 1), one of them zero. */
function block(count: number, dimension: number): { residuals: Float32Array; weights: Float32Array } {
  const random = seededRandom(count * 1000 + dimension);
  const rows = Array.from({ length: count }, (_, k) => {
    const row = Array.from({ length: dimension }, () => random() - 0.5);
    const norm = k > 0 && k === count - 1 ? Infinity : Math.hypot(...row);
    return row.map((x) => x / norm);
  });
  const weights = Float32Array.from(rows, (_, k) => (k === 2 ? 0 : random()));
  return { residuals: Float32Array.from(rows.flat()), weights };
}

function trace(sum: Float64Array, dimension: number): number {
  let total = 0;
  for (let i = 0; i < dimension; i++) total += sum[i * dimension + i] as number;
  return total;
}

/** Trace to 1e-6 relative, entries to 1e-6 of the largest one, nothing below the diagonal. */
function expectTwin(actual: Float64Array, twin: Float64Array, dimension: number): void {
  const largest = twin.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  expect(largest).toBeGreaterThan(0);
  const gap = twin.reduce((most, x, k) => Math.max(most, Math.abs(x - (actual[k] as number))), 0);
  expect(gap).toBeLessThanOrEqual(1e-6 * largest);
  const wanted = trace(twin, dimension);
  expect(Math.abs(trace(actual, dimension) - wanted)).toBeLessThanOrEqual(1e-6 * wanted);
}

describe('AccumulateKernel', () => {
  it.each([16, 64, 100, 384])('agrees with its float64 twin at d = %s', async (dimension) => {
    const kernel = new AccumulateKernel(device, dimension);
    for (const count of [1, 5, 256]) {
      const { residuals, weights } = block(count, dimension);
      const actual = new Float64Array(dimension ** 2);
      const twin = new Float64Array(dimension ** 2);
      await kernel.run(actual, residuals, weights, count);
      accumulateInformation(twin, residuals, weights, count, dimension);
      expectTwin(actual, twin, dimension);
    }
    kernel.destroy();
  });

  it('sums small whole numbers exactly', async () => {
    const kernel = new AccumulateKernel(device, 2);
    const sum = new Float64Array(4);
    await kernel.run(sum, Float32Array.of(1, 2, 3, -1), Float32Array.of(2, 4), 2);
    // 2·(1, 2)(1, 2)ᵀ + 4·(3, −1)(3, −1)ᵀ.
    expect([...sum]).toEqual([38, -8, 0, 12]);
    kernel.destroy();
  });

  it('adds a second block to the first, in float64', async () => {
    const kernel = new AccumulateKernel(device, 2);
    // 2²⁴ + 1 has no float32: the sum over blocks must not be one.
    const sum = Float64Array.of(2 ** 24, 0, 0, 0);
    await kernel.run(sum, Float32Array.of(1, 2), Float32Array.of(1), 1);
    await kernel.run(sum, Float32Array.of(1, 3), Float32Array.of(2), 1);
    expect([...sum]).toEqual([2 ** 24 + 3, 8, 0, 22]);
    kernel.destroy();
  });

  it('reads only `count` pairs of a longer block, and none left from an earlier one', async () => {
    const kernel = new AccumulateKernel(device, 16);
    const full = block(BLOCK_PAIRS, 16);
    await kernel.run(new Float64Array(256), full.residuals, full.weights, BLOCK_PAIRS);
    const actual = new Float64Array(256);
    const twin = new Float64Array(256);
    await kernel.run(actual, full.residuals, full.weights, 3);
    accumulateInformation(twin, full.residuals, full.weights, 3, 16);
    expectTwin(actual, twin, 16);
    kernel.destroy();
  });

  it('refuses more pairs than a block has', async () => {
    const kernel = new AccumulateKernel(device, 4);
    const { residuals, weights } = block(BLOCK_PAIRS + 1, 4);
    await expect(kernel.run(new Float64Array(16), residuals, weights, BLOCK_PAIRS + 1)).rejects.toThrow(
      'A block has at most 256 pairs, not 257.',
    );
    kernel.destroy();
  });
});
