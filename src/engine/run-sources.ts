/** The sources of a run: the records of each sample, and the vectors that files give. */

import type { CandidatesForEngine, SeededStructure, SourceStructure } from '../candidates/api';
import { onSharedAlone, sharedQueries } from '../scoring/overlap';
import { emptyColumns } from '../scoring/pairs';
import { queryPriorities, sampleRecords } from '../scoring/sampling';
import { RunInputError } from './errors';
import { givenVectors, selectRecords, type SourceData } from './source-data';
import type { RunRequest } from './types';

/**
 * The sampled sources, without vectors and with empty columns. The sample is taken of the records that are compared: all of
 * them, or those of the queries that the sources of a setting share. Of each record the first negatives are taken, in the
 * file's order.
 * @param structures of all sources asked for, with all their records
 * @returns also the sampled records' places among all records, ascending, by source
 */
export function sampledSources(
  structures: readonly SeededStructure[],
  { sources: named, settings }: RunRequest,
): { sources: SourceData[]; indices: Int32Array[] } {
  const sources: SourceData[] = [];
  const indices: Int32Array[] = [];
  const compared = comparedQueries(structures, { sources: named, settings });
  for (const [i, full] of structures.entries()) {
    const { priorities } = full;
    const records = Int32Array.from(full.queries.keys());
    const chosen = sampleRecords(
      priorities,
      settings.sample,
      records.filter((record) => (compared[i] as QueryFilter)(full.queries[record] as number)),
    );
    const structure = selectRecords(full, chosen, settings.negatives);
    const ofQueries = queryPriorities(full.queries, priorities);
    indices.push(chosen);
    sources.push({
      id: full.id,
      name: named[i]?.name ?? String(full.id),
      structure,
      indices: chosen,
      priorities: Float64Array.from(chosen, (record) => ofQueries[record] as number),
      columns: emptyColumns(structure.offsets),
      vectors: null,
    });
  }
  return { sources, indices };
}

/**
 * Gives the sources the embeddings of their files.
 * @param indices the sampled records of each source, ascending
 * @param negatives the first so many of each record; null: all
 * @throws RunInputError where two sources give embeddings of different lengths
 */
export async function readGivenVectors(
  sources: readonly SourceData[],
  structures: readonly SourceStructure[],
  indices: readonly Int32Array[],
  candidates: CandidatesForEngine,
  negatives: number | null,
): Promise<void> {
  for (const [i, source] of sources.entries()) {
    const given = await candidates.embeddings(source.id);
    const [full, records] = [structures[i] as SourceStructure, indices[i] as Int32Array];
    source.vectors = givenVectors(given, full, records, negatives);
  }
  const first = sources[0];
  const other = sources.find((s) => s.vectors?.dimension !== first?.vectors?.dimension);
  if (first && other) {
    throw new RunInputError(
      `${first.name} gives embeddings of length ${first.vectors?.dimension} and ${other.name} of length ` +
        `${other.vectors?.dimension}: they come from different encoders. Rank them apart, or choose an encoder.`,
    );
  }
}

/** Whether the records of a query are compared. */
export type QueryFilter = (query: number) => boolean;

/** Of each source: its shared queries where they are asked for, differ and are enough, else all. Sources without records do not count. */
export function comparedQueries(
  structures: readonly Pick<SourceStructure, 'queries'>[],
  { sources, settings }: Pick<RunRequest, 'sources' | 'settings'>,
): QueryFilter[] {
  const all: QueryFilter = () => true;
  const filled = [...structures.keys()].filter((s) => (structures[s]?.queries.length ?? 0) > 0);
  const settingOf = (s: number) => sources[s]?.setting ?? '';
  const shared = sharedQueries(
    filled.map((s) => structures[s] as Pick<SourceStructure, 'queries'>),
    filled.map(settingOf),
  );
  return structures.map((_, s) => {
    const own = shared.get(settingOf(s));
    return own && onSharedAlone(settings.queries, own.size) ? (query) => own.has(query) : all;
  });
}
