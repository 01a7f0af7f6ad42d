/** The WebGPU path: a batch is pooled where it was encoded and read back; pairs are formed in float64 and summed on the device. */

import type { Encoder } from '../encoder/encoder';
import { EncodeError } from '../encoder/errors';
import { EmbeddingBuffers } from '../gpu/embedding-buffers';
import type { GpuHandle } from '../gpu/device';
import { LogDetKernel } from '../gpu/logdet';
import { PoolKernel } from '../gpu/pool';
import { orBroken } from '../or-broken';
import type { Backend } from './backend';
import { fillGeometry, rowsOfBlock, type RecordPlace } from './blocks';
import { vectorsOf, type SourceData } from './source-data';
import { gpuStore } from './sum-store';
import type { Task } from './task';
import type { DeviceSink, TextEmbeddings } from './text-embeddings';

/** What the kernels need of a device that was opened elsewhere. */
interface UsableGpu {
  readonly device: GPUDevice;
  /** Rejects when the device is lost, and never resolves. */
  readonly whenLost: Promise<never>;
}

/**
 * Works on a GPU, and starts over on the CPU if the GPU is lost. Closes the GPU at the end.
 * @throws RunCancelledError, and what the work throws
 */
export async function onGpuElseCpu<T>(
  gpu: GpuHandle,
  task: Task,
  onGpu: () => Promise<T>,
  onCpu: () => Promise<T>,
): Promise<T> {
  try {
    return await onGpu();
  } catch (error) {
    if (task.isCancelled || (await gpu.lossBehindFailure()) === null) throw error;
    return await onCpu();
  } finally {
    gpu.destroy();
  }
}

/**
 * Sums on the device. Geometry and residuals are formed in float64, because float32 would lose the difference of nearly equal
 * vectors.
 * @param encode brings a block's vectors into memory
 * @param columns `filled`: those of a finished run, which are not written
 * @param dimension where the vectors are still to come
 * @throws GpuResourceError
 */
export async function gpuBackend(
  sources: readonly SourceData[],
  gpu: UsableGpu,
  encode: Backend['encode'],
  columns: 'empty' | 'filled',
  dimension = sources[0] ? vectorsOf(sources[0]).dimension : 0,
): Promise<Backend> {
  const logDet = await LogDetKernel.create(gpu.device, dimension);
  const orLost = orBroken(gpu.whenLost);
  const source = (index: number) => sources[index] as SourceData;
  return {
    encode: (block) => orLost(encode(block)),
    geometry: (_block, index, records) => {
      if (columns === 'empty') for (const record of records) fillGeometry(source(index), record);
      return Promise.resolve();
    },
    openStore: (index, weightings) => gpuStore(source(index), weightings, gpu.device, logDet, dimension),
    destroy: () => logDet.destroy(),
  };
}

/** Encodes blocks on the device, where a batch's token vectors are pooled, and reads their vectors back. */
export interface DevicePooling {
  readonly encode: Backend['encode'];
  destroy(): void;
}

/** @throws GpuResourceError */
export async function devicePooling(
  sources: readonly SourceData[],
  blocks: readonly (readonly RecordPlace[])[],
  texts: TextEmbeddings,
  encoder: Encoder,
  { device }: UsableGpu,
  { dimension, batchSize }: { readonly dimension: number; readonly batchSize: number },
): Promise<DevicePooling> {
  const rows = blocks.reduce((most, block) => Math.max(most, rowsOfBlock(sources, block)), 1);
  const embeddings = await EmbeddingBuffers.create(device, { dimension, rows });
  const pooling = await PoolKernel.create(embeddings, { texts: batchSize, ...encoder.devicePooling });
  const sink = deviceSink(encoder, pooling, embeddings);
  return {
    encode: async ({ texts: prepared }) => {
      if (prepared) await texts.encodeOnDevice(prepared, sink);
    },
    destroy: () => {
      pooling.destroy();
      embeddings.destroy();
    },
  };
}

function deviceSink(encoder: Encoder, pooling: PoolKernel, embeddings: EmbeddingBuffers): DeviceSink {
  return {
    async run(batch, row) {
      const output = await encoder.encodeOnDevice(batch);
      pooling.run(
        output.hidden,
        Uint32Array.from(batch, (ids) => ids.length),
        row,
      );
      output.dispose();
    },
    async read(count) {
      const values = await embeddings.read(count);
      if (!values.every(Number.isFinite)) {
        throw new EncodeError(
          'The encoder gave a vector with NaN or Infinity. Choose another ONNX file or device.',
        );
      }
      const d = embeddings.dimension;
      return Array.from({ length: count }, (_, i) => values.subarray(i * d, (i + 1) * d));
    },
  };
}
