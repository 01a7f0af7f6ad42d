/**
 * A run without some of its pairs, as if the cleaned files had been ranked: every figure from the vectors and the words
 * that the run keeps. Nothing is encoded and no text is read again. The pairs that go leave the IDF corpus too, so C of
 * the others may change, and their matrices are summed anew.
 */

import type { SourceStructure } from '../candidates/faces';
import { keptPairs, pairRange, type SomePairs } from '../scoring/pairs';
import { RunInputError } from './errors';
import type { Lexicon } from './lexicon';
import type { FinishedRun } from './finished-run';
import type { MatrixFigures } from './results';
import { partOf, withPairs, type SourceData } from './source-data';
import { sumWeightings } from './sum-weightings';
import { SummedMatrices } from './summed-matrices';
import type { Task } from './task';
import type { PairPlaces, SumProgress } from './types';
import { blocksAmong } from './blocks';
import type { Gating } from '../scoring/weightings';

/** What of a finished run is needed. */
export type CleanableRun = Pick<
  FinishedRun,
  'sources' | 'structures' | 'blocks' | 'stopped' | 'request' | 'device' | 'cost' | 'lexicon' | 'stores'
>;

/** What is left of a run: the sources that keep a pair, in its order. */
export interface CleanedRun extends Omit<CleanableRun, 'structures' | 'stores'> {
  /** Place in the run of each source. */
  readonly places: readonly number[];
  readonly matrices: readonly SummedMatrices[];
}

/**
 * @param removed pairs by the places of their records among all of their source
 * @throws RunCancelledError
 * @throws RunInputError where a source was not ranked
 */
export async function cleanedRun(
  run: CleanableRun,
  removed: readonly PairPlaces[],
  { tau, weighting }: Gating,
  task: Task,
  onProgress: (progress: SumProgress) => void,
): Promise<CleanedRun> {
  for (const { source } of removed) {
    if (!run.sources.some(({ id }) => id === source)) {
      throw new RunInputError(`The source ${source} is not among those ranked last. Rank it first.`);
    }
  }
  const lexicon = run.lexicon.over(run.structures.map((structure) => structureWithout(structure, removed)));
  const kept = run.sources.map((source) => keptOf(source, removed));
  const places = [...kept.keys()].filter((s) => (kept[s] as SomePairs).pairs.length > 0);
  const sources: SourceData[] = [];
  for (const s of places) {
    const source = partOf(run.sources[s] as SourceData, kept[s] as SomePairs);
    await coverAll(lexicon, source, task);
    sources.push(source);
  }
  const blocks = blocksAmong(
    run.blocks,
    kept.map(({ records }) => records),
  ).map((block) => block.map(({ source, record }) => ({ source: places.indexOf(source), record })));
  const summed = await sumWeightings(
    { sources, blocks, device: run.device, stores: run.stores },
    tau,
    [weighting],
    task,
    onProgress,
  );
  return {
    sources,
    places,
    blocks,
    lexicon,
    device: run.device,
    cost: run.cost,
    stopped: stoppedWithout(run, kept, places),
    request: {
      ...run.request,
      sources: places.flatMap((s) => run.request.sources[s] ?? []),
    },
    matrices: summed.map(
      ({ [weighting]: figures }) => new SummedMatrices(tau, weighting, figures as MatrixFigures),
    ),
  };
}

async function coverAll(lexicon: Lexicon, source: SourceData, task: Task): Promise<void> {
  await lexicon.cover(source, [...source.structure.queries.keys()], task);
}

/** All records of a source without the pairs that go. */
function structureWithout(structure: SourceStructure, removed: readonly PairPlaces[]): SourceStructure {
  const gone = new Uint8Array(structure.negatives.length);
  for (const { source, records, positions } of removed) {
    if (source !== structure.id) continue;
    records.forEach((record, i) => {
      const { start, end } = pairRange(structure.offsets, record);
      const pair = start + (positions[i] as number);
      if (pair < end) gone[pair] = 1;
    });
  }
  return withPairs(structure, keptPairs(structure.offsets, gone));
}

/** The scored pairs of a source that stay; those that go and were not scored change nothing here. */
function keptOf({ id, indices, columns }: SourceData, removed: readonly PairPlaces[]): SomePairs {
  const gone = new Uint8Array(columns.margin.length);
  const place = new Map(Array.from(indices, (record, i) => [record, i]));
  for (const { source, records, positions } of removed) {
    if (source !== id) continue;
    records.forEach((record, i) => {
      const scored = place.get(record);
      if (scored === undefined) return;
      const { start, end } = pairRange(columns.offsets, scored);
      const pair = start + (positions[i] as number);
      if (pair < end) gone[pair] = 1;
    });
  }
  return keptPairs(columns.offsets, gone);
}

/** What was known of the order when the run stopped, of what is left; that a pair was settled then says nothing now. */
function stoppedWithout(
  { stopped }: CleanableRun,
  kept: readonly SomePairs[],
  places: readonly number[],
): CleanableRun['stopped'] {
  if (stopped === null) return null;
  const of = (s: number) => (kept[s] as SomePairs).records.map((record) => stopped.plan.of[s]?.[record] ?? 0);
  return {
    ...stopped,
    drawn: places.map((s) => stopped.drawn[s] as number),
    settled: [],
    plan: { units: stopped.plan.units, of: places.map(of) },
  };
}
