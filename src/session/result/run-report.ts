/** The report of a finished run, under the names, settings and reference boxes of now. */

import type { Reject } from '../../candidates/types';
import { buildReport, type OtherFiles, type ReportedSource } from '../../report/build';
import type { RunResult } from '../../engine/results';
import type { Report } from '../../report/types';

/** A source of the run as the page names it now. */
export interface NamedSource extends ReportedSource {
  readonly id: number;
  readonly name: string;
  readonly reference: boolean;
}

/**
 * The report.
 * @param rejects of the files of these sources and of the others
 * @param outOfDate true where the page has other inputs by now
 */
export function reportOfRun(
  result: RunResult,
  sources: readonly NamedSource[],
  others: OtherFiles,
  rejects: readonly Reject[],
  outOfDate: boolean,
): Report {
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  return buildReport({
    result: { ...result, sources: result.sources.map((s) => ({ ...s, name: names.get(s.id) ?? s.name })) },
    sources,
    reference: sources.filter((source) => source.reference).map(({ name }) => name),
    others,
    rejects,
    created: new Date(),
    outOfDate,
  });
}
