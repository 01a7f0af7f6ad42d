/** Σ w r rᵀ and log det(I + Î): float64 in JavaScript beside the WGSL kernels, on the same pairs. */

import { EmbeddingBuffers } from '../../src/gpu/embedding-buffers';
import { openGpu, type GpuHandle } from '../../src/gpu/device';
import { InformationKernel, type WeightedPairs } from '../../src/gpu/information';
import { LogDetKernel } from '../../src/gpu/logdet';
import { pairGeometry } from '../../src/scoring/gates';
import { accumulateInformation, informationMatrix, residual } from '../../src/scoring/information';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import { seededRandom } from '../../src/scoring/random';

export interface KernelJob {
  readonly dimension: number;
  readonly pairs: number;
  /** Also on the GPU; where there is no adapter at all the job fails. */
  readonly gpu: boolean;
  /** Log-dets that are timed; the median counts. */
  readonly repeats: number;
}

export interface KernelFigures {
  readonly dimension: number;
  readonly pairs: number;
  readonly accumulate: { readonly float64_seconds: number; readonly gpu: GpuAccumulate | null };
  readonly logdet: { readonly float64_seconds: number; readonly gpu: GpuLogDet | null };
}

interface GpuAccumulate {
  readonly variant: string;
  readonly seconds: number;
  /** Largest gap to float64 over the largest entry. */
  readonly error: number;
}

interface GpuLogDet {
  readonly seconds: number;
  /** Relative, to float64 on the same matrix. */
  readonly error: number;
  /** Relative, of log-dets of the kernel's own sums that never left the device. */
  readonly error_with_sums: number;
}

/** Distinct embeddings that the pairs are drawn from. */
const ROWS = 2048;
/** Pairs that float64 sums at once, as in the page. */
const BLOCK = 256;
/** Pairs queued on the device before it is waited for. */
const QUEUED = 4096;

export async function measureKernels(job: KernelJob): Promise<KernelFigures> {
  const { dimension, pairs } = job;
  const rows = drawRows(dimension);
  const weighted = drawPairs(rows, pairs);
  const sum = new Float64Array(dimension ** 2);
  const float64_seconds = timed(() => accumulate(sum, rows, weighted));
  const information = informationMatrix(sum, pairs, dimension);
  const logDet = logDetPlusIdentity(information, dimension);
  const logDetSeconds = await median(job.repeats, () =>
    timed(() => logDetPlusIdentity(information, dimension)),
  );
  const figures = {
    dimension,
    pairs,
    accumulate: { float64_seconds, gpu: null },
    logdet: { float64_seconds: logDetSeconds, gpu: null },
  };
  if (!job.gpu) return figures;
  const opening = await openGpu('webgpu');
  if (opening.status === 'absent') throw new Error(opening.reason);
  try {
    const gpu = await measureGpu(opening.handle, job, { rows, weighted, sum, information, logDet });
    return {
      ...figures,
      accumulate: { float64_seconds, gpu: gpu.accumulate },
      logdet: { ...figures.logdet, gpu: gpu.logdet },
    };
  } finally {
    opening.handle.destroy();
  }
}

interface Float64Side {
  readonly rows: readonly Float32Array[];
  readonly weighted: WeightedPairs;
  readonly sum: Float64Array;
  readonly information: Float64Array;
  readonly logDet: number;
}

