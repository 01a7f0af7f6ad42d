/** The sources of a run: of each, the records that its sample takes. */

import type { SeededStructure } from '../candidates/api';
import { emptyColumns } from '../scoring/pairs';
import { sampleRecords } from '../scoring/sampling';
import { selectRecords, type SourceData } from './source-data';
import type { RunRequest } from './types';

/**
 * Sources without vectors and with empty columns.
 * @param structures of the request's sources, all records of each
 * @returns also the places, among all records of each source, of those taken, ascending
 */
export function sampledSources(
  structures: readonly SeededStructure[],
  { sources: named, settings }: RunRequest,
): { sources: SourceData[]; indices: Int32Array[] } {
  const sources: SourceData[] = [];
  const indices: Int32Array[] = [];
  for (const [i, full] of structures.entries()) {
    const { priorities } = full;
    const chosen = sampleRecords(priorities, settings.sample);
    const structure = selectRecords(full, chosen);
    indices.push(chosen);
    sources.push({
      id: full.id,
      name: named[i]?.name ?? String(full.id),
      structure,
      indices: chosen,
      priorities: Float64Array.from(chosen, (record) => priorities[record] as number),
      columns: emptyColumns(structure.offsets),
      vectors: null,
    });
  }
  return { sources, indices };
}
