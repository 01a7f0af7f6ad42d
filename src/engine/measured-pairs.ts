/** What goes into the table `pairs` of one source: copies, since they are handed over to another worker. */

import type { MeasuredPairs } from '../candidates/types';
import type { FindingColumns } from '../scoring/findings';
import { suspicion } from '../scoring/suspicion';
import type { SourceData } from './source-data';

/** @param findings handed over as they are */
export function measuredPairs(
  { indices, columns }: Pick<SourceData, 'indices' | 'columns'>,
  findings: FindingColumns,
): MeasuredPairs {
  return {
    records: indices.slice(),
    offsets: columns.offsets.slice(),
    margin: columns.margin.slice(),
    locality: columns.locality.slice(),
    distance: columns.distance.slice(),
    coverage: columns.coverage.slice(),
    findings,
    suspicion: columns.distance.map(suspicion),
  };
}

/** The memory of the columns, for a transfer. */
export function buffersOf({ findings, ...columns }: MeasuredPairs): ArrayBufferLike[] {
  const found = Object.values(findings).filter((column) => column !== null);
  return [...Object.values(columns), ...found].map(({ buffer }) => buffer);
}
