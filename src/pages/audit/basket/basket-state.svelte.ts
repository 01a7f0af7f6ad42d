/** The basket: marked pairs, the figures without them, and cleaned files. */

import * as Comlink from 'comlink';

import type { CleanRequest, ExportProgress, RemovedPairs } from '../../../candidates/api';
import type { Mark } from '../../../candidates/marks/marks';
import type { CleanedFigures, SumProgress } from '../../../engine/types';
import { ask } from '../../../app/ask';
import type { Notice } from '../../../app/errors';
import { saveFile } from '../../../ui/save-file';
import type { Session } from '../../../app/session.svelte';
import type { WorkerPair } from '../../../app/workers';
import { Comparison } from '../../../session/comparison.svelte';
import type { PairsOfSource } from '../../../session/audit/row-names';
import { MarksState } from '../../../session/audit/marks.svelte';
import type { Decided } from '../../../report/audit/types';
import type { FinishedRun } from '../../../session/run/runs';
import { basketRows, REMOVAL_REASONS, removedFrom, type Leaving, type LeavingPair } from './basket-rows';
import { cleanSubjects, type CleanSubject } from './clean-subjects';
import { writtenInWords } from './basket-words';

/** Pause after the last mark before figures are summed, in milliseconds. */
const REST_MS = 200;

export class BasketState {
  readonly marks: MarksState;
  /** Whether false negatives are removed from the file. */
  falseNegativesGo = $state(true);
  withoutRejects = $state(false);
  /** Figures without the marked pairs; null until they are summed. */
  after = $state.raw<CleanedFigures | null>(null);
  /** Progress of the sums for `after`. */
  summing = $state.raw<SumProgress | null>(null);
  writing = $state(false);
  progress = $state.raw<ExportProgress | null>(null);
  written = $state.raw<string | null>(null);
  notice = $state.raw<Notice | null>(null);

  /** Marks whose pairs are removed. */
  readonly leaving = $derived.by<readonly Leaving[]>(() =>
    this.falseNegativesGo ? ['drop', 'false-negative'] : ['drop'],
  );

  /** The removed pairs of each source of the run. */
  readonly removed = $derived.by<readonly PairsOfSource[]>(() =>
    this.sources.map(({ id }) => this.marks.pairsWith(id, this.leaving)),
  );

  /** Files of the run that lose pairs and can be cleaned, and names of files that cannot. */
  readonly files = $derived.by(() => {
    const { run } = this;
    const { subjects, lost } = run
      ? cleanSubjects(run, this.comparison.sources.entries)
      : { subjects: [], lost: [] };
    const loses = ({ sources }: CleanSubject) =>
      sources.some(({ id }) =>
        this.removed.some(({ source, records }) => source === id && records.length > 0),
      );
    return { subjects: subjects.filter(loses), lost };
  });

  /** A row for each source that loses pairs. */
  readonly standing = $derived.by(() => {
    const sources = this.comparison.view.rows.flatMap(({ id, name, colour, reference, figures }) => {
      const removed = this.removed.find(({ source }) => source === id)?.records.length ?? 0;
      const emptied = this.marks.emptied(id, this.leaving);
      return figures ? [{ id, name, colour, reference, figures, removed, emptied }] : [];
    });
    return basketRows(sources, this.run?.result.certainty.scores ?? [], this.after);
  });

  /** What else the figures afterwards depend on: references and settings. */
  readonly comparedAs = $derived.by(() =>
    this.comparison.view.rows.map(({ reference, setting }) => `${reference} ${setting}`).join(),
  );

  /** Scores of the reference sources. */
  readonly referenceScores = $derived.by(() =>
    this.comparison.view.rows.flatMap(({ reference, eci }) => (reference && eci !== null ? [eci] : [])),
  );

