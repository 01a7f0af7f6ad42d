import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { RunCancelledError } from '../../src/engine/errors';
import { figuresOf } from '../../src/engine/matrix-figures';
import type { SourceData } from '../../src/engine/source-data';
import {
  addPairs,
  BLOCK_PAIRS,
  cpuStore,
  float64Store,
  gpuStore,
  type Accumulate,
  type SumStore,
} from '../../src/engine/sum-store';
import { Task } from '../../src/engine/task';
import { fillGeometry } from '../../src/engine/blocks';
import { logDetInSlices } from '../../src/scoring/logdet';
import { seededRandom } from '../../src/scoring/random';
import type { PairOfRecord } from '../../src/scoring/pairs';
import { LogDetKernel } from '../../src/gpu/logdet';
import { informationBytes } from '../support/assembly';
import { SimdSquares } from '../../src/simd/information';
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

const task = new Task();

const squares = new SimdSquares(new WebAssembly.Module(informationBytes()), 2);

/** Adds pairs with their weights under the one weighting of a store. */
const addAll = (store: SumStore, pairs: readonly PairOfRecord[], weights: Float64Array) =>
  addPairs(store, pairs, (_, start) => [weights.subarray(start, start + BLOCK_PAIRS)], task);

/** Σ w r rᵀ under one weighting. */
const sumOf = async (store: SumStore, weighting: number): Promise<Float64Array> =>
  (await store.information(weighting, 1, task)).matrix;

async function expectHand(store: SumStore): Promise<void> {
  // Weights 2, 4, 8 and 0, 1, 0: 2·½[[1, −1], [−1, 1]] + 4·[[1, 0], [0, 0]], and [[1, 0], [0, 0]].
  await store.add(
    { pairs: pairsOf(HAND), weights: [Float64Array.of(2, 4, 8), Float64Array.of(0, 1, 0)] },
    task,
  );
  const [first, second] = [await sumOf(store, 0), await sumOf(store, 1)];
  expect([0, 1, 3].map((k) => first[k])).toEqual([5, -1, 1].map((x) => expect.closeTo(x, 6)));
  expect([0, 1, 3].map((k) => second[k])).toEqual([1, 0, 0].map((x) => expect.closeTo(x, 6)));
  // N = 4: det [[2.25, −0.25], [−0.25, 1.25]] = 2.75, and det [[1.25, 0], [0, 1]].
  expectRelative(await store.logDet(0, 4, task), Math.log(2.75), 1e-6);
  expectRelative(await store.logDet(1, 4, task), Math.log(1.25), 1e-6);
  await store.add(
    { pairs: pairsOf(HAND), weights: [Float64Array.of(2, 4, 8), Float64Array.of(0, 1, 0)] },
    task,
  );
  // The sums have doubled: with N = 8 the score is what it was.
  expectRelative(await store.logDet(0, 8, task), Math.log(2.75), 1e-6);
}

describe.each([
  ['JavaScript', undefined],
  [
    'WebAssembly',
    ((sum, residuals, weights, count) => squares.add(sum, residuals, weights, count)) satisfies Accumulate,
  ],
])('float64Store in %s', (_, accumulate) => {
  it('sums residuals under every weighting, and adds block to block', async () => {
    const store = float64Store(planarSource(HAND), 2, accumulate);
    await expectHand(store);
    store.destroy();
  });

  it('adds many pairs in blocks', async () => {
    expect(pairsOf(MANY).length).toBeGreaterThan(2 * BLOCK_PAIRS);
    const weights = Float64Array.from({ length: 600 }, (_, i) => 1 + (i % 5));
    const whole = float64Store(planarSource(MANY), 1, accumulate);
    await addAll(whole, pairsOf(MANY), weights);
    const sum = await sumOf(whole, 0);
    // Every pair has a residual of length 1: the trace is the sum of the weights.
    expectRelative((sum[0] as number) + (sum[3] as number), 1800, 1e-12);
    const backwards = float64Store(planarSource(MANY), 1, accumulate);
    await addAll(backwards, pairsOf(MANY).reverse(), weights.slice().reverse());
    expectRelative(await backwards.logDet(0, 600, task), await whole.logDet(0, 600, task), 1e-12);
  });
});

