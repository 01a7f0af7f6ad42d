/** The report of a finished run, from all states of the session. */

import { buildExperiments } from '../../experiments/report';
import type { SessionReport } from '../../experiments/result';
import { buildReport } from '../../report/build';
import type { Reject } from '../../candidates/candidate-record';
import type { FileEntry } from '../files/file-entries.svelte';
import type { RejectsState } from '../files/rejects-state.svelte';
import type { SourcesState } from '../files/sources-state.svelte';
import type { AskedShortcuts } from '../audit/shortcuts';
import type { JudgeState } from '../judge/judge-state.svelte';
import type { LabState } from '../lab/lab-state.svelte';
import type { FinishedRun, RunSource } from '../run/runs';
import { readSources } from './scored-sources';
import type { WorkerAccess } from '../../app/ask';
import { provenance } from './provenance';
import type { RankingView } from '../../report/ranking';
import type { Result } from '../../report/result';
import { shownSources } from './shown-sources';

export interface ReportedStates {
  readonly sources: SourcesState;
  readonly rejects: RejectsState;
  readonly lab: LabState;
  readonly judge: JudgeState;
  readonly workers: WorkerAccess;
  readonly result: Result | null;
  readonly ranked: RankingView;
  readonly shortcuts: AskedShortcuts;
  /** True where "Rank sources" would now give another result. */
  readonly stale: boolean;
}

/** With current names, settings and references. @throws RejectsLostError */
export async function sessionReport(finished: FinishedRun, states: ReportedStates): Promise<SessionReport> {
  const { sources, rejects, lab, workers, stale: outOfDate } = states;
  const judged = await states.judge.judged();
  const reported = await inTurn(readSources(finished), async (source, place) => {
    const { file, loaded } = finished.sources[place] as RunSource;
    return {
      ...source,
      files: [{ file: loaded.file, bytes: loaded.bytes, sha256: await hashOf(file, workers) }],
    };
  });
  const files = [...new Set(finished.sources.map(({ entry }) => entry.file))];
  const { companions, waiting, refused, unread } = sources;
  const others = {
    companions: (
      await inTurn(companions, async ({ file, companion }) =>
        companion ? [{ ...companion, sha256: await hashOf(file, workers) }] : [],
      )
    ).flat(),
    waiting: waiting.flatMap((file) => file.waiting ?? []),
    refused: refused.flatMap((file) => file.refused ?? []),
    unread: unread.map(({ file }) => file.name),
  };
  const all = await rejectsOf([...files, ...companions, ...waiting, ...refused], sources, rejects);
  // What was judged is among the findings.
  const { result, ranked: view } = states;
  if (result === null) throw new Error('There is no finished run to report.');
  const report = buildReport({
    result,
    sources: reported,
    others,
    judged,
    provenance: provenance(navigator),
    shortcuts: states.shortcuts.value,
    rejects: all,
    created: new Date(),
    outOfDate,
  });
  const experiments = buildExperiments(lab.ofThisRun, lab.downstream(), lab.comparable, (about) =>
    shownSources(about, view.rows),
  );
  return experiments ? { ...report, experiments } : report;
}

/** SHA-256 of files: each is read once, when a report first asks. */
const hashes = new WeakMap<File, Promise<string | null>>();

/** Null where the file can no longer be read. @throws what a worker that breaks off throws */
function hashOf(file: File, workers: WorkerAccess): Promise<string | null> {
  const hash = hashes.get(file) ?? workers.ready().then((pair) => pair.guard(pair.candidates.fileHash(file)));
  hashes.set(file, hash);
  // A file whose worker broke off is asked for again.
  hash.catch(() => hashes.delete(file));
  return hash;
}

/** One after another. */
async function inTurn<T, Made>(
  list: readonly T[],
  make: (one: T, place: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [place, one] of list.entries()) made.push(await make(one, place));
  return made;
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
        ? await rejects.whole(file.outcome.id)
        : file.keptRejects),
    );
  }
  return all;
}