  private readonly comparison: Comparison;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.marks = session.state(MarksState);
  }

  /** The run that is cleaned; null if its pairs are not in memory. */
  get run(): FinishedRun | null {
    const { finished } = this.comparison.run;
    return finished?.inEngine ? finished : null;
  }

  /** Name of a source of the run. */
  nameOf(source: number): string {
    return this.sources.find(({ id }) => id === source)?.entry.name ?? String(source);
  }

  /** Pairs of the run's sources with a mark. */
  count(mark: Mark): number {
    return this.sources.reduce((sum, { id }) => sum + this.marks.count(id, mark), 0);
  }

  /** Sums the figures without the marked pairs, once marking pauses. */
  follow(): void {
    clearTimeout(this.timer);
    this.turn++;
    this.after = null;
    this.summing = null;
    this.written = null;
    if (this.run && this.removed.some(({ records }) => records.length > 0)) {
      this.timer = setTimeout(() => void this.sum(this.turn), REST_MS);
    }
  }

  /** What was decided of each source, by its name, once the figures without the removed pairs are known. */
  async decided(): Promise<Record<string, Decided>> {
    clearTimeout(this.timer);
    if (this.after === null && this.removed.some(({ records }) => records.length > 0)) {
      await this.sum(++this.turn);
    }
    const { rows } = this.standing;
    return Object.fromEntries(
      this.sources.map(({ id }) => {
        const row = rows.find((each) => each.id === id);
        const decided: Decided = {
          kept: this.marks.count(id, 'keep'),
          dropped: this.marks.count(id, 'drop'),
          false_negatives: this.marks.count(id, 'false-negative'),
          removed: row?.removed ?? 0,
          emptied: row?.emptied ?? 0,
          eci_without: row?.after?.eci ?? null,
        };
        return [this.nameOf(id), decided];
      }),
    );
  }

  /** Writes the cleaned files and saves them with the reasons in one zip. @param only keys of files; null: all */
  async write(only: readonly number[] | null = null): Promise<void> {
    const { run, withoutRejects } = this;
    const subjects = this.files.subjects.filter(({ key }) => only?.includes(key) ?? true);
    if (subjects.length === 0 || !run || this.writing) return;
    this.writing = true;
    this.written = null;
    const requests: CleanRequest[] = [];
    for (const { fileId, sources } of subjects) {
      const removed = await this.removedFrom(sources, run.result.settings.tau);
      if (removed) requests.push({ fileId, removed, reasons: REMOVAL_REASONS, withoutRejects });
    }
    const onProgress = Comlink.proxy((progress: ExportProgress) => {
      if (this.writing) this.progress = progress;
    });
    const cleaned =
      requests.length === subjects.length
        ? await this.ask(({ candidates }) => candidates.exportCleaned(requests, onProgress))
        : null;
    if (cleaned) {
      saveFile(cleaned.zipName, cleaned.zip);
      this.written = writtenInWords(cleaned);
    }
    this.writing = false;
    this.progress = null;
  }

  private removedFrom(sources: CleanSubject['sources'], tau: number): Promise<RemovedPairs[] | null> {
    return removedFrom(
      this.removed.filter(({ source }) => sources.some(({ id }) => id === source)),
      (pairs) => this.ask(({ engine }) => engine.askedPairs(plain(pairs), tau)),
      (pairs, i) => this.saidOf(pairs, i),
    );
  }

  /** Cancels the writing. */
  async cancelWriting(): Promise<void> {
    if (this.writing) await this.ask(({ candidates }) => candidates.cancelExport());
  }

  private get sources(): FinishedRun['sources'] {
    return this.run?.sources ?? [];
  }

  private saidOf({ source, records, positions }: PairsOfSource, i: number): LeavingPair {
    const at = [source, records[i] as number, positions[i] as number] as const;
    const mark = this.marks.markOf(...at) === 'false-negative' ? 'false-negative' : 'drop';
    return { mark, by: this.marks.byOf(...at), note: this.marks.noteOf(...at) };
  }

  private async sum(turn: number): Promise<void> {
    const { run } = this;
    if (!run) return;
    const { tau, weighting } = run.result.settings;
    const request = {
      tau,
      weighting,
      settings: run.sources.map(({ entry }) => entry.setting),
      references: run.sources.map(({ entry }) => entry.reference),
      removed: this.removed.filter(({ records }) => records.length > 0).map(plain),
    };
    const onProgress = Comlink.proxy((progress: SumProgress) => {
      if (turn === this.turn) this.summing = progress;
    });
    const after = await this.ask(({ engine }) => engine.cleaned(request, onProgress));
    if (turn !== this.turn) return;
    this.summing = null;
    this.after = after;
  }

  private ask<T>(
    question: (pair: Pick<WorkerPair, 'candidates' | 'engine' | 'guard'>) => Promise<T>,
  ): Promise<T | null> {
    this.notice = null;
    return ask(this.comparison.workers, question, (notice) => {
      // A later question replaced this one.
      if (notice.name !== 'RunCancelledError') this.notice = notice;
    });
  }
}

/** Pairs without proxies, for a worker. */
function plain({ source, records, positions }: PairsOfSource): PairsOfSource {
  return { source, records, positions };
}
