/** Wasm sessions in workers of their own: the engine tokenises and scores while they encode. */

import type { EncoderWorkerFace } from '../../workers/encoder';
import { openWorker, WorkerBrokenError, WorkerSilentError, type OpenWorker } from '../wiring/open-worker';
import { EncodeError, reasonOf } from './errors';
import type { WasmLayout } from './runtime';
import type { TokenSequence } from './session';
import type { HostOptions } from './session-host';
import type { Pooling } from './types';

/** Longest time that a worker may take to load the runtime and open the session. */
const START_LIMIT_SECONDS = 180;

/** An encoder worker did not start, or died. */
export class EncoderWorkerError extends Error {
  override readonly name = 'EncoderWorkerError';
}

interface Lane {
  readonly worker: OpenWorker<EncoderWorkerFace>;
  busy: number;
}

export class WasmPool {
  private constructor(
    private readonly lanes: readonly Lane[],
    readonly layout: WasmLayout,
    readonly pooling: Pooling,
  ) {}

  /** @throws EncoderWorkerError, and what the session throws: BrokenModelFileError, UnknownOnnxNamesError */
  static async open(options: Omit<HostOptions, 'threads'>, layout: WasmLayout): Promise<WasmPool> {
    const lanes = Array.from({ length: layout.workers }, startLane);
    try {
      const opened = await Promise.all(
        lanes.map(({ worker }) => {
          const answer = worker.face.open({ ...options, threads: layout.threads });
          return worker.start(answer, START_LIMIT_SECONDS);
        }),
      );
      return new WasmPool(lanes, layout, opened[0] ?? options.pooling);
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

function startLane(): Lane {
  const worker = new Worker(new URL('../../workers/encoder.ts', import.meta.url), { type: 'module' });
  return { worker: openWorker<EncoderWorkerFace>(worker), busy: 0 };
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
