/** A kept result beside its files as they were read anew: whether it is still theirs, and under which ids. */

import type { LoadedSource } from '../../candidates/outcomes';
import type { RunResult } from '../../engine/results';
import type { FinishedRun, RunSource } from '../run/runs';

/** True where the result counts every record: the run can be made again as it was. */
export function isWhole({ certainty }: RunResult): boolean {
  return certainty.records_used === certainty.records_total;
}

/**
 * The kept run with its sources as they were read now, under the ids that the store gave them.
 * @param now the sources of the same entries, in any order
 * @returns null where one is missing or was read otherwise
 */
export function tiedTo(kept: FinishedRun, now: readonly RunSource[]): FinishedRun | null {
  const ids = new Map<number, number>();
  const sources: RunSource[] = [];
  for (const was of kept.sources) {
    const source = now.find(({ entry }) => entry === was.entry);
    if (!source || !readAlike(was.loaded, source.loaded)) return null;
    ids.set(was.id, source.id);
    sources.push(source);
  }
  return { ...kept, sources, result: withSourceIds(kept.result, (id) => ids.get(id) ?? id) };
}

function readAlike(before: LoadedSource, now: LoadedSource): boolean {
  return JSON.stringify(before.counts) === JSON.stringify(now.counts) && before.dimension === now.dimension;
}

/** The result with the new id wherever it names a source. */
function withSourceIds(result: RunResult, idOf: (id: number) => number): RunResult {
  const { certainty, findings, pair_audit } = result;
  const renamed = <Row extends { readonly source: number }>(rows: readonly Row[]): Row[] =>
    rows.map((row) => ({ ...row, source: idOf(row.source) }));
  return {
    ...result,
    sources: result.sources.map((source) => ({ ...source, id: idOf(source.id) })),
    certainty: {
      ...certainty,
      scores: renamed(certainty.scores),
      pairs: certainty.pairs.map((pair) => ({ ...pair, a: idOf(pair.a), b: idOf(pair.b) })),
      flags: renamed(certainty.flags),
    },
    findings: { ...findings, sources: renamed(findings.sources) },
    pair_audit: { ...pair_audit, sources: renamed(pair_audit.sources) },
  };
}