describe('cpuStore', () => {
  const DIMENSION = 1100;
  const PAIRS = 40;

  /** Random unit vectors, one positive of ten negatives each; the last negative is the positive itself. */
  function longSource(pairs: number): SourceData {
    const random = seededRandom(7);
    const vector = () => {
      const v = Float64Array.from({ length: DIMENSION }, () => random() - 0.5);
      const norm = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
      return v.map((x) => x / norm);
    };
    const records = pairs / 10;
    const positives = Array.from({ length: records }, vector);
    const negatives = Array.from({ length: pairs }, (_, pair) =>
      pair === pairs - 1 ? (positives[records - 1] as Float64Array) : vector(),
    );
    const source = planarSource(
      Array.from({ length: records }, () => ({
        query: 0,
        positive: 10,
        negatives: Array.from({ length: 10 }, (_, k) => 20 + k),
      })),
    );
    source.vectors = {
      dimension: DIMENSION,
      query: () => positives[0] as Float64Array,
      positive: (record) => positives[record] as Float64Array,
      negative: (pair) => negatives[pair] as Float64Array,
    };
    for (let record = 0; record < records; record++) fillGeometry(source, record);
    return source;
  }

  const allOf = (pairs: number): PairOfRecord[] =>
    Array.from({ length: pairs }, (_, pair) => ({ record: Math.floor(pair / 10), pair }));

  it('sums few pairs of long embeddings by their products: the same log-det and λ_max to 1e-12', async () => {
    const source = longSource(PAIRS);
    const weights = [0, 1].map((w) => Float64Array.from({ length: PAIRS }, (_, i) => ((i + w) % 5) / 4));
    const [few, whole] = [cpuStore(source, 2), float64Store(source, 2)];
    for (const [from, to] of [
      [0, 30],
      [30, PAIRS],
    ] as const) {
      const block = {
        pairs: allOf(PAIRS).slice(from, to),
        weights: weights.map((w) => w.subarray(from, to)),
      };
      await few.add(block, task);
      await whole.add(block, task);
      for (const w of [0, 1]) {
        expectRelative(await few.logDet(w, to, task), await whole.logDet(w, to, task), 1e-12);
      }
    }
    const [one, other] = [await few.information(0, PAIRS, task), await whole.information(0, PAIRS, task)];
    expect([one.side, other.side]).toEqual([PAIRS, DIMENSION]);
    const [found, expected] = [await figuresOf(one, 1, task), await figuresOf(other, 1, task)];
    expectRelative(found.lambda_max, expected.lambda_max, 1e-12);
    expectRelative(found.eci, expected.eci, 1e-12);
  });

  it('keeps to the matrix of d × d where pairs are more than half of d', async () => {
    const store = cpuStore(longSource(560), 1);
    expect((await store.information(0, 1, task)).side).toBe(DIMENSION);
  });

  it('stops between two slices of a matrix when its task is cancelled', async () => {
    const cancelled = new Task();
    const store = float64Store(longSource(560), 1);
    const block = { pairs: allOf(256), weights: [new Float64Array(256).fill(1)] };
    setTimeout(() => cancelled.cancel(), 0);
    const adding = async () => {
      for (let i = 0; i < 20; i++) await store.add(block, cancelled);
    };
    await expect(adding()).rejects.toThrow(RunCancelledError);
    const matrix = new Float64Array(1500 ** 2);
    const dividing = new Task();
    setTimeout(() => dividing.cancel(), 0);
    const shares: number[] = [];
    const following = dividing.follow(logDetInSlices(matrix, 1500), (share) => shares.push(share));
    await expect(following).rejects.toThrow(RunCancelledError);
    expect(shares.length).toBeGreaterThan(0);
    expect(shares.at(-1)).toBeLessThan(1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
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

  async function storeOn(records: readonly PlanarRecord[], weightings: number): Promise<SumStore> {
    return gpuStore(planarSource(records), weightings, device, await LogDetKernel.create(device, 2), 2);
  }

  it('sums residuals under every weighting, and adds block to block', async () => {
    const store = await storeOn(HAND, 2);
    await expectHand(store);
    store.destroy();
  });

  it('agrees with float64 to 1e-6', async () => {
    const weights = new Float64Array(600).fill(0.001);
    const [onGpu, onCpu] = [await storeOn(MANY, 1), float64Store(planarSource(MANY), 1)];
    await addAll(onGpu, pairsOf(MANY), weights);
    await addAll(onCpu, pairsOf(MANY), weights);
    expectRelative(await onGpu.logDet(0, 600, task), await onCpu.logDet(0, 600, task), 1e-6);
    const [a, b] = [await sumOf(onGpu, 0), await sumOf(onCpu, 0)];
    for (const k of [0, 1, 3]) expect(a[k]).toBeCloseTo(b[k] as number, 6);
    onGpu.destroy();
  });
});
