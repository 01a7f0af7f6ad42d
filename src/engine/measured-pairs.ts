/** What goes into the table `pairs` of one source: copies, since they are handed over to another worker. */

import type { MeasuredPairs } from '../candidates/types';
import { mapFindings, type FindingColumns } from '../scoring/findings';
import { suspicion } from '../scoring/suspicion';
import type { SourceData } from './source-data';

/** @param overlap Jaccard index of the words of each pair's negative and positive */
export function measuredPairs(
  { indices, columns }: Pick<SourceData, 'indices' | 'columns'>,
  findings: FindingColumns,
  overlap: Float64Array,
): MeasuredPairs {
  const { distance } = columns;
  return {
    records: indices.slice(),
    offsets: columns.offsets.slice(),
    margin: columns.margin.slice(),
    locality: columns.locality.slice(),
    distance: distance.slice(),
    coverage: columns.coverage.slice(),
    overlap: overlap.slice(),
    findings: mapFindings(findings, (column) => column?.slice() ?? null),
    suspicion: distance.map((d, pair) => suspicion(d, overlap[pair] as number)),
  };
}

/** The memory of the columns, for a transfer. */
export function buffersOf({ findings, ...columns }: MeasuredPairs): ArrayBufferLike[] {
  const found = Object.values(findings).filter((column) => column !== null);
  return [...Object.values(columns), ...found].map(({ buffer }) => buffer);
}
