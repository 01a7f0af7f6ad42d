/** Wasm sessions in workers of their own: the engine tokenises and scores while they encode. */

import * as Comlink from 'comlink';

import type { EncoderWorkerFace } from '../../workers/encoder';
import { EncodeError } from './errors';
import type { WasmLayout } from './runtime';
import type { TokenSequence } from './session';
import type { HostOptions } from './session-host';
import type { Pooling } from './types';

/** Longest time that a worker may take to load the runtime and open the session. */
const START_LIMIT_MS = 180_000;

/** An encoder worker did not start, or died. */
export class EncoderWorkerError extends Error {
  override readonly name = 'EncoderWorkerError';
}

interface Lane {
  readonly worker: Worker;
  readonly face: Comlink.Remote<EncoderWorkerFace>;
  /** Rejects when the worker dies. */
  readonly death: Promise<never>;
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
        lanes.map((lane) =>
          Promise.race([
            lane.face.open({ ...options, threads: layout.threads }),
            lane.death,
            timeout(START_LIMIT_MS),
          ]),
        ),
      );
      return new WasmPool(lanes, layout, opened[0] ?? options.pooling);
    } catch (error) {
      for (const lane of lanes) lane.worker.terminate();
      throw error;
    }
  }

  /** Unit vectors of a batch, by the worker with the least to do. @throws EncodeError, EncoderWorkerError */
  async encode(batch: readonly TokenSequence[]): Promise<Float32Array[]> {
    const lane = this.lanes.reduce((least, other) => (other.busy < least.busy ? other : least));
    lane.busy++;
    try {
      const { dimension, rows } = await Promise.race([lane.face.encode(batch), lane.death]);
      return batch.map((_, i) => rows.subarray(i * dimension, (i + 1) * dimension));
    } catch (error) {
      if (error instanceof EncoderWorkerError) throw error;
      throw new EncodeError(`The encoder failed: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      lane.busy--;
    }
  }

  release(): void {
    for (const lane of this.lanes) {
      lane.face[Comlink.releaseProxy]();
      lane.worker.terminate();
    }
  }
}

function startLane(): Lane {
  const worker = new Worker(new URL('../../workers/encoder.ts', import.meta.url), { type: 'module' });
  const death = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      reject(
        new EncoderWorkerError(`The encoder worker failed: ${event.message || 'its script did not load'}.`),
      );
    };
    worker.onmessageerror = () => {
      reject(new EncoderWorkerError('The encoder worker sent something that cannot be read.'));
    };
  });
  // A lane that dies while nobody waits for it is reported by the next call.
  death.catch(() => undefined);
  return { worker, face: Comlink.wrap<EncoderWorkerFace>(worker), death, busy: 0 };
}

function timeout(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => {
      const seconds = milliseconds / 1000;
      reject(
        new EncoderWorkerError(`The encoder worker did not start within ${seconds} seconds. Try again.`),
      );
    }, milliseconds);
  });
}
