/** The report of a finished run, with current names, settings and reference boxes. */

import type { Reject } from '../../candidates/candidate-record';
import { buildReport, type ReportedSource, type ReportInput } from '../../report/build';
import type { RunResult } from '../../engine/results';
import type { Report } from '../../report/types';

/** A source of the run under its current name. */
export interface NamedSource extends ReportedSource {
  readonly id: number;
  readonly name: string;
  readonly reference: boolean;
}

/** What a report takes from the page as it is now. */
export type RunConditions = Required<Pick<ReportInput, 'range' | 'outOfDate' | 'others'>>;

/**
 * The report.
 * @param rejects of the files of these sources and of the others
 */
export function reportOfRun(
  result: RunResult,
  sources: readonly NamedSource[],
  { range, outOfDate, others }: RunConditions,
  rejects: readonly Reject[],
): Report {
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  return buildReport({
    result: { ...result, sources: result.sources.map((s) => ({ ...s, name: names.get(s.id) ?? s.name })) },
    sources,
    reference: sources.filter((source) => source.reference).map(({ name }) => name),
    range,
    others,
    rejects,
    created: new Date(),
    outOfDate,
  });
}
