/** Where batches run: in a pool of workers, in a session on the GPU, or as a table right here. */

import { BrokenModelFileError, EncodeError, reasonOf } from './errors';
import type { EncoderModel } from './model';
import { loadRuntime, type PoolLayout } from './runtime';
import { EncoderSession, type Lanes } from './session';
import { openTableLanes } from './table';
import type { EncoderGpu } from './types';
import { WorkerPool } from './worker-pool';
import { orBroken } from '../or-broken';
import type { WorkerEnd } from '../worker';

/** Weights stand twice in wasm's 4 GB: as they are, and packed for products. */
const MOST_WASM_BYTES = 1.9e9;

/** @throws EncoderWorkerError, and what the session throws: BrokenModelFileError, UnknownOnnxNamesError */
export async function openProcessorLanes(
  model: EncoderModel,
  startWorker: () => WorkerEnd,
  layout: PoolLayout,
): Promise<Lanes> {
  const table = await model.table();
  if (table) return openTableLanes(table, model.settings.normalise);
  if (layout.runtime === 'wasm' && model.sessionBytes > MOST_WASM_BYTES) {
    const reason = `It has ${(model.sessionBytes / 1e9).toFixed(1)} GB, and wasm runs at most ${MOST_WASM_BYTES / 1e9} GB.`;
    const way = 'Rank on the terminal with onnxruntime-node: --runtime native.';
    throw new BrokenModelFileError(model.folder.name, model.onnx, `${reason} ${way}`);
  }
  const pool = await WorkerPool.open(startWorker, () => model.sessionOptions(), layout);
  return {
    kind: layout.runtime,
    pooling: pool.pooling,
    encode: (batch) => pool.encode(batch),
    encodeOnDevice: () => Promise.reject(new EncodeError('The encoder runs on the processor.')),
    release: () => Promise.resolve(pool.release()),
  };
}

/**
 * The GPU belongs to the caller and is not destroyed with the session. @throws BrokenModelFileError,
 * UnknownOnnxNamesError
 */
export async function openGpuLanes(model: EncoderModel, gpu: EncoderGpu): Promise<Lanes> {
  const [runtime, options] = await Promise.all([loadRuntime('webgpu', 1), model.sessionOptions()]);
  const session = await EncoderSession.open({ ...options, runtime, gpu: gpu.device });
  const orLost = orBroken(gpu.whenLost);
  const guarded = <T>(run: Promise<T>): Promise<T> => orLost(run.catch(encodeError));
  return {
    kind: 'webgpu',
    pooling: session.pooling,
    encode: (batch) => guarded(session.encode(batch)),
    encodeOnDevice: (batch) => guarded(session.encodeOnDevice(batch)),
    release: () => session.release(),
  };
}

function encodeError(error: unknown): never {
  throw error instanceof EncodeError ? error : new EncodeError(`The encoder failed: ${reasonOf(error)}`);
}
