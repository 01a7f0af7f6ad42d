/** Σ w r rᵀ in several workers. Each sums some blocks; their sums are added at the end. */

import * as Comlink from 'comlink';

import { informationMatrix, residual, squareMatrix, type UpperTriangle } from '../scoring/information';
import { logDetInSlices } from '../scoring/logdet';
import type { SumWorkerApi } from '../simd/host';
import type { OpenWorker } from '../worker';
import { vectorsOf, type SourceData } from './source-data';
import type { Information, SumStore, WeightedPairs } from './sum-store';

/** Blocks that wait at a worker beside the current one. More would only take memory. */
const WAITING = 1;

/** @param lanes workers begun for this dimension and number of matrices; closed by `destroy` */
export function workerStore(
  source: SourceData,
  matrices: number,
  lanes: readonly OpenWorker<SumWorkerApi>[],
): SumStore {
  const vectors = vectorsOf(source);
  const d = vectors.dimension;
  const underWay = lanes.map(() => new Set<Promise<void>>());
  let next = 0;

  /** Blocks go round in a fixed order, so the same run gives the same digits however fast each worker is. */
  const addBlock = async ({ pairs, weights }: WeightedPairs) => {
    const at = next++ % lanes.length;
    const [lane, waiting] = [lanes[at] as OpenWorker<SumWorkerApi>, underWay[at] as Set<Promise<void>>];
    while (waiting.size > WAITING) await Promise.race(waiting);
    const residuals = new Float32Array(pairs.length * d);
    const packed = new Float32Array(pairs.length * matrices);
    pairs.forEach(({ record, pair }, k) => {
      const distance = source.columns.distance[pair] as number;
      residual(vectors.positive(record), vectors.negative(pair), distance, residuals, k * d);
      for (let m = 0; m < matrices; m++) packed[k * matrices + m] = weights[m]?.[k] as number;
    });
    const block = Comlink.transfer(residuals, [residuals.buffer]);
    const added = lane.guard(lane.api.add(block, Comlink.transfer(packed, [packed.buffer]), pairs.length));
    waiting.add(added);
    // A failure is thrown where the block or the sums are awaited.
    void added.then(
      () => waiting.delete(added),
      () => undefined,
    );
  };

  /** Σ w r rᵀ under one weighting: the workers' parts, in order. */
  const sum = async (weighting: number): Promise<UpperTriangle> => {
    await Promise.all(underWay.flatMap((waiting) => [...waiting]));
    const total = squareMatrix(d);
    for (const lane of lanes) {
      const part = await lane.guard(lane.api.sum(weighting));
      part.forEach((value, i) => (total[i] = (total[i] as number) + value));
    }
    return total;
  };

  const information = async (weighting: number, pairs: number): Promise<Information> => ({
    matrix: informationMatrix(await sum(weighting), pairs, d),
    side: d,
  });

  return {
    add: addBlock,
    information,
    logDet: async (weighting, pairs, task) =>
      task.follow(logDetInSlices((await information(weighting, pairs)).matrix, d)),
    destroy: () => {
      for (const lane of lanes) lane.close();
    },
  };
}
