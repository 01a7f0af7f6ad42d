/** The report of a finished run, from all states of the session. */

import { distinct } from '../../app/distinct';
import { buildExperiments, type SessionReport } from '../../experiments/report';
import { buildReport } from '../../report/build';
import type { Reject } from '../../candidates/candidate-record';
import type { FileEntry } from '../files/file-entries.svelte';
import type { RejectsState } from '../files/rejects-state.svelte';
import type { SourcesState } from '../files/sources-state.svelte';
import type { JudgeState } from '../judge/judge-state.svelte';
import type { LabState } from '../lab/lab-state.svelte';
import type { RangeState } from '../run/range-state.svelte';
import { referencesAmong, type FinishedRun } from '../run/runs';

/** The states that a report is made of. */
export interface ReportedStates {
  readonly sources: SourcesState;
  readonly rejects: RejectsState;
  readonly range: RangeState;
  readonly lab: LabState;
  readonly judge: JudgeState;
  /** True where "Rank sources" would now give another result. */
  readonly stale: boolean;
}

/** With current names, settings and references. @throws RejectsLostError */
export async function sessionReport(finished: FinishedRun, states: ReportedStates): Promise<SessionReport> {
  const { sources, rejects, lab, stale: outOfDate } = states;
  const range = states.range.entered;
  const references = referencesAmong(finished.sources, range);
  const reported = finished.sources.map(({ entry: { name, setting, asMeant }, ...source }, place) => ({
    ...source,
    asMeant,
    name,
    setting,
    reference: references[place] ?? false,
  }));
  const files = distinct(finished.sources.map(({ entry }) => entry.file));
  const { companions, waiting, refused, unread } = sources;
  const others = {
    companions: companions.flatMap(({ companion }) => companion ?? []),
    waiting: waiting.flatMap((file) => file.waiting ?? []),
    refused: refused.flatMap((file) => file.refused ?? []),
    unread: unread.map(({ file }) => file.name),
  };
  const all = await rejectsOf([...files, ...companions, ...waiting, ...refused], sources, rejects);
  const report = buildReport({
    result: finished.result,
    sources: reported,
    range,
    others,
    judged: await states.judge.judged(),
    rejects: all,
    created: new Date(),
    outOfDate,
  });
  const nameOf = (id: number) => reported.find((source) => source.id === id)?.name ?? null;
  const experiments = buildExperiments(lab.ofThisRun, lab.downstream(), lab.comparable, nameOf);
  return experiments ? { ...report, experiments } : report;
}

/** The rejects of files, in their order. */
async function rejectsOf(
  files: readonly FileEntry[],
  sources: SourcesState,
  rejects: RejectsState,
): Promise<Reject[]> {
  const all: Reject[] = [];
  for (const file of files) {
    all.push(
      ...(file.outcome && sources.files.includes(file)
        ? await rejects.ofFile(file.outcome.id)
        : file.keptRejects),
    );
  }
  return all;
}
