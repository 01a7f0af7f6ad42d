/** Keeps Σ w r rᵀ of one source under several weightings at once, in float64 or on the GPU. */

import { InformationKernel } from '../gpu/information';
import type { LogDetKernel } from '../gpu/logdet';
import { accumulateInSlices, informationMatrix, residual, squareMatrix } from '../scoring/information';
import { logDetInSlices } from '../scoring/logdet';
import { float64Array } from '../scoring/memory';
import type { PairOfRecord } from '../scoring/pairs';
import { pairGramInSlices, weightedGram } from '../scoring/pair-gram';
import { isSummedByPairs, type SumShape } from './large';
import { vectorsOf, type SourceData } from './source-data';
import type { Task } from './task';

/** Most pairs in one block of residuals. */
export const BLOCK_PAIRS = 256;

/** At most {@link BLOCK_PAIRS} pairs, with one array of weights for each weighting. */
export interface WeightedPairs {
  readonly pairs: readonly PairOfRecord[];
  readonly weights: readonly Float64Array[];
}

/** Î, or a smaller matrix with the same nonzero eigenvalues. The caller may overwrite it. */
export interface Information {
  /** side×side, row-major, full. */
  readonly matrix: Float64Array;
  readonly side: number;
}

export interface SumStore {
  /** @throws RunCancelledError */
  add(block: WeightedPairs, task: Task): Promise<void>;
  /** Î so far under one weighting. @param pairs N @throws RunCancelledError, OutOfMemoryError */
  information(weighting: number, pairs: number, task: Task): Promise<Information>;
  /** log det(I + Î) so far under one weighting. @param pairs N @throws RunCancelledError, OutOfMemoryError */
  logDet(weighting: number, pairs: number, task: Task): Promise<number>;
  destroy(): void;
}

/**
 * Adds any number of pairs, a block at a time.
 * @param weightsOf gets a block and the place of its first pair
 * @param onPairs gets how many more pairs were added
 * @throws RunCancelledError, OutOfMemoryError
 */
export async function addPairs(
  store: SumStore,
  pairs: readonly PairOfRecord[],
  weightsOf: (block: readonly PairOfRecord[], start: number) => readonly Float64Array[],
  task: Task,
  onPairs: (count: number) => void = () => undefined,
): Promise<void> {
  for (let start = 0; start < pairs.length; start += BLOCK_PAIRS) {
    const block = pairs.slice(start, start + BLOCK_PAIRS);
    await store.add({ pairs: block, weights: weightsOf(block, start) }, task);
    await task.breathe();
    onPairs(block.length);
  }
}

/** Sums on the CPU in float64. @throws OutOfMemoryError */
export function cpuStore(source: SourceData, weightings: number, accumulate?: Accumulate): SumStore {
  return isSummedByPairs(shapeOf(source))
    ? gramStore(source, weightings)
    : float64Store(source, weightings, accumulate);
}

/** Adds a block to a sum. */
export type Accumulate = typeof accumulateInSlices;

/** What the cost of a source's sums depends on. */
export function shapeOf(source: SourceData): SumShape {
  return { pairs: source.columns.margin.length, dimension: vectorsOf(source).dimension };
}

/** A d×d matrix for each weighting. @throws OutOfMemoryError */
export function float64Store(
  source: SourceData,
  weightings: number,
  accumulate: Accumulate = accumulateInSlices,
): SumStore {
  const vectors = vectorsOf(source);
  const d = vectors.dimension;
  const sums = Array.from({ length: weightings }, () => squareMatrix(d));
  const residuals = new Float64Array(BLOCK_PAIRS * d);
  const information = (weighting: number, pairs: number): Information => ({
    matrix: informationMatrix(sums[weighting] as Float64Array, pairs, d),
    side: d,
  });
  return {
    async add({ pairs, weights }, task) {
      pairs.forEach(({ record, pair }, k) => {
        const distance = source.columns.distance[pair] as number;
        residual(vectors.positive(record), vectors.negative(pair), distance, residuals, k * d);
      });
      for (const [w, sum] of sums.entries()) {
        await task.follow(accumulate(sum, residuals, weights[w] as Float64Array, pairs.length, d));
      }
    },
    information: (weighting, pairs) => Promise.resolve(information(weighting, pairs)),
    logDet: (weighting, pairs, task) => task.follow(logDetInSlices(information(weighting, pairs).matrix, d)),
    destroy: () => undefined,
  };
}

/**
 * For few pairs of long embeddings: keeps the residuals and builds the N×N matrix of their products, which has the
 * nonzero eigenvalues of Î (scoring/pair-gram.ts). Scores agree with the d×d matrix to 1e-12.
 * @throws OutOfMemoryError
 */
function gramStore(source: SourceData, weightings: number): SumStore {
  const vectors = vectorsOf(source);
  const d = vectors.dimension;
  const side = source.columns.margin.length;
  const components = float64Array(d * side, `The residuals of ${source.name}`);
  const held = Array.from({ length: weightings }, () => new Float64Array(side));
  const row = new Float64Array(d);
  let count = 0;
  /** The products of the first `count` pairs. */
  let products: { readonly gram: Float64Array; readonly count: number } | null = null;
  const gramSoFar = async (task: Task): Promise<Float64Array> => {
    if (products?.count !== count) {
      products = { gram: await task.follow(pairGramInSlices(components, side, d)), count };
    }
    return products.gram;
  };
  const information = async (weighting: number, pairs: number, task: Task): Promise<Information> => {
    const gram = await gramSoFar(task);
    return { matrix: weightedGram(gram, held[weighting] as Float64Array, pairs), side };
  };
  return {
    async add({ pairs, weights }, task) {
      for (const [k, { record, pair }] of pairs.entries()) {
        const distance = source.columns.distance[pair] as number;
        residual(vectors.positive(record), vectors.negative(pair), distance, row);
        for (let i = 0; i < d; i++) components[i * side + count] = row[i] as number;
        held.forEach((weight, w) => (weight[count] = weights[w]?.[k] as number));
        count++;
      }
      await task.breathe();
    },
    information,
    logDet: async (weighting, pairs, task) => {
      const { matrix } = await information(weighting, pairs, task);
      return task.follow(logDetInSlices(matrix, side));
    },
    destroy: () => undefined,
  };
}

/**
 * The WebGPU path: residuals are formed in float64 and summed on the device.
 * @param dimension that of the source's vectors, which may be still to come
 */
export async function gpuStore(
  source: SourceData,
  weightings: number,
  device: GPUDevice,
  logDet: LogDetKernel,
  dimension: number,
): Promise<SumStore> {
  const kernel = await InformationKernel.create(device, dimension, { weightings });
  return {
    add({ pairs, weights }) {
      const vectors = vectorsOf(source);
      const residuals = new Float32Array(pairs.length * dimension);
      pairs.forEach(({ record, pair }, k) => {
        const distance = source.columns.distance[pair] as number;
        residual(vectors.positive(record), vectors.negative(pair), distance, residuals, k * dimension);
      });
      kernel.run({ residuals, weights });
      return Promise.resolve();
    },
    information: async (weighting, pairs) => ({
      matrix: informationMatrix(await kernel.sum(weighting), pairs, dimension),
      side: dimension,
    }),
    logDet: async (weighting, pairs) => (await logDet.run(kernel.slices(weighting), 1 / pairs)).logDet,
    destroy: () => kernel.destroy(),
  };
}
