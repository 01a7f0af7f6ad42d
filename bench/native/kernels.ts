/** Σ w r rᵀ and log det(I + Î) by the WGSL kernels beside float64 on the processor, on the same pairs. */

import { create, globals } from 'webgpu';

import { informationKernel, type WeightedResiduals } from '../../src/gpu/information';
import { logDetKernel } from '../../src/gpu/logdet';
import { pairGeometry } from '../../src/scoring/gates';
import { informationMatrix, residual } from '../../src/scoring/information';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import { seededRandom } from '../../src/scoring/random';
import { atOnce } from '../../src/scoring/sliced';
import { SimdSquares } from '../../src/simd/information';
import { informationBytes } from '../../tests/support/assembly';
import { openSoftwareGpu } from '../../tests/support/gpu';
import { drawRows, unitRows } from '../../tests/support/kernels';
import { median } from '../lib/format.mjs';

export interface KernelFigures {
  readonly adapter: string;
  readonly pairs: number;
  /** Seconds of the kernels to those of float64. */
  readonly accumulate: number;
  readonly logDet: number;
}

/** Distinct embeddings that the pairs are drawn from. */
const ROWS = 2048;
/** Pairs: a software adapter shows only that the kernels are right. */
const PAIRS = { software: 2048, real: 16_384 };
/** Pairs that float64 sums at once, as in the page. */
const BLOCK = 256;
/** Pairs queued on the device before it is waited for. */
const QUEUED = 4096;
/** Log-dets that are timed; the median counts. */
const REPEATS = 5;
/** Relative, to float64. */
const MOST_ERROR = 1e-6;

/** @throws Error where a kernel is further from float64 than the project allows */
export async function measureKernels(dimensions: readonly number[]): Promise<KernelFigures[]> {
  Object.assign(globalThis, globals);
  const real = await create([]).requestAdapter({ powerPreference: 'high-performance' });
  const software = real === null ? await openSoftwareGpu() : null;
  const adapter = real ?? (await software?.gpu.requestAdapter());
  if (!adapter) throw new Error('Dawn offers no GPU adapter.');
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const device = await adapter.requestDevice({
    requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
  });
  try {
    const { vendor, device: name } = adapter.info;
    const pairs = real ? PAIRS.real : PAIRS.software;
    const figures = [];
    for (const dimension of dimensions) {
      const ratios = await measure(device, dimension, pairs);
      figures.push({ adapter: [vendor, name].filter(Boolean).join(' '), pairs, ...ratios });
    }
    return figures;
  } finally {
    device.destroy();
    software?.close();
  }
}

async function measure(device: GPUDevice, dimension: number, count: number) {
  const rows = unitRows(ROWS, dimension);
  const pairs = drawPairs(rows, count);
  const sum = new Float64Array(dimension ** 2);
  const squares = new SimdSquares(await WebAssembly.compile(informationBytes()), dimension);
  const slow = await secondsOf(() => accumulate(sum, pairs, squares));
  const information = informationMatrix(sum, count, dimension);
  let logDet = 0;
  const slowLogDet = await medianSeconds(() => (logDet = logDetPlusIdentity(information, dimension)));

  // The first dispatch compiles the shaders.
  const first = await informationKernel(device, dimension, 1);
  first.run(slice(pairs, dimension, 0, 1));
  await device.queue.onSubmittedWorkDone();
  first.destroy();
  const kernel = await informationKernel(device, dimension, 1);
  const logDets = await logDetKernel(device, dimension);
  const fast = await secondsOf(async () => {
    for (let first = 0; first < count; first += BLOCK) {
      kernel.run(slice(pairs, dimension, first, first + BLOCK));
      if ((first + BLOCK) % QUEUED === 0) await device.queue.onSubmittedWorkDone();
    }
    await device.queue.onSubmittedWorkDone();
  });
  const scoreOnGpu = () => logDets.run(kernel.tilesOf(0), 1 / count);
  const { logDet: own } = await scoreOnGpu();
  const error = Math.abs(own / logDet - 1);
  if (!(error <= MOST_ERROR)) throw new Error(`d = ${dimension}: log det is off by ${error} of float64's.`);
  const fastLogDet = await medianSeconds(scoreOnGpu);
  return { accumulate: fast / slow, logDet: fastLogDet / slowLogDet };
}

function accumulate(sum: Float64Array, pairs: WeightedResiduals, squares: SimdSquares): void {
  const { dimension } = squares;
  const count = pairs.residuals.length / dimension;
  for (let first = 0; first < count; first += BLOCK) {
    const { residuals, weights } = slice(pairs, dimension, first, first + BLOCK);
    const [own] = weights as [Float64Array];
    atOnce(squares.add(sum, Float64Array.from(residuals), own, own.length));
  }
}

function drawPairs(rows: readonly Float32Array[], count: number): WeightedResiduals {
  const [positive, negative] = [drawRows(count, ROWS, 2), drawRows(count, ROWS, 3)];
  const geometry = { margin: 0, locality: 0, distance: 0 };
  const d = (rows[0] as Float32Array).length;
  const residuals = new Float32Array(count * d);
  positive.forEach((row, k) => {
    const [p, n] = [rows[row], rows[negative[k] as number]] as [Float32Array, Float32Array];
    pairGeometry(p, p, n, geometry);
    residual(p, n, geometry.distance, residuals, k * d);
  });
  const random = seededRandom(4);
  // Weights that float32 holds exactly: the kernel takes them in float32.
  return { residuals, weights: [Float64Array.from({ length: count }, () => Math.fround(random()))] };
}

function slice({ residuals, weights }: WeightedResiduals, dimension: number, from: number, to: number) {
  return {
    residuals: residuals.subarray(from * dimension, to * dimension),
    weights: weights.map((list) => list.subarray(from, to)),
  };
}

async function secondsOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function medianSeconds(work: () => unknown): Promise<number> {
  const values: number[] = [];
  for (let i = 0; i < REPEATS; i++) values.push(await secondsOf(work));
  return median(values);
}
