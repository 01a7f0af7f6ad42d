/** The report of a finished run, from all states of the session. */

import { isSameModel, readModel } from '../../identity';
import { distinct } from '../../app/distinct';
import { EXPERIMENTS, type ExperimentOutcome } from '../../experiments/list';
import { buildExperiments, type SessionReport } from '../../experiments/report';
import { buildReport } from '../../report/build';
import { phraseText } from '../../report/verdict-words';
import type { Reject } from '../../candidates/candidate-record';
import type { Cures } from '../files/cures.svelte';
import type { FileEntry } from '../files/file-entries.svelte';
import type { RejectsState } from '../files/rejects-state.svelte';
import type { SourcesState } from '../files/sources-state.svelte';
import type { AskedShortcuts } from '../audit/shortcuts';
import type { JudgeState } from '../judge/judge-state.svelte';
import type { LabState } from '../lab/lab-state.svelte';
import type { RangeState } from '../run/range-state.svelte';
import { referencesAmong, type FinishedRun } from '../run/runs';
import type { FileHashes } from '../files/file-hashes';
import { provenance } from './provenance';
import type { RankedSource } from '../../report/ranking';
import { shownSources } from './shown-sources';

/** The states that a report is made of. */
export interface ReportedStates {
  readonly sources: SourcesState;
  readonly rejects: RejectsState;
  readonly range: RangeState;
  readonly lab: LabState;
  readonly judge: JudgeState;
  readonly hashes: FileHashes;
  readonly view: { readonly rows: readonly RankedSource[] };
  readonly shortcuts: AskedShortcuts;
  readonly cures: Pick<Cures, 'retention'>;
  /** True where "Rank sources" would now give another result. */
  readonly stale: boolean;
}

/** With current names, settings and references. @throws RejectsLostError */
export async function sessionReport(finished: FinishedRun, states: ReportedStates): Promise<SessionReport> {
  const { sources, rejects, lab, hashes, stale: outOfDate } = states;
  const range = states.range.entered;
  const references = referencesAmong(finished.sources, range);
  const encoder = readModel(finished.result.encoder);
  const reported = await inTurn(finished.sources, async ({ entry, file, ...source }, place) => ({
    ...source,
    asMeant: entry.asMeant,
    evaluation: entry.evaluation,
    margin: entry.margin !== null && isSameModel(entry.margin, encoder),
    name: entry.name,
    setting: entry.setting,
    reference: references[place] ?? false,
    files: [{ file: source.loaded.file, bytes: source.loaded.bytes, sha256: await hashes.of(file) }],
  }));
  const files = distinct(finished.sources.map(({ entry }) => entry.file));
  const { companions, waiting, refused, unread } = sources;
  const others = {
    companions: (
      await inTurn(companions, async ({ file, companion }) =>
        companion ? [{ ...companion, sha256: await hashes.of(file) }] : [],
      )
    ).flat(),
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
    provenance: provenance(navigator),
    shortcuts: states.shortcuts.value,
    retention: states.cures.retention,
    rejects: all,
    created: new Date(),
    outOfDate,
  });
  const nameOf = (id: number) => reported.find((source) => source.id === id)?.name ?? null;
  const titleOf = (outcome: ExperimentOutcome) => titleOfOutcome(outcome, states.view.rows);
  const experiments = buildExperiments(lab.ofThisRun, lab.downstream(), lab.comparable, titleOf, nameOf);
  return experiments ? { ...report, experiments } : report;
}

/** What an experiment found, as its cell in the Lab says it. */
function titleOfOutcome({ id, ...outcome }: ExperimentOutcome, rows: readonly RankedSource[]): string {
  const sources = shownSources(outcome.about, rows);
  return phraseText(EXPERIMENTS[id].title({ ...outcome, sources }));
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
        ? await rejects.ofFile(file.outcome.id)
        : file.keptRejects),
    );
  }
  return all;
}
