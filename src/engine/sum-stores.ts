/** Opens the store that suits a sum on the CPU: float64 here, or for a large one WebAssembly in workers of its own. */

import type { SumWorkerFace } from '../simd/host';
import { simdSumBytes } from '../simd/information';
import { openWorker, WorkerBrokenError, type OpenWorker } from '../worker';
import { SumWorkerError } from './errors';
import { isSummedByPairs } from './large';
import { vectorsOf, type SourceData } from './source-data';
import { cpuStore, shapeOf, type SumStore } from './sum-store';
import { workerStore } from './worker-store';

/**
 * Multiply-adds from which on workers are worth it: about five seconds in float64. Below it every figure is float64
 * throughout; above it scores agree with that to 1e-6.
 */
const LARGE = 1e10;

/** Longest time that a worker may take to load its script and information.wasm. */
const START_LIMIT_SECONDS = 30;

/** Each worker holds d² numbers for every weight. */
const MOST_WORKERS = 4;

/** Memory that the sums of all workers may take: two of them at d = 4,096. */
const WORKERS_BYTES = 1.25 * 2 ** 30;

/**
 * Does work that sums in workers, and does it once more from its beginning where one of them dies: what that one had
 * summed went with it.
 * @throws SumWorkerError where one dies again, and what the work throws
 */
export async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WorkerBrokenError)) throw error;
  }
  try {
    return await work();
  } catch (error) {
    throw error instanceof WorkerBrokenError ? new SumWorkerError(error.message) : error;
  }
}

export class SumStores {
  /** @param startWorker gives a fresh worker that offers a `SumWorkerFace`; null: there are none */
  constructor(private readonly startWorker: (() => Worker) | null) {}

  /**
   * @param matrices weights that each pair is summed under
   * @param large multiply-adds from which on workers sum
   * @throws OutOfMemoryError
   */
  async open(source: SourceData, matrices: number, large = LARGE): Promise<SumStore> {
    const { dimension } = vectorsOf(source);
    const work = (source.columns.margin.length * matrices * dimension ** 2) / 2;
    const byWorkers = this.startWorker !== null && work >= large && !isSummedByPairs(shapeOf(source));
    const lanes = byWorkers ? await this.openLanes(dimension, matrices) : [];
    return lanes.length > 0 ? workerStore(source, matrices, lanes) : cpuStore(source, matrices);
  }

  /** None where they cannot be had: a browser without SIMD sums in float64. */
  private async openLanes(dimension: number, matrices: number): Promise<OpenWorker<SumWorkerFace>[]> {
    const lanes: OpenWorker<SumWorkerFace>[] = [];
    const { startWorker } = this;
    if (!startWorker) return lanes;
    try {
      const fitting = Math.max(1, Math.floor(WORKERS_BYTES / simdSumBytes(dimension, matrices)));
      const count = Math.min(MOST_WORKERS, navigator.hardwareConcurrency, fitting);
      for (let i = 0; i < count; i++) lanes.push(openWorker<SumWorkerFace>(startWorker()));
      await Promise.all(
        lanes.map((lane) => lane.start(lane.api.begin(dimension, matrices), START_LIMIT_SECONDS)),
      );
      return lanes;
    } catch {
      for (const lane of lanes) lane.close();
      return [];
    }
  }
}
