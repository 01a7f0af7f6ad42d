/**
 * Opens the store for sums on the CPU: float64 in this worker, or for large sums WebAssembly in workers of their own.
 */

import type { SumWorkerApi } from '../simd/host';
import { simdSumBytes, SimdSquares } from '../simd/information';
import { openWorker, WorkerBrokenError, type OpenWorker, type WorkerEnd } from '../worker';
import { SumWorkerError } from './errors';
import { isSummedByPairs } from './large';
import { vectorsOf, type SourceData } from './source-data';
import { cpuStore, shapeOf, type SumStore } from './sum-store';
import { workerStore } from './worker-store';

/**
 * From this many multiply-adds on, workers pay off: about two seconds in float64. Below it all figures are float64;
 * above it scores agree with float64 to 1e-6.
 */
const LARGE = 1e10;

/** Longest time for a worker to load its script and information.wasm. */
const START_LIMIT_SECONDS = 30;

/** Each worker holds d² numbers for each weighting. */
const MOST_WORKERS = 4;

/** Memory for the sums of all workers: two of them at d = 4,096. */
const WORKERS_BYTES = 1.25 * 2 ** 30;

/**
 * Runs work that sums in workers, and runs it once more from the start if a worker dies, since its sums are lost.
 * @throws SumWorkerError where a worker dies again, and what the work throws
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
  private module: Promise<WebAssembly.Module | null> | null = null;
  /** One for all sources: a browser has room for some hundred memories of WebAssembly. */
  private squares: SimdSquares | null = null;

  /**
   * @param startWorker gives a fresh worker that offers a `SumWorkerApi`; null for none
   * @param load gives information.wasm, compiled; null: float64 in JavaScript, the same digits
   */
  constructor(
    private readonly startWorker: (() => WorkerEnd) | null,
    private readonly load: (() => Promise<WebAssembly.Module>) | null = null,
  ) {}

  /** Sums in float64 in this worker. @throws OutOfMemoryError */
  async exact(source: SourceData, matrices: number): Promise<SumStore> {
    this.module ??= this.load?.().catch(() => null) ?? Promise.resolve(null);
    const module = await this.module;
    if (module === null) return cpuStore(source, matrices);
    const { dimension } = vectorsOf(source);
    if (this.squares?.dimension !== dimension) this.squares = new SimdSquares(module, dimension);
    const { squares } = this;
    return cpuStore(source, matrices, (sum, residuals, weights, count) =>
      squares.add(sum, residuals, weights, count),
    );
  }

  /**
   * @param matrices how many weightings are summed
   * @param large multiply-adds from which on workers sum
   * @throws OutOfMemoryError
   */
  async open(source: SourceData, matrices: number, large = LARGE): Promise<SumStore> {
    const { dimension } = vectorsOf(source);
    const work = (source.columns.margin.length * matrices * dimension ** 2) / 2;
    const byWorkers = this.startWorker !== null && work >= large && !isSummedByPairs(shapeOf(source));
    const lanes = byWorkers ? await this.openLanes(dimension, matrices) : [];
    return lanes.length > 0 ? workerStore(source, matrices, lanes) : this.exact(source, matrices);
  }

  /** Empty where workers are not available: a browser without SIMD sums in float64. */
  private async openLanes(dimension: number, matrices: number): Promise<OpenWorker<SumWorkerApi>[]> {
    const lanes: OpenWorker<SumWorkerApi>[] = [];
    const { startWorker } = this;
    if (!startWorker) return lanes;
    try {
      const fitting = Math.max(1, Math.floor(WORKERS_BYTES / simdSumBytes(dimension, matrices)));
      const count = Math.min(MOST_WORKERS, navigator.hardwareConcurrency, fitting);
      for (let i = 0; i < count; i++) lanes.push(openWorker<SumWorkerApi>(startWorker()));
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
