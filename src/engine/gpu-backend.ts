/**
 * The WebGPU path without round trips: a batch's token vectors stay on the device, are pooled into rows there, and
 * pairs and sums are formed from those rows. The rows of two blocks are on the device at a time, however large the
 * files are.
 */

import type { Encoder } from '../encoder/encoder';
import { EncodeError } from '../encoder/errors';
import { EmbeddingBuffers } from '../gpu/embedding-buffers';
import type { GpuHandle } from '../gpu/device';
import { LogDetKernel } from '../gpu/logdet';
import { PairKernel } from '../gpu/pairs';
import { PoolKernel } from '../gpu/pool';
import { orBroken } from '../or-broken';
import { residual } from '../scoring/information';
import { pairsOfRecords } from '../scoring/pairs';
import type { Backend, PreparedBlock } from './backend';
import { vectorsOf, type SourceData } from './source-data';
import { gpuStore, type Slots } from './sum-store';
import type { Task } from './task';
import type { DeviceSink, TextEmbeddings } from './text-embeddings';
import { fillGeometry, rowsOfBlock, textsOfBlock, type RecordPlace } from './blocks';

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

interface Kernels {
  readonly embeddings: EmbeddingBuffers;
  readonly logDet: LogDetKernel;
  destroy(): void;
}

/** Buffers for the rows of two blocks, and the log-det kernel. @throws GpuResourceError */
async function openKernels(gpu: UsableGpu, dimension: number, rowsPerBlock: number): Promise<Kernels> {
  const embeddings = await EmbeddingBuffers.create(gpu.device, { dimension, rows: 2 * rowsPerBlock });
  const logDet = await LogDetKernel.create(gpu.device, dimension);
  return {
    embeddings,
    logDet,
    destroy: () => {
      embeddings.destroy();
      logDet.destroy();
    },
  };
}

function mostRows(sources: readonly SourceData[], blocks: readonly (readonly RecordPlace[])[]): number {
  return blocks.reduce((most, block) => Math.max(most, rowsOfBlock(sources, block)), 1);
}

