/**
 * The random baseline of a run: what random passages would score. It is the control `random`, made of the passages that the run
 * scored, so nothing is encoded.
 */

import { auditStatisticsOf } from '../scoring/audit';
import { buildControl, ControlError, type IdRecords } from '../scoring/controls';
import { atOnce } from '../scoring/sliced';
import { pairCount, selectPairs } from '../scoring/pairs';
import type { Gating } from '../scoring/weightings';
import { fillColumns } from './blocks';
import { figuresOf } from './figures';
import type { FinishedRun, RandomBaselinePairs } from './finished-run';
import { isLarge } from './large';
import { passagesOf, type Lexicon } from './lexicon';
import type { RandomBaseline } from './result';
import { madeSource, pairsOf, partOf, passageVectors, vectorsOf, type SourceData } from './source-data';
import { sumMissing, SummedMatrices } from './summed-matrices';
import type { Task } from './task';
import type { SumProgress } from './types';

/** Most pairs of the random baseline: its mean is then known to about 0.005, and the sums take a second at d = 768. */
const MOST_PAIRS = 4096;

/** The same for long embeddings: known to about 0.01, one or two seconds at d = 4,096. */
const MOST_LONG_PAIRS = 1024;

/**
 * @param sources the records that the run scored
 * @param base place of the source whose queries and positives are used
 * @returns null where there are too few passages to draw from
 * @throws RunCancelledError
 */
export async function makeRandomBaseline(
  sources: readonly SourceData[],
  base: number,
  lexicon: Pick<Lexicon, 'cover'>,
  seed: number,
  task: Task,
): Promise<RandomBaselinePairs | null> {
  const own = sources[base] as SourceData;
  const most = isLarge(vectorsOf(own).dimension) ? MOST_LONG_PAIRS : MOST_PAIRS;
  const part = partOf(own, selectPairs(own.structure.offsets, firstRecords(own, most)));
  const pool = passagesOf(sources.map(({ structure }) => structure));
  let records: IdRecords;
  try {
    const material = { base: part.structure, pool, seed, vector: () => new Float64Array() };
    records = atOnce(buildControl('random', material));
  } catch (error) {
    if (error instanceof ControlError) return null;
    throw error;
  }
  const vectorOf = passageVectors(sources, new Set(records.negatives));
  const negative = (pair: number) => vectorOf(records.negatives[pair] as number);
  const source = madeSource(part, 'control:random', records, { ...vectorsOf(part), negative });
  await fillColumns(source, lexicon, task);
  return { sources: [source], matrices: [new SummedMatrices()], seed };
}

/** The first records in dataset order that fit, ascending; at least one. */
function firstRecords({ structure: { offsets }, priorities }: SourceData, mostPairs: number): Int32Array {
  const order = [...priorities.keys()].sort(
    (a, b) => (priorities[a] as number) - (priorities[b] as number) || a - b,
  );
  let pairs = 0;
  const most = order.findIndex((record) => (pairs += pairCount(offsets, record)) > mostPairs);
  return Int32Array.from(most === -1 ? order : order.slice(0, Math.max(1, most))).sort();
}

/** Sums it under a temperature and weighting, if that is not done yet. @throws RunCancelledError */
export async function sumBaseline(
  { randomBaseline, device, sums }: Pick<FinishedRun, 'randomBaseline' | 'device' | 'sums'>,
  { tau, weighting }: Gating,
  task: Task,
  onProgress: (progress: SumProgress) => void = () => undefined,
): Promise<void> {
  if (randomBaseline === null) return;
  onProgress({ pairs: 0, total: pairsOf(randomBaseline.sources) });
  await sumMissing({ ...randomBaseline, device, sums }, tau, [weighting], task, onProgress);
}

/** What a result says of it. */
export function baselineFigures(
  { sources: [source], matrices: [matrices], seed }: RandomBaselinePairs,
  gating: Gating,
): RandomBaseline {
  const { records, negatives, eci, trace, lambda_max, ...means } = figuresOf(
    source,
    matrices,
    gating,
  ).figures;
  const base = String(source.id);
  return { base, seed, records, negatives, eci, trace, lambda_max, ...auditStatisticsOf(means) };
}
