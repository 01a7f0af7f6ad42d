/** Where Σ w r rᵀ of one source is kept, under every weighting at once: in float64, or on the GPU. */

import type { EmbeddingBuffers } from '../gpu/embedding-buffers';
import { InformationKernel } from '../gpu/information';
import type { LogDetKernel } from '../gpu/logdet';
import { accumulateInformation, informationMatrix, residual } from '../scoring/information';
import { logDetPlusIdentity } from '../scoring/logdet';
import type { PairOfRecord } from '../scoring/pairs';
import { vectorsOf, type SourceData } from './source-data';

/** Most pairs in one block of residuals. */
export const BLOCK_PAIRS = 256;

/** Pairs to add, with one array of weights a weighting. */
export interface WeightedPairs {
  readonly pairs: readonly PairOfRecord[];
  readonly weights: readonly Float64Array[];
}

export interface SumStore {
  /** @returns a promise where the block has to wait for its turn */
  add(block: WeightedPairs): void | Promise<void>;
  /** Σ w r rᵀ of each weighting so far: d×d, row-major, upper triangle, not divided by N. */
  sums(): Promise<readonly Float64Array[]>;
  /** log det(I + Î) of one weighting so far. @param pairs N */
  logDet(weighting: number, pairs: number): Promise<number>;
  destroy(): void;
}

/** The wasm path: float64 on the CPU. */
export function float64Store(source: SourceData, weightings: number): SumStore {
  const vectors = vectorsOf(source);
  const d = vectors.dimension;
  const sums = Array.from({ length: weightings }, () => new Float64Array(d * d));
  const residuals = new Float64Array(BLOCK_PAIRS * d);
  const addBlock = (pairs: readonly PairOfRecord[], weights: readonly Float64Array[]) => {
    pairs.forEach(({ record, pair }, k) => {
      const distance = source.columns.distance[pair] as number;
      residual(vectors.positive(record), vectors.negative(pair), distance, residuals, k * d);
    });
    sums.forEach((sum, w) =>
      accumulateInformation(sum, residuals, weights[w] as Float64Array, pairs.length, d),
    );
  };
  return {
    add({ pairs, weights }) {
      for (let start = 0; start < pairs.length; start += BLOCK_PAIRS) {
        const end = start + BLOCK_PAIRS;
        addBlock(
          pairs.slice(start, end),
          weights.map((w) => w.subarray(start, end)),
        );
      }
    },
    sums: () => Promise.resolve(sums),
    logDet: (weighting, pairs) =>
      Promise.resolve(logDetPlusIdentity(informationMatrix(sums[weighting] as Float64Array, pairs, d), d)),
    destroy: () => undefined,
  };
}

/** Rows of the embedding buffers that hold a source's vectors of the block at hand. */
export interface Slots {
  query(record: number): number;
  positive(record: number, pair: number): number;
  negative(pair: number): number;
  /** What the difference of the two rows is divided by; 0 for a zero residual. */
  distance(pair: number): number;
}

/**
 * The WebGPU path: residuals are formed and summed on the device.
 * @param slots asked for the block that is being added
 */
export async function gpuStore(
  weightings: number,
  embeddings: EmbeddingBuffers,
  logDet: LogDetKernel,
  slots: () => Slots,
): Promise<SumStore> {
  const kernel = await InformationKernel.create(embeddings, { weightings });
  return {
    add({ pairs, weights }) {
      const { positive, negative, distance } = slots();
      kernel.run({
        positive: Uint32Array.from(pairs, (p) => positive(p.record, p.pair)),
        negative: Uint32Array.from(pairs, (p) => negative(p.pair)),
        distance: Float64Array.from(pairs, (p) => distance(p.pair)),
        weights,
      });
    },
    sums: () => kernel.read(),
    logDet: async (weighting, pairs) => (await logDet.run(kernel.slices(weighting), 1 / pairs)).logDet,
    destroy: () => kernel.destroy(),
  };
}
