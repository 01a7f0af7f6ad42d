/** The report of a finished run, under the names, settings and reference boxes of now. */

import type { LoadedSource, RefusedFile, Reject } from '../../candidates/types';
import { buildReport } from '../../report/build';
import type { Report, RunResult } from '../../report/types';

/** A source of the run as the page names it now. */
export interface ReportedSource {
  readonly id: number;
  readonly loaded: LoadedSource;
  readonly name: string;
  readonly setting: string;
  readonly reference: boolean;
}

/**
 * The report.
 * @param rejects of all files that the store knows; those of files that are not in the report are left out
 */
export function reportOfRun(
  result: RunResult,
  sources: readonly ReportedSource[],
  refused: readonly RefusedFile[],
  rejects: readonly Reject[],
): Report {
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  const files = new Set([...sources.map(({ loaded }) => loaded.file), ...refused.map(({ file }) => file)]);
  return buildReport({
    result: { ...result, sources: result.sources.map((s) => ({ ...s, name: names.get(s.id) ?? s.name })) },
    sources,
    reference: sources.filter((source) => source.reference).map(({ name }) => name),
    refused,
    rejects: rejects.filter(({ file }) => files.has(file)),
    created: new Date(),
  });
}
