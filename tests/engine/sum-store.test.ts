import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { BLOCK_PAIRS, float64Store, gpuStore, type SumStore } from '../../src/engine/sum-store';
import type { PairOfRecord } from '../../src/scoring/pairs';
import { EmbeddingBuffers } from '../../src/gpu/embedding-buffers';
import { LogDetKernel } from '../../src/gpu/logdet';
import { openSoftwareGpu, type SoftwareGpu } from '../support/gpu';
import { expectRelative } from '../support/near';
import { planarSource, type PlanarRecord } from '../support/planar';

/** Positive at 0°, negatives at 90° and 180° and the positive itself: r = (1, −1)/√2, (1, 0) and 0. */
const HAND: PlanarRecord[] = [{ query: 0, positive: 0, negatives: [90, 180, 0] }];

/** One record of 600 negatives all round the circle. */
const MANY: PlanarRecord[] = [
  { query: 0, positive: 10.05, negatives: Array.from({ length: 600 }, (_, i) => (i * 7.3) % 360) },
];

const pairsOf = (records: readonly PlanarRecord[]): PairOfRecord[] =>
  (records[0] as PlanarRecord).negatives.map((_, pair) => ({ record: 0, pair }));

async function expectHand(store: SumStore): Promise<void> {
  // Weights 2, 4, 8 and 0, 1, 0: 2·½[[1, −1], [−1, 1]] + 4·[[1, 0], [0, 0]], and [[1, 0], [0, 0]].
  await store.add({ pairs: pairsOf(HAND), weights: [Float64Array.of(2, 4, 8), Float64Array.of(0, 1, 0)] });
  const [first, second] = await store.sums();
  expect([0, 1, 3].map((k) => first?.[k])).toEqual([5, -1, 1].map((x) => expect.closeTo(x, 6)));
  expect([0, 1, 3].map((k) => second?.[k])).toEqual([1, 0, 0].map((x) => expect.closeTo(x, 6)));
  // N = 4: det [[2.25, −0.25], [−0.25, 1.25]] = 2.75, and det [[1.25, 0], [0, 1]].
  expectRelative(await store.logDet(0, 4), Math.log(2.75), 1e-6);
  expectRelative(await store.logDet(1, 4), Math.log(1.25), 1e-6);
  await store.add({ pairs: pairsOf(HAND), weights: [Float64Array.of(2, 4, 8), Float64Array.of(0, 1, 0)] });
  // The sums have doubled: with N = 8 the score is what it was.
  expectRelative(await store.logDet(0, 8), Math.log(2.75), 1e-6);
}

describe('float64Store', () => {
  it('sums residuals under every weighting, and adds block to block', async () => {
    const store = float64Store(planarSource(HAND), 2);
    await expectHand(store);
    store.destroy();
  });

  it('cuts what it is given into blocks', async () => {
    expect(pairsOf(MANY).length).toBeGreaterThan(2 * BLOCK_PAIRS);
    const weights = Float64Array.from({ length: 600 }, (_, i) => 1 + (i % 5));
    const whole = float64Store(planarSource(MANY), 1);
    await whole.add({ pairs: pairsOf(MANY), weights: [weights] });
    const [sum] = await whole.sums();
    // Every pair has a residual of length 1: the trace is the sum of the weights.
    expectRelative((sum?.[0] as number) + (sum?.[3] as number), 1800, 1e-12);
    const backwards = float64Store(planarSource(MANY), 1);
    await backwards.add({ pairs: pairsOf(MANY).reverse(), weights: [weights.slice().reverse()] });
    expectRelative(await backwards.logDet(0, 600), await whole.logDet(0, 600), 1e-12);
  });
});

describe('gpuStore', () => {
  let software: SoftwareGpu;
  let device: GPUDevice;
  beforeAll(async () => {
    software = await openSoftwareGpu();
    device = await software.device();
  });
  afterAll(() => software?.close());

  /** The positive in row 0 and the negatives behind it. */
  async function storeOn(records: readonly PlanarRecord[], weightings: number): Promise<SumStore> {
    const source = planarSource(records);
    const { negatives } = records[0] as PlanarRecord;
    const embeddings = await EmbeddingBuffers.create(device, { dimension: 2, rows: negatives.length + 1 });
    const rows = [source.vectors?.positive(0), ...negatives.map((_, pair) => source.vectors?.negative(pair))];
    rows.forEach((row, i) => embeddings.write(i, Float32Array.from(row ?? [])));
    const slots = {
      query: () => 0,
      positive: () => 0,
      negative: (pair: number) => pair + 1,
      distance: (pair: number) => source.columns.distance[pair] as number,
    };
    return gpuStore(weightings, embeddings, await LogDetKernel.create(device, 2), () => slots);
  }

  it('sums residuals under every weighting, and adds block to block', async () => {
    const store = await storeOn(HAND, 2);
    await expectHand(store);
    store.destroy();
  });

  it('agrees with float64 to 1e-6', async () => {
    const block = { pairs: pairsOf(MANY), weights: [new Float64Array(600).fill(0.001)] };
    const [onGpu, onCpu] = [await storeOn(MANY, 1), float64Store(planarSource(MANY), 1)];
    onGpu.add(block);
    onCpu.add(block);
    expectRelative(await onGpu.logDet(0, 600), await onCpu.logDet(0, 600), 1e-6);
    const [[a], [b]] = [await onGpu.sums(), await onCpu.sums()];
    for (const k of [0, 1, 3]) expect(a?.[k]).toBeCloseTo(b?.[k] as number, 6);
    onGpu.destroy();
  });
});
