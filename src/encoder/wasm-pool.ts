/** Wasm sessions in workers of their own: the engine tokenises and scores while they encode. */

import { openWorker, WorkerBrokenError, WorkerSilentError, type OpenWorker } from '../wiring/open-worker';
import { EncodeError, EncoderWorkerError, reasonOf } from './errors';
import type { WasmLayout } from './runtime';
import type { TokenSequence } from './session';
import type { EncoderWorkerFace, HostOptions } from './session-host';
import type { Pooling } from './types';

/** Longest time that a worker may take to load the runtime and open the session. */
const START_LIMIT_SECONDS = 180;

interface Lane {
  readonly worker: OpenWorker<EncoderWorkerFace>;
  busy: number;
}

export class WasmPool {
  private constructor(
    private readonly lanes: readonly Lane[],
    readonly pooling: Pooling,
  ) {}

  /**
   * @param options of every session, while they are still being read: the workers load the runtime meanwhile
   * @throws EncoderWorkerError; what the session throws: BrokenModelFileError, UnknownOnnxNamesError; what `options`
   *   rejects with
   */
  static async open(
    startWorker: () => Worker,
    options: Promise<Omit<HostOptions, 'threads'>>,
    { workers, threads }: WasmLayout,
  ): Promise<WasmPool> {
    const lanes: Lane[] = [];
    const openLane = async ({ worker }: Lane) => {
      await worker.start(worker.face.load(threads), START_LIMIT_SECONDS);
      const given = await options;
      return worker.start(worker.face.open({ ...given, threads }), START_LIMIT_SECONDS);
    };
    try {
      for (let i = 0; i < workers; i++) {
        lanes.push({ worker: openWorker<EncoderWorkerFace>(startWorker()), busy: 0 });
      }
      const [{ pooling }, opened] = await Promise.all([options, Promise.all(lanes.map(openLane))]);
      return new WasmPool(lanes, opened[0] ?? pooling);
    } catch (error) {
      for (const lane of lanes) lane.worker.close();
      throw workerError(error) ?? error;
    }
  }

  /** Unit vectors of a batch, by the worker with the least to do. @throws EncodeError, EncoderWorkerError */
  async encode(batch: readonly TokenSequence[]): Promise<Float32Array[]> {
    const lane = this.lanes.reduce((least, other) => (other.busy < least.busy ? other : least));
    lane.busy++;
    try {
      const { dimension, rows } = await lane.worker.guard(lane.worker.face.encode(batch));
      return batch.map((_, i) => rows.subarray(i * dimension, (i + 1) * dimension));
    } catch (error) {
      throw workerError(error) ?? new EncodeError(`The encoder failed: ${reasonOf(error)}`);
    } finally {
      lane.busy--;
    }
  }

  release(): void {
    for (const lane of this.lanes) lane.worker.close();
  }
}

/** A worker that broke off or is silent, as the encoder says it; null for what the worker itself threw. */
function workerError(error: unknown): EncoderWorkerError | null {
  if (error instanceof WorkerBrokenError) {
    return new EncoderWorkerError(`The encoder worker failed: ${error.message}`);
  }
  if (error instanceof WorkerSilentError) {
    return new EncoderWorkerError(`The encoder worker did not start: ${error.message} Try again.`);
  }
  return null;
}
