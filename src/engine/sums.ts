/** The figures of Î of a source, on the device of its run. */

import type { DeviceReport } from '../encoder/device-choice';
import { openGpu, type GpuHandle } from '../gpu/device';
import { largestEigenvalueInSlices } from '../scoring/eigen';
import { BLOCK_PAIRS, residual } from '../scoring/information';
import { pairRange, type PairColumns } from '../scoring/pairs';
import { emptyGates, gatesOfPair } from '../scoring/pair-gates';
import { WEIGHTINGS, type Gating } from '../scoring/weightings';
import { SimdSquares } from '../simd/information';
import { onPairs } from './few-pairs';
import { isSummedByPairs, matricesAtOnce, type SumShape } from './large';
import type { MatrixFigures } from './result';
import { vectorsOf, type SourceData } from './source-data';
import { onGpu, onProcessor, type OpenSummer, type Summer } from './summer';
import type { Task } from './task';

export class Sums {
  private module: Promise<WebAssembly.Module | null> | null = null;
  /** One for all sources: a browser has room for some hundred memories of WebAssembly. */
  private squares: SimdSquares | null = null;

  /** @param load gives information.wasm, compiled; null: sums in JavaScript, the same digits */
  constructor(private readonly load: (() => Promise<WebAssembly.Module>) | null = null) {}

  /** In float64. @throws OutOfMemoryError */
  readonly onWasm: OpenSummer = async (shape, weights) => {
    if (isSummedByPairs(shape)) return onPairs(this.onWasm, shape, weights);
    const { dimension: d } = shape;
    this.module ??= this.load?.().catch(() => null) ?? Promise.resolve(null);
    const module = await this.module;
    if (module !== null && this.squares?.dimension !== d) this.squares = new SimdSquares(module, d);
    return onProcessor(d, weights, module === null ? null : this.squares);
  };

  /** Works on the GPU of a run, if it is still there, else on wasm; where the GPU is lost it starts over on wasm. */
  async onDevice<T>(
    { kind, adapter }: Pick<DeviceReport, 'kind'> & { adapter: { fallback: boolean } | null },
    task: Task,
    work: (open: OpenSummer, gpu: GpuHandle | null) => Promise<T>,
  ): Promise<T> {
    const opening = kind === 'webgpu' ? await openGpu(adapter?.fallback ? 'webgpu' : 'auto') : null;
    if (opening?.status !== 'open') return work(this.onWasm, null);
    const gpu = opening.handle;
    try {
      return await work(onGpu(gpu.device), gpu);
    } catch (error) {
      if (task.isCancelled || (await gpu.lossBehindFailure()) === null) throw error;
      return await work(this.onWasm, gpu);
    } finally {
      gpu.destroy();
    }
  }
}

/** @param pairs N @param onShare gets the share done, from 0 to 1 */
export async function figuresOf(
  summer: Summer,
  weight: number,
  pairs: number,
  task: Task,
  onShare?: (share: number) => void,
): Promise<MatrixFigures> {
  const { triangle, side } = await summer.sum(weight, task);
  const lambda_max = (await task.follow(largestEigenvalueInSlices(triangle, side))) / pairs;
  return { ...(await summer.score(weight, pairs, task, onShare)), lambda_max };
}

/** w of a pair by its place in the columns. */
export type PairWeight = (pair: number) => number;

export function weightUnder(columns: PairColumns, { tau, weighting }: Gating): PairWeight {
  const gates = emptyGates(tau);
  const { weight } = WEIGHTINGS[weighting];
  return (pair) => {
    gatesOfPair(columns, pair, tau, gates);
    return weight(gates);
  };
}

export function shapeOf(source: SourceData): SumShape {
  return { pairs: source.columns.margin.length, dimension: vectorsOf(source).dimension };
}

/** Of records whose distances are filled, a block at a time; r is formed in float64. @param onPairs gets how many more */
export async function addRecords(
  summer: Summer,
  source: SourceData,
  records: Iterable<number>,
  weights: readonly PairWeight[],
  task: Task,
  onPairs: (count: number) => void = () => undefined,
): Promise<void> {
  const vectors = vectorsOf(source);
  const { offsets, distance } = source.columns;
  const residuals = new Float64Array(BLOCK_PAIRS * vectors.dimension);
  const block: number[] = [];
  const add = async () => {
    const count = block.length;
    const columns = weights.map((weight) => Float64Array.from(block, weight));
    block.length = 0;
    await summer.add(residuals, columns, count, task);
    await task.breathe();
    onPairs(count);
  };
  for (const record of records) {
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair++) {
      const at = block.length * vectors.dimension;
      residual(vectors.positive(record), vectors.negative(pair), distance[pair] as number, residuals, at);
      if (block.push(pair) === BLOCK_PAIRS) await add();
    }
  }
  if (block.length > 0) await add();
}

/**
 * The sums of a source under each weight, as many at a time as fit in memory.
 * @param use gets the summer, the weight's place there, and its place in `weights`
 */
export async function underWeights<T>(
  source: SourceData,
  weights: readonly PairWeight[],
  open: OpenSummer,
  task: Task,
  use: (summer: Summer, weight: number, place: number) => Promise<T>,
  onPairs: (count: number) => void = () => undefined,
): Promise<T[]> {
  const made: T[] = [];
  const most = matricesAtOnce(shapeOf(source));
  for (let first = 0; first < weights.length; first += most) {
    const some = weights.slice(first, first + most);
    const summer = await open(shapeOf(source), some.length);
    const share = some.length / weights.length;
    try {
      await addRecords(summer, source, source.structure.queries.keys(), some, task, (count) =>
        onPairs(count * share),
      );
      for (const weight of some.keys()) {
        made.push(await use(summer, weight, made.length));
        await task.breathe();
      }
    } finally {
      summer.destroy();
    }
  }
  return made;
}

export function figuresUnder(
  source: SourceData,
  weights: readonly PairWeight[],
  open: OpenSummer,
  task: Task,
  onPairs?: (count: number) => void,
): Promise<MatrixFigures[]> {
  const pairs = source.columns.margin.length;
  const figures = (summer: Summer, weight: number) => figuresOf(summer, weight, pairs, task);
  return underWeights(source, weights, open, task, figures, onPairs);
}
