import * as Comlink from 'comlink';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { addPairs, BLOCK_PAIRS, float64Store, type SumStore } from '../../src/engine/sum-store';
import { SumStores } from '../../src/engine/sum-stores';
import type { SourceData } from '../../src/engine/source-data';
import { Task } from '../../src/engine/task';
import { fillGeometry } from '../../src/engine/blocks';
import { offsetsOf } from '../../src/scoring/pairs';
import { emptyColumns } from '../../src/scoring/pairs';
import { seededRandom } from '../../src/scoring/random';
import { SumHost, type SumWorkerApi } from '../../src/simd/host';
import { informationBytes } from '../support/assembly';
import { expectRelative } from '../support/near';

const DIMENSION = 20;
const MATRICES = 5;

/** 40 records of 20 random negatives, one of which is the positive. */
function randomSource(): SourceData {
  const random = seededRandom(3);
  const counts = Array.from({ length: 40 }, () => 20);
  const row = () => {
    const values = Float64Array.from({ length: DIMENSION }, () => random() - 0.5);
    const norm = Math.hypot(...values);
    return values.map((x) => x / norm);
  };
  const [queries, positives] = [counts.map(row), counts.map(row)];
  const negatives = Array.from({ length: 800 }, (_, pair) =>
    pair === 0 ? (positives[0] as Float64Array) : row(),
  );
  const offsets = offsetsOf(counts);
  const ids = Int32Array.from(counts.keys());
  const source: SourceData = {
    id: 0,
    name: 'random',
    structure: { id: 0, queries: ids, positives: ids, offsets, negatives: new Int32Array(800) },
    indices: ids,
    priorities: Float64Array.from(ids),
    units: ids,
    turns: Float64Array.from(ids),
    columns: emptyColumns(offsets),
    vectors: {
      dimension: DIMENSION,
      query: (record) => queries[record] as Float64Array,
      positive: (record) => positives[record] as Float64Array,
      negative: (pair) => negatives[pair] as Float64Array,
    },
  };
  for (const record of ids) fillGeometry(source, record);
  return source;
}

/** The real host behind a message channel, on the same thread; `fails` where information.wasm does not load. */
class SumWorker {
  onerror: ((event: ErrorEvent) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  private readonly channel = new MessageChannel();
  readonly postMessage = this.channel.port1.postMessage.bind(this.channel.port1);
  readonly addEventListener = this.channel.port1.addEventListener.bind(this.channel.port1);
  readonly removeEventListener = this.channel.port1.removeEventListener.bind(this.channel.port1);
  readonly start = this.channel.port1.start.bind(this.channel.port1);

  constructor(fails: boolean) {
    const host = new SumHost(() =>
      fails ? Promise.reject(new Error('no SIMD')) : WebAssembly.compile(informationBytes()),
    );
    const api: SumWorkerApi = {
      begin: (dimension, matrices) => host.begin(dimension, matrices),
      add: (residuals, weights, count) => host.add(residuals, weights, count),
      sum: (matrix) => host.sum(matrix),
    };
    Comlink.expose(api, this.channel.port2);
  }

  terminate(): void {
    this.channel.port1.close();
    this.channel.port2.close();
  }
}

let started = 0;
const startWorker = (fails = false) => {
  started++;
  return new SumWorker(fails) as unknown as Worker;
};

const source = randomSource();
const pairs = Array.from({ length: 800 }, (_, pair) => ({ record: Math.floor(pair / 20), pair }));
const weights = Array.from({ length: MATRICES }, (_, m) =>
  Float64Array.from({ length: 800 }, (__, pair) => ((pair * (m + 3)) % 17) / 17),
);

async function sumsOf(store: SumStore): Promise<readonly Float64Array[]> {
  const task = new Task();
  const weightsOf = (_: unknown, start: number) =>
    weights.map((column) => column.subarray(start, start + BLOCK_PAIRS));
  await addPairs(store, pairs, weightsOf, task);
  const sums: Float64Array[] = [];
  for (let m = 0; m < MATRICES; m++) sums.push((await store.information(m, 1, task)).matrix);
  return sums;
}

describe('a large sum', () => {
  beforeEach(() => {
    started = 0;
    vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is made in a worker a core, and is that of float64 to 1e-6 in every score', async () => {
    const store = await new SumStores(() => startWorker()).open(source, MATRICES, 0);
    expect(started).toBe(2);
    const twin = float64Store(source, MATRICES);
    const [sums, expected] = [await sumsOf(store), await sumsOf(twin)];
    const task = new Task();
    const largest = Math.max(...(expected[0] ?? []).map(Math.abs));
    for (const [m, sum] of sums.entries()) {
      const gaps = sum.map((value, i) => Math.abs(value - (expected[m]?.[i] as number)));
      expect(Math.max(...gaps)).toBeLessThan(1e-6 * largest);
      expectRelative(await store.logDet(m, 800, task), await twin.logDet(m, 800, task), 1e-6);
    }
    store.destroy();
  });

  it('is the same again, digit by digit', async () => {
    const stores = new SumStores(() => startWorker());
    const one = await stores.open(source, MATRICES, 0);
    const two = await stores.open(source, MATRICES, 0);
    expect(await sumsOf(one)).toEqual(await sumsOf(two));
    one.destroy();
    two.destroy();
  });

  it('is made in float64 where the workers cannot be had', async () => {
    const store = await new SumStores(() => startWorker(true)).open(source, MATRICES, 0);
    expect(await sumsOf(store)).toEqual(await sumsOf(float64Store(source, MATRICES)));
  });
});

describe('a small sum', () => {
  it('is made in float64 and starts no worker', async () => {
    started = 0;
    const store = await new SumStores(() => startWorker()).open(source, MATRICES);
    expect(started).toBe(0);
    expect(await sumsOf(store)).toEqual(await sumsOf(float64Store(source, MATRICES)));
  });
});
