/** What was summed of one source: figures by weighting, each with its temperature. */

import { WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import type { DeviceReport } from '../encoder/device-choice';
import type { MatrixFigures } from './result';
import { pairsOf, type SourceData } from './source-data';
import { figuresUnder, weightUnder, type Sums } from './sums';
import type { Task } from './task';
import type { SumProgress } from './types';

type WeightingFigures = Readonly<Partial<Record<WeightingId, MatrixFigures>>>;

export class SummedMatrices {
  private readonly held = new Map<WeightingId, { readonly tau: number; readonly figures: MatrixFigures }>();

  constructor(tau = NaN, summed: WeightingFigures = {}) {
    this.keep(tau, summed);
  }

  keep(tau: number, summed: WeightingFigures): void {
    for (const [id, figures] of Object.entries(summed)) this.held.set(id as WeightingId, { tau, figures });
  }

  /** All figures at a temperature, in the order of `WEIGHTING_IDS`. */
  at(tau: number): WeightingFigures {
    return Object.fromEntries(
      WEIGHTING_IDS.flatMap((id) => {
        const held = this.held.get(id);
        return held?.tau === tau ? [[id, held.figures]] : [];
      }),
    );
  }

  /** Those summed last, at any temperature; null without any. */
  latest(id: WeightingId): MatrixFigures | null {
    return this.held.get(id)?.figures ?? null;
  }
}

export interface SummedRun {
  readonly sources: readonly SourceData[];
  /** By source, what has been summed so far. */
  readonly matrices: readonly SummedMatrices[];
  readonly device: DeviceReport;
  readonly sums: Sums;
}

/** Sums and keeps the weightings of `ids` that the sources lack at a temperature. @throws RunCancelledError */
export async function sumMissing(
  { sources, matrices, device, sums }: SummedRun,
  tau: number,
  ids: readonly WeightingId[],
  task: Task,
  onProgress: (progress: SumProgress) => void = () => undefined,
): Promise<void> {
  // All sources lack the same ones: they are always summed together.
  const known = matrices[0]?.at(tau) ?? {};
  const missing = ids.filter((id) => !known[id]);
  if (missing.length === 0) return;
  const total = pairsOf(sources);
  const summed = await sums.onDevice(device, task, async (open) => {
    const all: WeightingFigures[] = [];
    let pairs = 0;
    for (const source of sources) {
      const weights = missing.map((weighting) => weightUnder(source.columns, { tau, weighting }));
      const figures = await figuresUnder(source, weights, open, task, (count) => {
        pairs += count;
        onProgress({ pairs: Math.round(pairs), total });
      });
      all.push(Object.fromEntries(missing.map((id, i) => [id, figures[i]])));
    }
    return all;
  });
  matrices.forEach((held, s) => held.keep(tau, summed[s] ?? {}));
}