async function measureGpu(handle: GpuHandle, job: KernelJob, twin: Float64Side) {
  const { device } = handle;
  const { dimension, pairs, repeats } = job;
  const embeddings = await EmbeddingBuffers.create(device, { dimension, rows: twin.rows.length });
  twin.rows.forEach((row, i) => embeddings.write(i, row));
  const kernel = await InformationKernel.create(embeddings, { weightings: 1 });
  const logDetKernel = await LogDetKernel.create(device, dimension);
  // The first dispatch compiles the shaders.
  kernel.run(slice(twin.weighted, 0, 1));
  await device.queue.onSubmittedWorkDone();
  kernel.reset();
  const start = performance.now();
  for (let first = 0; first < pairs; first += QUEUED) {
    kernel.run(slice(twin.weighted, first, first + QUEUED));
    await device.queue.onSubmittedWorkDone();
  }
  const seconds = (performance.now() - start) / 1000;
  const [read] = await kernel.read();
  const onDevice = await logDetKernel.run(kernel.slices(0), 1 / pairs);
  const uploaded = await logDetKernel.run(twin.information);
  const logDetSeconds = await median(repeats, async () => {
    const begin = performance.now();
    await logDetKernel.run(twin.information);
    return (performance.now() - begin) / 1000;
  });
  const relative = (value: number) => Math.abs(value / twin.logDet - 1);
  return {
    accumulate: { variant: kernel.variant, seconds, error: gap(read ?? new Float64Array(), twin.sum) },
    logdet: {
      seconds: logDetSeconds,
      error: relative(uploaded.logDet),
      error_with_sums: relative(onDevice.logDet),
    },
  };
}

function accumulate(sum: Float64Array, rows: readonly Float32Array[], pairs: WeightedPairs): void {
  const dimension = Math.sqrt(sum.length);
  const residuals = new Float64Array(BLOCK * dimension);
  const count = pairs.positive.length;
  for (let first = 0; first < count; first += BLOCK) {
    const size = Math.min(BLOCK, count - first);
    for (let k = 0; k < size; k++) {
      const [positive, negative] = rowsOf(rows, pairs, first + k);
      residual(positive, negative, pairs.distance[first + k] as number, residuals, k * dimension);
    }
    const weights = (pairs.weights[0] as Float64Array).subarray(first, first + size);
    accumulateInformation(sum, residuals, weights, size, dimension);
  }
}

/** Seeded unit vectors that lean towards one direction, as embeddings do. */
function drawRows(dimension: number): Float32Array[] {
  const random = seededRandom(1);
  return Array.from({ length: ROWS }, () => {
    const row = Float64Array.from({ length: dimension }, () => random() - 0.4);
    const norm = Math.hypot(...row);
    return Float32Array.from(row, (x) => x / norm);
  });
}

function drawPairs(rows: readonly Float32Array[], count: number): WeightedPairs {
  const random = seededRandom(2);
  const draw = () => Uint32Array.from({ length: count }, () => Math.floor(random() * rows.length));
  const pairs = { positive: draw(), negative: draw(), distance: new Float64Array(count), weights: [] };
  const geometry = { margin: 0, locality: 0, distance: 0 };
  for (let k = 0; k < count; k++) {
    const [positive, negative] = rowsOf(rows, pairs, k);
    pairGeometry(positive, positive, negative, geometry);
    pairs.distance[k] = geometry.distance;
  }
  // Weights that float32 holds exactly: the kernel takes them in float32.
  return { ...pairs, weights: [Float64Array.from({ length: count }, () => Math.fround(random()))] };
}

function rowsOf(
  rows: readonly Float32Array[],
  pairs: Pick<WeightedPairs, 'positive' | 'negative'>,
  k: number,
): [Float32Array, Float32Array] {
  const row = (list: Uint32Array) => rows[list[k] as number] as Float32Array;
  return [row(pairs.positive), row(pairs.negative)];
}

function slice(
  { positive, negative, distance, weights }: WeightedPairs,
  from: number,
  to: number,
): WeightedPairs {
  return {
    positive: positive.subarray(from, to),
    negative: negative.subarray(from, to),
    distance: distance.subarray(from, to),
    weights: weights.map((list) => list.subarray(from, to)),
  };
}

/** The largest gap between two matrices over the largest entry. */
function gap(actual: Float64Array, twin: Float64Array): number {
  let largest = 0;
  let most = 0;
  for (let i = 0; i < twin.length; i++) {
    largest = Math.max(largest, Math.abs(twin[i] as number));
    most = Math.max(most, Math.abs((twin[i] as number) - (actual[i] as number)));
  }
  return most / largest;
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

async function median(repeats: number, measure: () => number | Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let i = 0; i < repeats; i++) values.push(await measure());
  return values.sort((a, b) => a - b)[repeats >> 1] as number;
}
