/** Pairs that leave: the figures of the run without them, and the files without them. */

import { Asked } from '../../app/asked.svelte';
import type { WorkerPair } from '../../app/workers';
import type { CleanedDownload, ExportProgress } from '../../candidates/clean/download';
import type { CleanRequest, CleanRules, RemovalReason } from '../../candidates/clean/removals';
import type { CleanedFigures, SumProgress } from '../../engine/types';
import type { PairPlaces } from '../../scoring/pairs';
import { saveFile } from '../../ui/save-file';
import type { Comparison } from '../comparison.svelte';
import type { FileEntry } from '../files/file-entries.svelte';
import type { FiguresKey } from '../run/keys';
import { beforeAndAfter, type BeforeAndAfter } from './before-and-after';

/** Says why the i-th of some pairs leaves. */
export type Why = (pairs: PairPlaces, i: number) => RemovalReason;

/** A file that can be cleaned: its sources are still loaded as they were. */
export interface CleanSubject {
  readonly file: FileEntry;
  /** Key of the file in the store. */
  readonly fileId: number;
  /** Keys of its sources. */
  readonly sources: readonly number[];
}

/** Plain data that tells all that leaves from anything else of the same files. */
interface Which {
  /** What goes beside the pairs. */
  readonly without: CleanRules;
}

/** What leaves. */
export interface Leaving {
  readonly which: () => Which;
  readonly pairs: () => readonly PairPlaces[];
  readonly why: Why;
  /** Whether a file loses anything. */
  readonly loses: (subject: CleanSubject) => boolean;
  /** Pause before figures without other pairs are summed, in milliseconds. */
  readonly restMs?: number;
}

interface FiguresQuestion {
  /** Figures of two runs that differ in any of it are not set beside each other. */
  readonly of: FiguresKey;
  readonly which: Which;
}

/** Files as they were asked for, whatever changes while they are written. */
interface FilesQuestion {
  /** Each press is a question of its own. */
  readonly press: number;
  readonly run: number | null;
  readonly which: Which;
}

type Saved = Omit<CleanedDownload, 'zip'>;

export class Removal {
  readonly figures: Asked<FiguresQuestion, CleanedFigures, SumProgress>;
  /** Writes files and saves them as one zip; null where none loses anything. */
  readonly saving: Asked<FilesQuestion, Saved | null, ExportProgress>;

  private pressed = $state.raw<FilesQuestion | null>(null);

  constructor(
    private readonly session: Pick<Comparison, 'run' | 'workers' | 'sources' | 'view'>,
    private readonly leaving: Leaving,
  ) {
    const { pairs, restMs = 0 } = leaving;
    this.figures = new Asked<FiguresQuestion, CleanedFigures, SumProgress>(session.workers, {
      question: () => {
        const { key: of } = session.run;
        return of === null || pairs().length === 0 ? null : { of, which: leaving.which() };
      },
      answer: ({ engine }, { of }, onProgress) => engine.cleaned({ ...of, removed: pairs() }, onProgress),
      cancel: ({ engine }) => engine.cancel('cleaned'),
      restMs,
    });
    this.saving = new Asked<FilesQuestion, Saved | null, ExportProgress>(session.workers, {
      question: () => this.pressed,
      answer: async (workers, { which: { without } }, onProgress) => {
        const requests = await this.requests(workers, without);
        if (requests.length === 0) return null;
        const { zip, ...saved } = await workers.candidates.exportCleaned(requests, onProgress);
        saveFile(saved.zipName, zip);
        return saved;
      },
      cancel: ({ candidates }) => candidates.cancelExport(),
    });
  }

  /** Asks for the figures; in an effect, again whenever they would be others. */
  follow(): void {
    this.figures.follow();
  }

  /** The sources that lose some of these pairs, and the reference range. */
  beforeAndAfter(removed: readonly PairPlaces[]): BeforeAndAfter {
    const { rows, result } = this.session.view;
    return beforeAndAfter(rows, removed, result, this.figures.value);
  }

  /** The files that lose anything, of the run, or before one all that are loaded; and names of those that were read again or removed since. */
  get losing(): { readonly subjects: readonly CleanSubject[]; readonly lost: readonly string[] } {
    const { run, sources } = this.session;
    const { entries } = sources;
    const asked = run.finished?.sources ?? entries.map((entry) => ({ id: entry.loaded.id, entry }));
    const isHere = ({ id, entry }: (typeof asked)[number]) =>
      entries.includes(entry) && entry.loaded.id === id;
    const files = asked
      .map(({ entry }) => entry.file)
      .filter((file, i, all) => all.indexOf(file) === i)
      .map((file) => ({
        file,
        here: asked.filter((source) => source.entry.file === file && isHere(source)),
      }));
    const subjects = files.flatMap(({ file, here: [first, ...others] }) =>
      first
        ? { file, fileId: first.entry.loaded.fileId, sources: [first, ...others].map(({ id }) => id) }
        : [],
    );
    return {
      subjects: subjects.filter((subject) => this.leaving.loses(subject)),
      lost: files.flatMap(({ file, here }) => (here.length === 0 ? file.file.name : [])),
    };
  }

  /** What was saved last, while the same would leave the same run. */
  get saved(): Saved | null {
    const { pressed } = this;
    const today = [this.session.run.finished?.at ?? null, this.leaving.which()];
    const isOfToday = pressed && JSON.stringify([pressed.run, pressed.which]) === JSON.stringify(today);
    return isOfToday ? this.saving.value : null;
  }

  /** Saves the files that lose anything, with the list of why. */
  async save(): Promise<void> {
    if (this.saving.isAsking || this.losing.subjects.length === 0) return;
    const press = (this.pressed?.press ?? 0) + 1;
    this.pressed = { press, run: this.session.run.finished?.at ?? null, which: this.leaving.which() };
    await this.saving.ask();
  }

  /** A request for each file: which of its pairs leave, each with its gates, NaN before a run, and why. */
  private async requests({ engine }: WorkerPair, without: CleanRules): Promise<CleanRequest[]> {
    const tau = this.session.run.finished?.result.settings.tau;
    const requests: CleanRequest[] = [];
    for (const subject of this.losing.subjects) {
      /** Distinct reasons in the order in which they came. */
      const reasons: RemovalReason[] = [];
      // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
      const places = new Map<string, number>();
      const placeOf = (reason: RemovalReason): number => {
        const key = JSON.stringify(reason);
        const place = places.get(key) ?? reasons.push(reason) - 1;
        places.set(key, place);
        return place;
      };
      const removed: CleanRequest['removed'][number][] = [];
      for (const own of pairsOfFile(subject, this.leaving.pairs())) {
        const gates = tau === undefined ? null : await engine.askedPairs(own, tau);
        const unscored = new Float64Array(own.records.length).fill(Number.NaN);
        const { rho, eta, psi } = gates ?? { rho: unscored, eta: unscored, psi: unscored };
        removed.push({
          ...own,
          reasons: own.records.map((_, i) => placeOf(this.leaving.why(own, i))),
          rho,
          eta,
          psi,
        });
      }
      requests.push({ fileId: subject.fileId, removed, reasons, without });
    }
    return requests;
  }
}

/** The pairs that a file loses, by its sources; those of sources that lose none are left out. */
export function pairsOfFile({ sources }: CleanSubject, pairs: readonly PairPlaces[]): readonly PairPlaces[] {
  return pairs.filter(({ source, records }) => records.length > 0 && sources.includes(source));
}
