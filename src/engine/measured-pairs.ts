/** What goes into the table `pairs`: copies, since they are handed over to another worker. */

import type { MeasuredPairs } from '../candidates/faces';
import { mapFindings, type FindingColumns } from '../scoring/findings';
import { suspicion } from '../scoring/suspicion';
import { unrelated } from '../scoring/unrelated';
import type { RunFindings } from './findings';
import { cornerOfRun } from './pair-audit';
import type { FinishedRun } from './finished-run';

/** The pairs of each source of a run, by its id, made when it is asked for. */
export function* measuredPairs(
  run: Pick<FinishedRun, 'sources' | 'randomBaseline'>,
  { columns: found, overlaps }: Pick<RunFindings, 'columns' | 'overlaps'>,
): Generator<{ readonly source: number; readonly pairs: MeasuredPairs }> {
  const corner = cornerOfRun(run);
  for (const [s, { id, indices, columns }] of run.sources.entries()) {
    const { offsets, margin, locality, distance, coverage } = columns;
    const overlap = (overlaps[s] as Float64Array).slice();
    yield {
      source: id,
      pairs: {
        records: indices.slice(),
        offsets: offsets.slice(),
        margin: margin.slice(),
        locality: locality.slice(),
        distance: distance.slice(),
        coverage: coverage.slice(),
        overlap,
        findings: mapFindings(found[s] as FindingColumns, (column) => column?.slice() ?? null),
        unrelated: corner === null ? null : unrelated(columns, corner),
        suspicion: distance.map((d, pair) => suspicion(d, overlap[pair] as number)),
      },
    };
  }
}

/** The memory of the columns, for a transfer. */
export function buffersOf({ findings, unrelated: inCorner, ...columns }: MeasuredPairs): ArrayBufferLike[] {
  const flags = [...Object.values(findings), inCorner].filter((column) => column !== null);
  return [...Object.values(columns), ...flags].map(({ buffer }) => buffer);
}
