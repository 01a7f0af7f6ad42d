/** The sources of a run: the records of each sample, and the vectors that files give. */

import type { CandidatesForEngine, SeededStructure } from '../candidates/candidates';
import type { SourceStructure } from '../candidates/store/source-columns';
import { isColumn, unitsOf } from '../scoring/groups';
import { onSharedAlone, sharedQueries } from '../scoring/overlap';
import { emptyColumns } from '../scoring/pairs';
import { queryPriorities, sampleRecords } from '../scoring/sampling';
import { countOf, formatCount } from '../ui/words';
import { RunInputError } from './errors';
import { givenVectors, selectRecords, type SourceData } from './source-data';
import type { RunRequest } from './types';

/**
 * The sampled sources, without vectors and with empty columns. The sample is taken of the records that are compared: all of
 * them, or those of the queries that the sources of a setting share. Of each record the first negatives are taken, in the
 * file's order.
 * @param structures of all sources asked for, with all their records
 */
export function sampledSources(
  structures: readonly SeededStructure[],
  { sources: named, settings }: RunRequest,
): SourceData[] {
  const { negatives, sample, group } = settings;
  const compared = comparedQueries(structures, { sources: named, settings });
  const units = unitsOf(structures, group);
  if (isColumn(group)) checkColumn(structures, named, group, units);
  const ofQueries = structures.map(({ queries, priorities }) => queryPriorities(queries, priorities));
  // A unit has the priority of the query that it is named after: then large units do not come earlier.
  const turnOf = new Map<number, number>();
  structures.forEach(({ queries }, s) =>
    queries.forEach((query, record) => turnOf.set(query, ofQueries[s]?.[record] as number)),
  );
  return structures.map((full, s): SourceData => {
    const isCompared = compared[s] as QueryFilter;
    const records = Int32Array.from(full.queries.keys()).filter((record) =>
      isCompared(full.queries[record] as number),
    );
    const indices = sampleRecords(full.priorities, sample, records);
    const structure = selectRecords(full, indices, negatives);
    const unitOf = (record: number) => units[s]?.[record] as number;
    return {
      id: full.id,
      name: named[s]?.name ?? String(full.id),
      structure,
      indices,
      priorities: Float64Array.from(indices, (record) => ofQueries[s]?.[record] as number),
      units: indices.map(unitOf),
      turns: Float64Array.from(indices, (record) => turnOf.get(unitOf(record)) as number),
      columns: emptyColumns(structure.offsets),
      vectors: null,
    };
  });
}

/**
 * A query without a value is a unit of its own only where another record gives it one.
 * @throws RunInputError where the named column says nothing of a query
 */
function checkColumn(
  structures: readonly SeededStructure[],
  named: RunRequest['sources'],
  column: string,
  units: readonly Int32Array[],
): void {
  const told = new Set(
    structures.flatMap(({ groups = [] }, s) =>
      groups.flatMap((value, record) => (value === null ? [] : (units[s]?.[record] as number))),
    ),
  );
  structures.forEach(({ id }, s) => {
    const of = units[s] as Int32Array;
    const untold = [...of.keys()].filter((record) => !told.has(of[record] as number));
    const [first] = untold;
    if (first === undefined) return;
    const name = named[s]?.name ?? String(id);
    throw new RunInputError(
      `Units by ${column}: ${formatCount(untold.length)} of ${countOf(of.length, 'record')} of ${name} have no value in that ` +
        `column, the first is record ${formatCount(first + 1)}. Fill it in, or let queries or shared positives be the units.`,
    );
  });
}

/**
 * Gives the sources the embeddings of their files.
 * @param structures of the whole files
 * @param negatives the first so many of each record; null: all
 * @throws RunInputError where two sources give embeddings of different lengths
 */
export async function readGivenVectors(
  sources: readonly SourceData[],
  structures: readonly SourceStructure[],
  candidates: CandidatesForEngine,
  negatives: number | null,
): Promise<void> {
  for (const [s, source] of sources.entries()) {
    const given = await candidates.embeddings(source.id);
    source.vectors = givenVectors(given, structures[s] as SourceStructure, source.indices, negatives);
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
