/** What was summed of one source: figures by weighting, each with its temperature. */

import { WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import type { DeviceReport } from '../encoder/types';
import type { MatrixFigures } from './result';
import type { SourceData } from './source-data';
import { figuresUnder, weightUnder, type Sums } from './sums';
import type { Task } from './task';
import type { SumProgress } from './types';

/** Figures by weighting at one temperature, as far as summed. */
export type WeightingFigures = Readonly<Partial<Record<WeightingId, MatrixFigures>>>;

export class SummedMatrices {
  private readonly held = new Map<WeightingId, { readonly tau: number; readonly figures: MatrixFigures }>();
  private lastChosen: MatrixFigures;

  /**
   * @param tau temperature of the run
   * @param figures of the run's own weighting, `chosen`
   */
  constructor(tau: number, chosen: WeightingId, figures: MatrixFigures) {
    this.lastChosen = figures;
    this.keep(tau, chosen, { [chosen]: figures });
  }

  /** Takes in new figures; they replace those of the same weighting at another temperature. */
  keep(tau: number, chosen: WeightingId, summed: WeightingFigures): void {
    for (const id of WEIGHTING_IDS) {
      const figures = summed[id];
      if (figures) this.held.set(id, { tau, figures });
    }
    this.lastChosen = summed[chosen] ?? this.lastChosen;
  }

  /** The weightings of `ids` that are not summed at a temperature. */
  missing(tau: number, ids: readonly WeightingId[]): WeightingId[] {
    return ids.filter((id) => this.held.get(id)?.tau !== tau);
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

  /** The figures of a weighting summed last, at any temperature; null if it never was. */
  known(id: WeightingId): MatrixFigures | null {
    return this.held.get(id)?.figures ?? null;
  }

  /**
   * The figures of a weighting summed last, at any temperature; if it never was, those of the weighting chosen last.
   */
  latest(id: WeightingId): MatrixFigures {
    return this.known(id) ?? this.lastChosen;
  }
}

/** The parts of a finished run that are summed. */
export interface KeptRun {
  readonly sources: readonly SourceData[];
  readonly device: DeviceReport;
  readonly sums: Sums;
}

/**
 * Sums the weightings of `ids` that each source lacks at a temperature.
 * @returns the new figures of each source
 * @throws RunCancelledError
 */
export async function sumMissing(
  run: KeptRun & { readonly matrices: readonly SummedMatrices[] },
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
 * Sums some weightings of each source at a temperature, from its embeddings and pair columns.
 * @returns the figures of each source
 * @throws RunCancelledError
 */
export function sumWeightings(
  { sources, device, sums }: KeptRun,
  tau: number,
  ids: readonly WeightingId[],
  task: Task,
  onProgress: (progress: SumProgress) => void,
): Promise<WeightingFigures[]> {
  const total = sources.reduce((pairs, { columns }) => pairs + columns.margin.length, 0);
  return sums.onDevice(device, task, async (open) => {
    const summed: WeightingFigures[] = [];
    let pairs = 0;
    for (const source of sources) {
      const weights = ids.map((weighting) => weightUnder(source.columns, { tau, weighting }));
      const figures = await figuresUnder(source, weights, open, task, (count) => {
        pairs += count;
        onProgress({ pairs: Math.round(pairs), total });
      });
      summed.push(Object.fromEntries(ids.map((id, i) => [id, figures[i]])));
    }
    return summed;
  });
}
