/** Pairs that leave: the figures of the run without them, and the files without them. */

import { untrack } from 'svelte';

import type { WorkerAccess } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import type { WorkerPair } from '../../app/workers';
import type { CleanedDownload, ExportProgress } from '../../candidates/clean/download';
import type { CleanRules } from '../../candidates/clean/removals';
import type { CleanedFigures, SumProgress } from '../../engine/types';
import type { PairPlaces } from '../../scoring/pairs';
import { saveFile } from '../../ui/save-file';
import type { SourceEntry } from '../files/file-entries.svelte';
import { beforeAndAfter, type AnySource, type BeforeAndAfter, type JudgedBefore } from './before-and-after';
import { cleanSubjects, type CleanSubject, type CleanSubjects } from './clean-subjects';
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

/** What leaves. */
export interface Leaving<Which> {
  /** Plain data that tells all that leaves from anything else of the same files. */
  readonly which: () => Which;
  readonly pairs: () => readonly PairPlaces[];
  readonly without: () => CleanRules;
  /** Whether a file loses anything. */
  readonly loses: (subject: CleanSubject) => boolean;
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
  readonly run: number | null;
  readonly which: Which;
  readonly without: CleanRules;
}

export class Removal<Which> {
  readonly figures: Asked<FiguresQuestion<Which>, CleanedFigures, SumProgress>;
  /** Writes files and saves them as one zip; null where none loses anything. */
  readonly saving: Asked<FilesQuestion<Which>, Omit<CleanedDownload, 'zip'> | null, ExportProgress>;

  private pressed = $state.raw<FilesQuestion<Which> | null>(null);
  private why: Why | null = null;

  constructor(
    private readonly session: Removable,
    private readonly leaving: Leaving<Which>,
  ) {
    const { pairs, restMs = 0 } = leaving;
    this.figures = new Asked<FiguresQuestion<Which>, CleanedFigures, SumProgress>(session.workers, {
      question: () => this.question,
      answer: ({ engine }, { of }, onProgress) => engine.cleaned({ ...of, removed: pairs() }, onProgress),
      cancel: ({ engine }) => engine.cancel('cleaned'),
      restMs,
    });
    this.saving = new Asked<FilesQuestion<Which>, Omit<CleanedDownload, 'zip'> | null, ExportProgress>(
      session.workers,
      {
        question: () => this.pressed,
        answer: async (workers, { without }, onProgress) => {
          const { finished } = this.session.run;
          const tau = finished?.result.settings.tau ?? null;
          const { subjects } = this.losing;
          const cleaned =
            this.why &&
            (await cleanedFiles(workers, subjects, pairs(), this.why, { tau, without }, onProgress));
          if (cleaned === null) return null;
          const { zip, ...saved } = cleaned;
          saveFile(saved.zipName, zip);
          return saved;
        },
        cancel: ({ candidates }) => candidates.cancelExport(),
      },
    );
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

  /** The files that lose anything, of the run, or before one all that are loaded; and names of those that cannot be cleaned. */
  get losing(): CleanSubjects {
    const { run, sources } = this.session;
    const loaded = sources.entries.map((entry) => ({ id: entry.loaded.id, entry }));
    const { subjects, lost } = cleanSubjects(run.finished?.sources ?? loaded, sources.entries);
    return { subjects: subjects.filter((subject) => this.leaving.loses(subject)), lost };
  }

  /** What was saved last, while the same would leave the same run. */
  get saved(): Omit<CleanedDownload, 'zip'> | null {
    const { pressed } = this;
    const today = [this.session.run.finished?.at ?? null, this.leaving.which()];
    const isOfToday = pressed && JSON.stringify([pressed.run, pressed.which]) === JSON.stringify(today);
    return isOfToday ? this.saving.value : null;
  }

  /** Saves the files that lose anything, with the list of why. */
  async save(why: Why): Promise<void> {
    if (this.saving.isAsking || this.losing.subjects.length === 0) return;
    this.why = why;
    const press = (this.pressed?.press ?? 0) + 1;
    const [which, without] = [this.leaving.which(), this.leaving.without()];
    this.pressed = { press, run: this.session.run.finished?.at ?? null, which, without };
    await this.saving.ask();
  }

  private get question(): FiguresQuestion<Which> | null {
    const { key: of } = this.session.run;
    return of === null || this.leaving.pairs().length === 0 ? null : { of, which: this.leaving.which() };
  }
}
