/** Σ w r rᵀ of many pairs under many weights, as an experiment or a report asks for it: in workers, and in float64. */

import { float64Store, BLOCK_PAIRS, type SumStore } from '../../src/engine/sum-store';
import { SumStores } from '../../src/engine/sum-stores';
import type { SourceData } from '../../src/engine/source-data';
import { Task } from '../../src/engine/task';
import { fillGeometry } from '../../src/engine/blocks';
import { emptyColumns, offsetsOf } from '../../src/scoring/pairs';
import { seededRandom } from '../../src/scoring/random';

export interface SumsJob {
  readonly dimension: number;
  readonly pairs: number;
  readonly weights: number;
  /** Pairs that float64 sums too: for its pace, and for the gap between the two. */
  readonly float64_pairs: number;
}

export interface SumsFigures {
  readonly dimension: number;
  readonly pairs: number;
  readonly weights: number;
  readonly workers: number;
  /** From the first worker's start to the last sum, residuals and all. */
  readonly seconds: number;
  readonly float64: {
    readonly pairs: number;
    readonly seconds: number;
    /** Largest relative gap of log det(I + Î) between the two, over the weights. */
    readonly error: number;
  };
}

/** Distinct embeddings that the pairs are drawn from. */
const ROWS = 2048;
const NEGATIVES = 10;

export async function measureSums(job: SumsJob): Promise<SumsFigures> {
  const { dimension, pairs, weights } = job;
  const part = drawSource(job.float64_pairs, dimension);
  const columns = drawWeights(job.float64_pairs, weights);
  const stores = new SumStores(startWorker);
  const twin = float64Store(part, weights);
  const start64 = performance.now();
  await sumAll(twin, part, columns);
  const seconds64 = (performance.now() - start64) / 1000;
  const workers = await stores.open(part, weights, 0);
  await sumAll(workers, part, columns);
  const [one, other] = [await scores(twin, part, weights), await scores(workers, part, weights)];
  workers.destroy();
  const error = Math.max(...one.map((score, i) => Math.abs((other[i] ?? NaN) / score - 1)));

  const whole = drawSource(pairs, dimension);
  const wholeColumns = drawWeights(pairs, weights);
  const start = performance.now();
  const store = await stores.open(whole, weights, 0);
  await sumAll(store, whole, wholeColumns);
  for (let w = 0; w < weights; w++) await store.information(w, pairs, new Task());
  const seconds = (performance.now() - start) / 1000;
  store.destroy();
  return {
    dimension,
    pairs,
    weights,
    workers: navigator.hardwareConcurrency,
    seconds,
    float64: { pairs: job.float64_pairs, seconds: seconds64, error },
  };
}

function startWorker(): Worker {
  return new Worker(new URL('../../workers/sums.ts', import.meta.url), { type: 'module' });
}

async function sumAll(store: SumStore, source: SourceData, weights: readonly Float64Array[]): Promise<void> {
  const { length } = source.columns.margin;
  const task = new Task();
  for (let start = 0; start < length; start += BLOCK_PAIRS) {
    const end = Math.min(length, start + BLOCK_PAIRS);
    await store.add(
      {
        pairs: Array.from({ length: end - start }, (_, k) => ({
          record: Math.floor((start + k) / NEGATIVES),
          pair: start + k,
        })),
        weights: weights.map((column) => column.subarray(start, end)),
      },
      task,
    );
  }
}

async function scores(store: SumStore, source: SourceData, weights: number): Promise<number[]> {
  const found: number[] = [];
  for (let w = 0; w < weights; w++) {
    found.push(await store.logDet(w, source.columns.margin.length, new Task()));
  }
  return found;
}

/** Random unit embeddings; records of ten pairs. */
function drawSource(pairs: number, dimension: number): SourceData {
  const random = seededRandom(1);
  const rows = Array.from({ length: ROWS }, () => {
    const row = Float32Array.from({ length: dimension }, () => random() - 0.5);
    const norm = Math.hypot(...row);
    return row.map((value) => value / norm);
  });
  const row = (index: number) => rows[index % ROWS] as Float32Array;
  const records = Math.ceil(pairs / NEGATIVES);
  const offsets = offsetsOf(
    Array.from({ length: records }, (_, r) => Math.min(NEGATIVES, pairs - r * NEGATIVES)),
  );
  const ids = Int32Array.from({ length: records }, (_, r) => r);
  const source: SourceData = {
    id: 0,
    name: 'drawn',
    structure: { id: 0, queries: ids, positives: ids, offsets, negatives: new Int32Array(pairs) },
    indices: ids,
    priorities: Float64Array.from(ids),
    columns: emptyColumns(offsets),
    vectors: {
      dimension,
      query: (record) => row(record * 3),
      positive: (record) => row(record * 5 + 1),
      negative: (pair) => row(pair * 7 + 2),
    },
  };
  for (const record of ids) fillGeometry(source, record);
  return source;
}

function drawWeights(pairs: number, weights: number): Float64Array[] {
  const random = seededRandom(2);
  return Array.from({ length: weights }, () => Float64Array.from({ length: pairs }, random));
}
