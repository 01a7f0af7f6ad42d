/** Every figure of all sources from their pair columns, as after a change of τ. */

import { seededRandom } from '../../src/scoring/random';
import type { PairColumns } from '../../src/scoring/pairs';
import { gatedSource } from '../../src/scoring/statistics';
import type { WeightingId } from '../../src/scoring/weightings';

export interface RecomputeJob {
  /** Pairs of all sources together. */
  readonly pairs: number;
  readonly sources: number;
  /** One after the other. */
  readonly weightings: readonly WeightingId[];
  readonly repeats: number;
}

const NEGATIVES = 30;
const TEMPERATURES = [0.02, 0.05, 0.1];
const WARM_UP = 3;

/** Seconds of each repeat, each with another τ than the one before. */
export function measureRecomputing({ pairs, sources, weightings, repeats }: RecomputeJob): number[] {
  const columns = Array.from({ length: sources }, (_, s) => drawColumns(Math.ceil(pairs / sources), s));
  const seconds: number[] = [];
  for (let i = -WARM_UP; i < repeats; i++) {
    const at = i + WARM_UP;
    const tau = TEMPERATURES[at % TEMPERATURES.length] as number;
    const weighting = weightings[at % weightings.length] as WeightingId;
    const start = performance.now();
    for (const source of columns) gatedSource(source, { tau, weighting });
    if (i >= 0) seconds.push((performance.now() - start) / 1000);
  }
  return seconds;
}

/** Columns spread as those of real sources are: margins about 0.1, some inverted. */
function drawColumns(pairs: number, seed: number): PairColumns {
  const random = seededRandom(seed + 1);
  const column = (low: number, high: number) =>
    Float64Array.from({ length: pairs }, () => low + (high - low) * random());
  const records = Math.ceil(pairs / NEGATIVES);
  return {
    offsets: Int32Array.from({ length: records + 1 }, (_, r) => Math.min(pairs, r * NEGATIVES)),
    margin: column(-0.1, 0.3),
    locality: column(-0.3, 0.2),
    distance: column(0.3, 1.2),
    coverage: column(0, 1),
  };
}
