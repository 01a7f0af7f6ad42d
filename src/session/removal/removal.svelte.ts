/** Pairs that leave a finished run: the run's figures without them, and its files without them. */

import { untrack } from 'svelte';

import type { WorkerAccess } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import type { WorkerPair } from '../../app/workers';
import type { CleanedDownload, ExportProgress } from '../../candidates/clean/download';
import type { CleanedFigures, CleanedRequest, SumProgress } from '../../engine/types';
import type { CheckedSource } from '../../report/preflight';
import { joinedPlaces, type PairPlaces } from '../../scoring/pairs';
import { saveFile } from '../../ui/save-file';
import type { SourceEntry } from '../files/file-entries.svelte';
import { beforeAndAfter, type AnySource, type BeforeAndAfter, type JudgedBefore } from './before-and-after';
import { checkedAfter } from './checked-after';
import { cleanSubjects, type CleanSubjects } from './clean-subjects';
import { cleanedFiles, type Why } from './cleaned-files';
import type { FiguresKey } from '../run/keys';
import type { FinishedRun } from '../run/runs';

/** What of the session a removal reads. */
export interface Removable {
  readonly run: {
    readonly finished: Pick<FinishedRun, 'at' | 'sources' | 'result'> | null;
    /** Figures of two runs that differ in any of it are not set beside each other. */
    readonly key: FiguresKey | null;
  };
  readonly workers: WorkerAccess<WorkerPair>;
  readonly sources: { readonly entries: readonly SourceEntry[] };
  readonly view: { readonly rows: readonly AnySource[]; readonly result: JudgedBefore | null };
}

/** Which pairs leave. */
export interface Leaving<Which> {
  readonly asker: CleanedRequest['asker'];
  /** Plain data that tells the pairs from any others of the same run; null where none leaves. */
  readonly which: () => Which | null;
  readonly pairs: (
    which: Which,
    engine: WorkerPair['engine'],
  ) => readonly PairPlaces[] | Promise<readonly PairPlaces[]>;
  /** Pause before figures without other pairs are summed, in milliseconds. */
  readonly restMs?: number;
}

interface FiguresQuestion<Which> {
  readonly of: FiguresKey;
  readonly which: Which;
}

/** Files as they were asked for, whatever changes while they are written. */
interface FilesQuestion<Which> {
  /** Each press is a question of its own. */
  readonly press: number;
  readonly run: number;
  readonly which: Which;
  readonly tau: number;
  readonly withoutRejects: boolean;
  /** What went, for the name of the zip. */
  readonly went: readonly string[];
}

interface Saved extends Omit<CleanedDownload, 'zip'> {
  /** The run's sources as the checks before a run would see them. */
  readonly checked: readonly CheckedSource[];
}

export class Removal<Which> {
  readonly figures: Asked<FiguresQuestion<Which>, CleanedFigures, SumProgress>;
  /** Writes files and saves them as one zip; null where none loses a pair. */
  readonly saving: Asked<FilesQuestion<Which>, Saved | null, ExportProgress>;

  private pressed = $state.raw<FilesQuestion<Which> | null>(null);
  private why: Why | null = null;

  constructor(
    private readonly session: Removable,
    private readonly leaving: Leaving<Which>,
  ) {
    const { asker, pairs, restMs = 0 } = leaving;
    this.figures = new Asked<FiguresQuestion<Which>, CleanedFigures, SumProgress>(session.workers, {
      question: () => this.question,
      answer: async ({ engine }, { of, which }, onProgress) => {
        const removed = await pairs(which, engine);
        return engine.cleaned({ ...of, asker, removed }, onProgress);
      },
      cancel: ({ engine }) => engine.cancel(asker),
      restMs,
    });
    this.saving = new Asked<FilesQuestion<Which>, Saved | null, ExportProgress>(session.workers, {
      question: () => this.pressed,
      answer: async (workers, { which, tau, withoutRejects, went }, onProgress) => {
        const { subjects } = this.files;
        const left = await pairs(which, workers.engine);
        const options = { tau, withoutRejects };
        const cleaned =
          this.why && (await cleanedFiles(workers, subjects, left, this.why, options, onProgress));
        if (cleaned === null) return null;
        const { zip, ...saved } = cleaned;
        const zipName = saved.zipName.replace(/zip$/, [...went, 'zip'].join('.'));
        saveFile(zipName, zip);
        return { ...saved, zipName, checked: await this.checked(workers, saved.left, left) };
      },
      cancel: ({ candidates }) => candidates.cancelExport(),
    });
  }

  /** Asks for the figures; in an effect, again whenever they would be others. */
  follow(): void {
    void this.question;
    untrack(() => void this.figures.ask());
  }

  /** The sources that lose some of these pairs, and the reference range. */
  beforeAndAfter(removed: readonly PairPlaces[]): BeforeAndAfter {
    const { rows, result } = this.session.view;
    return beforeAndAfter(rows, removed, result, this.figures.value);
  }

  /** The files of the run. */
  get files(): CleanSubjects {
    const { run, sources } = this.session;
    return cleanSubjects(run.finished?.sources ?? [], sources.entries);
  }

  /** What was saved last, while the same pairs would leave the same run. */
  get saved(): Saved | null {
    const { pressed } = this;
    const today = [this.session.run.finished?.at, this.leaving.which()];
    const isOfToday = pressed && JSON.stringify([pressed.run, pressed.which]) === JSON.stringify(today);
    return isOfToday ? this.saving.value : null;
  }

  /** Saves the files that lose pairs, each beside the list of why. @param went what went, for the name of the zip */
  async save(why: Why, withoutRejects = false, went: readonly string[] = []): Promise<void> {
    const which = this.leaving.which();
    const { finished } = this.session.run;
    if (which === null || finished === null || this.saving.isAsking) return;
    this.why = why;
    const press = (this.pressed?.press ?? 0) + 1;
    const { tau } = finished.result.settings;
    this.pressed = { press, run: finished.at, which, tau, withoutRejects, went };
    await this.saving.ask();
  }

  /** @param pairs that left */
  private checked(
    { candidates }: Pick<WorkerPair, 'candidates'>,
    left: CleanedDownload['left'],
    pairs: readonly PairPlaces[],
  ): Promise<CheckedSource[]> {
    return Promise.all(
      (this.session.run.finished?.sources ?? []).map(async ({ id, loaded, entry }) => {
        const own = left.filter(({ source }) => source === id);
        if (own.length === 0) return { name: entry.name, setting: entry.setting, loaded };
        const still = async (check: 'positives' | 'boilerplate') => {
          const found = joinedPlaces([await candidates.pairsFound(id, check)], pairs);
          return found.reduce((sum, { records }) => sum + records.length, 0);
        };
        const found = { positives: await still('positives'), boilerplate: await still('boilerplate') };
        return { name: entry.name, setting: entry.setting, loaded: checkedAfter(loaded, own, found) };
      }),
    );
  }

  private get question(): FiguresQuestion<Which> | null {
    const { key: of } = this.session.run;
    const which = this.leaving.which();
    return of === null || which === null ? null : { of, which };
  }
}
