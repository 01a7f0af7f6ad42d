/**
 * A run without some of its pairs, as if the cleaned files had been ranked: from the vectors and words that it keeps. The removed
 * pairs leave the IDF corpus too, so C of the others may change. Where a run takes the first negatives of each record or a sample,
 * no other one takes the place of a pair that goes.
 */

import { keptPairs, recordsOfPairs, type PairPlaces, type SomePairs } from '../scoring/pairs';
import { rankedSource, type FinishedRun } from './finished-run';
import { comparedQueries, type QueryFilter } from './run-sources';
import { partOf, placesOfPairs, withPairs, type SourceData } from './source-data';
import { sumMissing, SummedMatrices } from './summed-matrices';
import type { Task } from './task';
import type { CleanedRequest, SumProgress } from './types';

/**
 * What is left of a run: the sources that keep a pair, with what is asked of them.
 * @throws RunCancelledError
 * @throws RunInputError where a source was not ranked
 */
export async function cleanedRun(
  run: FinishedRun,
  { removed, tau, weighting, settings, references }: CleanedRequest,
  task: Task,
  onProgress: (progress: SumProgress) => void,
) {
  const { request, device, sums, stopped, looks } = run;
  for (const { source } of removed) rankedSource(run, source);
  const left = run.structures.map((structure) =>
    withPairs(structure, pairsWithout(removed, structure.id, structure.offsets, null)),
  );
  const lexicon = run.lexicon.over(left);
  const compared = comparedQueries(left, request);
  const kept = run.sources.map(({ id, columns, indices, structure }, s) =>
    pairsWithout(removed, id, columns.offsets, indices, (record) =>
      (compared[s] as QueryFilter)(structure.queries[record] as number),
    ),
  );
  const places = [...kept.keys()].filter((s) => (kept[s] as SomePairs).pairs.length > 0);
  const sources: SourceData[] = [];
  for (const s of places) {
    const source = partOf(run.sources[s] as SourceData, kept[s] as SomePairs);
    await lexicon.cover(source, source.structure.queries.keys(), task);
    sources.push(source);
  }
  const matrices = sources.map(() => new SummedMatrices());
  await sumMissing({ sources, matrices, device, sums }, tau, [weighting], task, onProgress);
  return {
    sources,
    tau,
    weighting,
    settings: places.map((s) => settings[s] as string),
    references: places.map((s) => references[s] as boolean),
    looks,
    stopped,
    request: { ...request, sources: places.flatMap((s) => request.sources[s] ?? []) },
    matrices,
  };
}

/** @param indices place of each record among all of the source; null where all are there */
function pairsWithout(
  removed: readonly PairPlaces[],
  id: number,
  offsets: Int32Array,
  indices: Int32Array | null,
  stays: (record: number) => boolean = () => true,
): SomePairs {
  const gone = Uint8Array.from(recordsOfPairs(offsets), (record) => Number(!stays(record)));
  for (const places of removed) {
    if (places.source !== id) continue;
    for (const pair of placesOfPairs(places, offsets, indices)) if (pair >= 0) gone[pair] = 1;
  }
  return keptPairs(offsets, gone);
}
