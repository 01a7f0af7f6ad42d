import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { BLOCK_PAIRS, float64Accumulator, gpuAccumulator } from '../../src/engine/accumulator';
import type { GpuHandle } from '../../src/gpu/device';
import { seededRandom } from '../../src/scoring/random';
import { openSoftwareGpu, type SoftwareGpu } from '../support/gpu';

/** Two pairs under two weightings: (1, 2) and (3, −1) with weights 2, 4 and 0, 10. */
const BLOCK = {
  residuals: Float64Array.of(1, 2, 3, -1),
  weights: [Float64Array.of(2, 4), Float64Array.of(0, 10)],
  count: 2,
};
/** Σ w r rᵀ of each weighting. */
const SUMS = [
  [38, -8, 0, 12],
  [90, -30, 0, 10],
];

const emptySums = () => [new Float64Array(4), new Float64Array(4)];

describe('float64Accumulator', () => {
  it('adds a block to the sums of every weighting, and the next block to both', async () => {
    const accumulator = float64Accumulator(2);
    const sums = emptySums();
    await accumulator.add(sums, BLOCK);
    expect(sums.map((sum) => [...sum])).toEqual(SUMS);
    await accumulator.add(sums, BLOCK);
    expect(sums.map((sum) => [...sum])).toEqual(SUMS.map((sum) => sum.map((x) => 2 * x)));
    accumulator.destroy();
  });
});

describe('gpuAccumulator', () => {
  let software: SoftwareGpu;
  beforeAll(async () => {
    software = await openSoftwareGpu();
  });
  afterAll(() => software?.close());

  async function handle(): Promise<{ gpu: GpuHandle; lose: () => void }> {
    const device = await software.device();
    let lost: string | null = null;
    const gpu: GpuHandle = {
      device,
      adapter: { vendor: 'google', architecture: 'swiftshader', fallback: true },
      lost: () => lost,
      destroy: () => device.destroy(),
    };
    const lose = () => {
      lost = 'the driver was reset';
      device.destroy();
    };
    return { gpu, lose };
  }

  it('gives what float64 gives', async () => {
    const { gpu } = await handle();
    const accumulator = gpuAccumulator(gpu, 2);
    const sums = emptySums();
    await accumulator.add(sums, BLOCK);
    await accumulator.add(sums, BLOCK);
    expect(sums.map((sum) => [...sum])).toEqual(SUMS.map((sum) => sum.map((x) => 2 * x)));
    accumulator.destroy();
  });

  it('agrees to 1e-6 on a full block', async () => {
    const { gpu } = await handle();
    const random = seededRandom(4);
    const residuals = Float64Array.from({ length: BLOCK_PAIRS * 16 }, () => random() - 0.5);
    const block = { residuals, weights: [residuals.slice(0, 256).map((x) => x + 0.5)], count: BLOCK_PAIRS };
    const [onGpu, onCpu] = [new Float64Array(256), new Float64Array(256)];
    await gpuAccumulator(gpu, 16).add([onGpu], block);
    await float64Accumulator(16).add([onCpu], block);
    const largest = Math.max(...onCpu);
    onCpu.forEach((x, k) => expect(Math.abs((onGpu[k] as number) - x)).toBeLessThanOrEqual(1e-6 * largest));
  });

  it('goes on in float64 when the GPU is lost, and counts no block twice', async () => {
    const { gpu, lose } = await handle();
    const accumulator = gpuAccumulator(gpu, 2);
    const sums = emptySums();
    await accumulator.add(sums, BLOCK);
    lose();
    await accumulator.add(sums, BLOCK);
    expect(sums.map((sum) => [...sum])).toEqual(SUMS.map((sum) => sum.map((x) => 2 * x)));
  });
});
