/**
 * Sums matrices that a finished run does not have yet, for other weightings or another temperature, from its
 * embeddings and pair columns. On the GPU if the run was there, else on the CPU in float64.
 */

import type { DeviceReport } from '../encoder/types';
import { openGpu, type GpuHandle } from '../gpu/device';
import type { WeightingId } from '../scoring/weightings';
import { cpuBackend, type Backend } from './backend';
import { gpuBackend, onGpuElseCpu } from './gpu-backend';
import type { FinishedRun } from './finished-run';
import { inGroups, matricesAtOnce } from './large';
import { vectorsOf, type SourceData } from './source-data';
import { SourceSums } from './source-sums';
import type { WeightingFigures } from './summed-matrices';
import type { Task } from './task';
import type { SumProgress } from './types';
import { recordsOf } from './blocks';

/** The parts of a finished run that are used here. */
export type KeptRun = Pick<FinishedRun, 'sources' | 'blocks' | 'device' | 'stores'>;

/**
 * Sums the weightings of `ids` that each source lacks at a temperature.
 * @returns the new figures of each source
 * @throws RunCancelledError
 */
export async function sumMissing(
  run: KeptRun & Pick<FinishedRun, 'matrices'>,
  tau: number,
  ids: readonly WeightingId[],
  task: Task,
  onProgress: (progress: SumProgress) => void,
): Promise<WeightingFigures[]> {
  // All sources lack the same ones: they are always summed together.
  const missing = run.matrices[0]?.missing(tau, ids) ?? [];
  if (missing.length === 0) return run.sources.map(() => ({}));
  return sumWeightings(run, tau, missing, task, onProgress);
}

/**
 * Sums some weightings of each source at a temperature.
 * @returns the figures of each source
 * @throws RunCancelledError
 */
export async function sumWeightings(
  run: KeptRun,
  tau: number,
  ids: readonly WeightingId[],
  task: Task,
  onProgress: (progress: SumProgress) => void,
): Promise<WeightingFigures[]> {
  const onCpu = () => sumOn(keptCpuBackend(run), run, tau, ids, task, onProgress);
  const gpu = await sameGpu(run.device);
  if (!gpu) return onCpu();
  const onGpu = async () => {
    const backend = await gpuBackend(run.sources, gpu, () => Promise.resolve(), 'filled');
    return sumOn(backend, run, tau, ids, task, onProgress);
  };
  return onGpuElseCpu(gpu, task, onGpu, onCpu);
}

/** Opens the GPU of a run again; null where the run had none or it is gone. */
async function sameGpu({ kind, adapter }: DeviceReport): Promise<GpuHandle | null> {
  if (kind !== 'webgpu') return null;
  const opening = await openGpu(adapter?.fallback ? 'webgpu' : 'auto');
  return opening.status === 'open' ? opening.handle : null;
}

/** Sums on the CPU. The pair columns are filled already. */
function keptCpuBackend({ sources, stores }: KeptRun): Backend {
  return {
    ...cpuBackend(sources, null, stores),
    geometry: () => Promise.resolve(),
    openStore: (s, weightings) => stores.open(sources[s] as SourceData, weightings),
  };
}

/**
 * One source at a time, and of long embeddings a few weightings at a time: each takes d² numbers of memory.
 */
async function sumOn(
  backend: Backend,
  { sources, blocks }: KeptRun,
  tau: number,
  ids: readonly WeightingId[],
  task: Task,
  onProgress: (progress: SumProgress) => void,
): Promise<WeightingFigures[]> {
  const total = sources.reduce((pairs, { columns }) => pairs + columns.margin.length, 0);
  const summed: WeightingFigures[] = [];
  let pairs = 0;
  try {
    for (const [s, source] of sources.entries()) {
      let figures: WeightingFigures = {};
      for (const some of inGroups(ids, matricesAtOnce(vectorsOf(source).dimension))) {
        const sums = new SourceSums(source, tau, await backend.openStore(s, some.length), some);
        try {
          for (const [index, places] of blocks.entries()) {
            const records = recordsOf(places, s);
            await backend.geometry({ index, places, texts: null }, s, records);
            await sums.add(records, task, (count) => {
              pairs += (count * some.length) / ids.length;
              onProgress({ pairs: Math.round(pairs), total });
            });
          }
          figures = { ...figures, ...(await sums.figures(task)) };
        } finally {
          sums.destroy();
        }
      }
      summed.push(figures);
    }
    return summed;
  } finally {
    backend.destroy();
  }
}
