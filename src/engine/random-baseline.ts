/**
 * The random baseline of a run: what random passages would score. It is the control `random`, made of the passages that the run
 * scored, so nothing is encoded.
 */

import { auditStatisticsOf } from '../scoring/audit';
import { buildControl, ControlError, type IdRecords } from '../scoring/controls';
import { atOnce } from '../scoring/sliced';
import { pairCount, selectPairs } from '../scoring/pairs';
import { isLarge } from './large';
import { gatedSourceOf } from './unit-sums';
import { passagesOf, type Lexicon } from './lexicon';
import { PassageVectors } from './passage-vectors';
import type { RandomBaseline } from './result';
import { madeSource, partOf, vectorsOf, type SourceData } from './source-data';
import type { OpenSummer } from './summer';
import { figuresUnder, weightUnder } from './sums';
import type { Task } from './task';
import { fillColumns } from './blocks';
import type { Gating } from '../scoring/weightings';

/** Most pairs of the random baseline: its mean is then known to about 0.005, and the sums take a second at d = 768. */
const MOST_PAIRS = 4096;

/** The same for long embeddings: known to about 0.01, one or two seconds at d = 4,096. */
const MOST_LONG_PAIRS = 1024;

/** The random baseline's records with their pair columns, for figures at any temperature. */
export interface RandomBaselinePairs {
  readonly source: SourceData;
  readonly seed: number;
}

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
  const passages = new PassageVectors(sources, new Set(records.negatives));
  const negative = (pair: number) => passages.of(records.negatives[pair] as number);
  const source = madeSource(part, 'control:random', records, { ...vectorsOf(part), negative });
  await fillColumns(source, lexicon, task);
  return { source, seed };
}

/** @param base name of the source whose queries and positives are used @throws RunCancelledError */
export async function randomBaselineFigures(
  { source, seed }: RandomBaselinePairs,
  base: string,
  gating: Gating,
  open: OpenSummer,
  task: Task,
): Promise<RandomBaseline> {
  const pairs = source.structure.negatives.length;
  let done = 0;
  task.count('baseline', done, pairs);
  const [figures] = await figuresUnder(source, [weightUnder(source.columns, gating)], open, task, (count) =>
    task.count('baseline', (done += count), pairs),
  );
  if (!figures) throw new Error(`Nothing was summed of ${source.name}.`);
  const { statistics } = gatedSourceOf(source.columns, gating);
  const { records, negatives } = statistics;
  return { ...figures, base, seed, records, negatives, ...auditStatisticsOf(statistics) };
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
