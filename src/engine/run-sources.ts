/** The sources of a run: the records of each sample, and the vectors that files give. */

import type { CandidatesForEngine, SeededStructure } from '../candidates/candidates';
import type { SourceStructure } from '../candidates/store/source-columns';
import { isColumn, unitsOf } from '../scoring/groups';
import { onSharedAlone, sharedQueries } from '../scoring/overlap';
import { emptyColumns, selectPairs } from '../scoring/pairs';
import { queryPriorities, sampleRecords } from '../scoring/sampling';
import { countOf, formatCount } from '../ui/words';
import { RunInputError } from './errors';
import { givenVectors, partOf, type PairVectors, type SourceData } from './source-data';
import type { RunRequest } from './types';

/**
 * The sampled sources, with empty columns. The sample is taken of the records that are compared: all of them, or those of the
 * queries that the sources of a setting share. Of each record the first negatives are taken, in the file's order.
 * @param given the vectors of each file; null where texts are encoded
 */
export function sampledSources(
  structures: readonly SeededStructure[],
  { sources: named, settings }: RunRequest,
  given: readonly PairVectors[] | null,
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
  return structures.map((structure, s) => {
    const { id, queries, offsets, priorities } = structure;
    const own = units[s] as Int32Array;
    const whole: SourceData = {
      id,
      name: named[s]?.name ?? String(id),
      structure,
      indices: Int32Array.from(queries.keys()),
      priorities: ofQueries[s] as Float64Array,
      units: own,
      turns: Float64Array.from(own, (unit) => turnOf.get(unit) as number),
      columns: emptyColumns(offsets),
      vectors: given?.[s] ?? null,
    };
    const isCompared = compared[s] as QueryFilter;
    const records = whole.indices.filter((record) => isCompared(queries[record] as number));
    return partOf(whole, selectPairs(offsets, sampleRecords(priorities, sample, records), negatives));
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

/** @throws RunInputError where two sources give embeddings of different lengths */
export async function readGivenVectors(
  sources: RunRequest['sources'],
  candidates: CandidatesForEngine,
): Promise<PairVectors[]> {
  const given: PairVectors[] = [];
  for (const { id } of sources) given.push(givenVectors(await candidates.embeddings(id)));
  const other = given.findIndex(({ dimension }) => dimension !== given[0]?.dimension);
  if (other > 0) {
    throw new RunInputError(
      `${sources[0]?.name} gives embeddings of length ${given[0]?.dimension} and ${sources[other]?.name} of length ` +
        `${given[other]?.dimension}: they come from different encoders. Rank them apart, or choose an encoder.`,
    );
  }
  return given;
}

export type QueryFilter = (query: number) => boolean;

/** Of each source: its shared queries where they are asked for, differ and are enough, else all. Empty sources do not count. */
export function comparedQueries(
  structures: readonly Pick<SourceStructure, 'queries'>[],
  { sources, settings }: Pick<RunRequest, 'sources' | 'settings'>,
): QueryFilter[] {
  const all: QueryFilter = () => true;
  const settingOf = sources.map(({ setting }) => setting);
  const isFilled = structures.map(({ queries }) => queries.length > 0);
  const shared = sharedQueries(
    structures.filter((_, s) => isFilled[s]),
    settingOf.filter((_, s) => isFilled[s]),
  );
  return settingOf.map((setting) => {
    const own = shared.get(setting);
    return own && onSharedAlone(settings.queries, own.size) ? (query) => own.has(query) : all;
  });
}