/** Encoded texts. @param pooling how the batches' token vectors become one vector a text */
export function gpuBackend(
  sources: readonly SourceData[],
  blocks: readonly (readonly RecordPlace[])[],
  texts: TextEmbeddings,
  encoder: Encoder,
  gpu: UsableGpu,
  shape: { readonly dimension: number; readonly batchSize: number },
): Promise<Backend> {
  return open(sources, blocks, gpu, shape.dimension, async (kernels, half) => {
    const pairs = await PairKernel.create(kernels.embeddings);
    const pooling = await PoolKernel.create(kernels.embeddings, {
      texts: shape.batchSize,
      ...encoder.devicePooling,
    });
    const sink = deviceSink(encoder, pooling, kernels.embeddings);
    /** Row on the device by cache row, for each of the two blocks there. */
    const slots = [new Map<number, number>(), new Map<number, number>()];
    let atHand = 0;
    const slotOf = (row: number) => {
      const slot = slots[atHand]?.get(row);
      if (slot === undefined) throw new RangeError(`Embedding ${row} is not on the device.`);
      return slot;
    };
    return {
      encode: async (block: PreparedBlock) => {
        const side = block.index % 2;
        if (!block.texts) return;
        const placed = await texts.encodeOnDevice(block.texts, side * half, sink);
        uploadCached(texts, sources, block.places, kernels.embeddings, placed, side * half);
        slots[side] = placed;
      },
      geometry: async (block: PreparedBlock, index: number, records: readonly number[]) => {
        atHand = block.index % 2;
        const { columns } = sources[index] as SourceData;
        const at = slotsOf(texts, sources[index] as SourceData, slotOf);
        const list = pairsOfRecords(columns.offsets, records);
        const geometry = await pairs.run(
          Uint32Array.from(list, (p) => at.query(p.record)),
          Uint32Array.from(list, (p) => at.positive(p.record, p.pair)),
          Uint32Array.from(list, (p) => at.negative(p.pair)),
        );
        list.forEach(({ pair }, k) => {
          columns.margin[pair] = geometry.margin[k] as number;
          columns.locality[pair] = geometry.locality[k] as number;
          columns.distance[pair] = geometry.distance[k] as number;
        });
      },
      slots: (index: number) => slotsOf(texts, sources[index] as SourceData, slotOf),
      destroy: () => {
        pairs.destroy();
        pooling.destroy();
      },
    };
  });
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
    async read(first, count) {
      const values = await embeddings.read(Uint32Array.from({ length: count }, (_, i) => first + i));
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

/**
 * Vectors given by the files or kept by a finished run. Geometry and residuals are formed in float64. The device gets
 * each residual as a row of its own against a row of zeros, because float32 would lose the difference of nearly equal
 * vectors.
 * @param columns `filled`: those of a finished run, which are not written
 */
export function residualGpuBackend(
  sources: readonly SourceData[],
  blocks: readonly (readonly RecordPlace[])[],
  gpu: UsableGpu,
  columns: 'empty' | 'filled',
): Promise<Backend> {
  const dimension = sources[0] ? vectorsOf(sources[0]).dimension : 0;
  return open(sources, blocks, gpu, dimension, ({ embeddings }, half) => {
    const slots = [new Map<string, number>(), new Map<string, number>()];
    let atHand = 0;
    let placed = -1;
    return Promise.resolve({
      encode: () => Promise.resolve(),
      geometry: (block: PreparedBlock, index: number, records: readonly number[]) => {
        atHand = block.index % 2;
        const source = sources[index] as SourceData;
        if (columns === 'empty') for (const record of records) fillGeometry(source, record);
        // A new block starts with an empty half.
        if (block.index !== placed) slots[atHand] = new Map();
        placed = block.index;
        const first = atHand * half;
        uploadResiduals(source, index, records, embeddings, first, slots[atHand] as Map<string, number>);
        return Promise.resolve();
      },
      slots: (index: number): Slots => ({
        query: () => atHand * half,
        positive: (_record, pair) => slots[atHand]?.get(`${index}-${pair}`) as number,
        negative: () => atHand * half,
        distance: (pair) => (sources[index]?.columns.distance[pair] === 0 ? 0 : 1),
      }),
      destroy: () => undefined,
    });
  });
}

interface Part extends Pick<Backend, 'encode' | 'geometry' | 'destroy'> {
  slots(source: number): Slots;
}

async function open(
  sources: readonly SourceData[],
  blocks: readonly (readonly RecordPlace[])[],
  gpu: UsableGpu,
  dimension: number,
  make: (kernels: Kernels, half: number) => Promise<Part>,
): Promise<Backend> {
  const half = mostRows(sources, blocks);
  const kernels = await openKernels(gpu, dimension, half);
  const part = await make(kernels, half);
  const { embeddings, logDet } = kernels;
  const orLost = orBroken(gpu.whenLost);
  return {
    encode: (block) => orLost(part.encode(block)),
    geometry: (block, source, records) => orLost(part.geometry(block, source, records)),
    openStore: (index, weightings) => gpuStore(weightings, embeddings, logDet, () => part.slots(index)),
    destroy: () => {
      part.destroy();
      kernels.destroy();
    },
  };
}

function slotsOf(texts: TextEmbeddings, source: SourceData, slotOf: (row: number) => number): Slots {
  const { structure } = source;
  return {
    query: (record) => slotOf(texts.rowOf('query', structure.queries[record] as number)),
    positive: (record) => slotOf(texts.rowOf('passage', structure.positives[record] as number)),
    negative: (pair) => slotOf(texts.rowOf('passage', structure.negatives[pair] as number)),
    distance: (pair) => source.columns.distance[pair] as number,
  };
}

/** Uploads the rows of a block that came from the cache. */
function uploadCached(
  texts: TextEmbeddings,
  sources: readonly SourceData[],
  places: readonly RecordPlace[],
  embeddings: EmbeddingBuffers,
  placed: Map<number, number>,
  first: number,
): void {
  const { queries, passages } = textsOfBlock(sources, places);
  const needed = new Set([
    ...Array.from(queries, (id) => texts.rowOf('query', id)),
    ...Array.from(passages, (id) => texts.rowOf('passage', id)),
  ]);
  const start = first + placed.size;
  const missing = [...needed].filter((row) => !placed.has(row));
  missing.forEach((row, i) => placed.set(row, start + i));
  writeRows(
    embeddings,
    start,
    missing.map((row) => texts.row(row)),
  );
}

/** Uploads residuals of records after the rows in use. Row `first` holds zeros. */
function uploadResiduals(
  source: SourceData,
  index: number,
  records: readonly number[],
  embeddings: EmbeddingBuffers,
  first: number,
  slots: Map<string, number>,
): void {
  const vectors = vectorsOf(source);
  const start = first + 1 + slots.size;
  const rows: Float32Array[] = [];
  for (const { record, pair } of pairsOfRecords(source.structure.offsets, records)) {
    if (slots.has(`${index}-${pair}`)) continue;
    const row = new Float32Array(vectors.dimension);
    const distance = source.columns.distance[pair] as number;
    residual(vectors.positive(record), vectors.negative(pair), distance, row);
    slots.set(`${index}-${pair}`, start + rows.length);
    rows.push(row);
  }
  writeRows(embeddings, start, rows);
}

function writeRows(embeddings: EmbeddingBuffers, first: number, rows: readonly Float32Array[]): void {
  if (rows.length === 0) return;
  const values = new Float32Array(rows.length * embeddings.dimension);
  rows.forEach((row, i) => values.set(row, i * embeddings.dimension));
  embeddings.write(first, values);
}
