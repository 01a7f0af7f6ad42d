/** A miner's limits on a finished run: the curves, the figures at the value chosen, and the cleaned files. */

import * as Comlink from 'comlink';

import { ask } from '../../../app/ask';
import type { Notice } from '../../../app/errors';
import type { Session } from '../../../app/session.svelte';
import type { CleanedDownload, RemovedPairs } from '../../../candidates/api';
import type { CleanedFigures, PairPlaces, SourceLimits } from '../../../engine/types';
import { judgedAnswers } from '../../../judge/removed';
import type { Limit, LimitId } from '../../../scoring/limits';
import { Comparison } from '../../../session/comparison.svelte';
import type { FinishedRun } from '../../../session/run/runs';
import { saveFile } from '../../../ui/save-file';
import { cleanSubjects } from '../basket/clean-subjects';
import { LIMIT_KINDS, reasonInWords, stepNear, stepsOf, type LimitKind } from './kinds';

/** Pause after the last move of the handle before the figures are summed, in milliseconds. */
const REST_MS = 400;

/** The curves of one limit. */
interface Curves {
  readonly limits: readonly Limit[];
  readonly sources: readonly SourceLimits[];
}

export class ThresholdState {
  id = $state<LimitId>('absolute_margin');
  /** Of the window of ranks: the last place that is kept; null: K of the sources. */
  last = $state<number | null>(null);
  curves = $state.raw<Curves | null>(null);
  /** The figures of the run without the dropped pairs; null before they are summed. */
  exact = $state.raw<CleanedFigures | null>(null);
  saving = $state(false);
  saved = $state.raw<readonly CleanedDownload[]>([]);
  notice = $state.raw<Notice | null>(null);
  private readonly values = $state<Partial<Record<LimitId, number>>>({});

  private readonly comparison: Comparison;
  private turn = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
  }

  get kind(): LimitKind {
    return LIMIT_KINDS.find(({ id }) => id === this.id) as LimitKind;
  }

  /** K of the sources, the largest. */
  get most(): number {
    return Math.max(1, ...this.comparison.view.rows.map(({ medianK }) => Math.round(medianK)));
  }

  get end(): number {
    return Math.min(this.most, this.last ?? this.most);
  }

  /** The values that are looked at, and the place of the one chosen. */
  readonly limits = $derived.by<readonly Limit[]>(() => stepsOf(this.kind, this.most, this.end));

  get step(): number {
    return stepNear(this.limits, this.values[this.id] ?? this.kind.start);
  }

  get limit(): Limit {
    return this.limits[this.step] as Limit;
  }

  /** Files that can be cleaned, and names of files that cannot. */
  readonly files = $derived.by(() => {
    const { run } = this;
    return run ? cleanSubjects(run, this.comparison.sources.entries) : { subjects: [], lost: [] };
  });

  get run(): FinishedRun | null {
    const { finished } = this.comparison.run;
    return finished?.inEngine ? finished : null;
  }

  /** The curves of the limit that is shown; null before they are there. */
  get shown(): readonly SourceLimits[] | null {
    return this.curves?.limits === this.limits ? this.curves.sources : null;
  }

  /** Puts the handle on a step. */
  move(step: number): void {
    const limit = this.limits[step];
    if (limit) this.values[this.id] = limit.value;
  }

  /** Computes the curves anew: the limit, the run or the verdicts are others. */
  async follow(): Promise<void> {
    const turn = ++this.turn;
    const { run, limits } = this;
    if (!run) return;
    const { judge } = this.comparison;
    if (judge.book.size > 0) await judge.prepare();
    const { order, verdicts, size } = judge;
    const { tau, weighting } = run.result.settings;
    const answers = order === null ? [] : judgedAnswers(order, verdicts, size);
    const sources = await this.ask(({ engine }) =>
      engine.limits({ limits: [...limits], answers, tau, weighting }),
    );
    if (sources && turn === this.turn) this.curves = { limits, sources };
  }

  /** Sums the figures without the dropped pairs, once the handle rests. */
  sum(): void {
    clearTimeout(this.timer);
    this.exact = null;
    this.saved = [];
    const { run, limit } = this;
    if (run) this.timer = setTimeout(() => void this.sumNow(run, limit), REST_MS);
  }

  /** Writes every file that loses pairs without them and saves each with the reasons in a zip. */
  async save(): Promise<void> {
    const { run, limit } = this;
    if (!run || this.saving) return;
    this.saving = true;
    this.saved = [];
    const removed = await this.removed(run, limit);
    const reasons = [reasonInWords(limit, run.result.encoder?.name ?? '')];
    for (const { fileId, sources } of this.files.subjects) {
      const own = removed?.filter(({ source }) => sources.some(({ id }) => id === source)) ?? [];
      if (own.length === 0) continue;
      const silent = Comlink.proxy(() => undefined);
      const request = { fileId, removed: own, reasons, withoutRejects: false };
      const written = await this.ask(({ candidates }) => candidates.exportCleaned(request, silent));
      if (written === null) break;
      saveFile(written.zipName, written.zip);
      this.saved = [...this.saved, written];
    }
    this.saving = false;
  }

  async cancel(): Promise<void> {
    await this.ask(({ candidates }) => candidates.cancelExport());
  }

  /** The dropped pairs with their gates; null if a worker failed. */
  private async removed(run: FinishedRun, limit: Limit): Promise<RemovedPairs[] | null> {
    const { tau } = run.result.settings;
    return this.ask(async ({ engine }) => {
      const dropped = await engine.droppedBy({ ...limit });
      return Promise.all(
        dropped.map(async (places) => {
          const { rho, eta, psi } = await engine.askedPairs(places, tau);
          return { ...places, reasons: new Uint8Array(places.records.length), rho, eta, psi };
        }),
      );
    });
  }

  private async sumNow(run: FinishedRun, limit: Limit): Promise<void> {
    const { tau, weighting } = run.result.settings;
    const silent = Comlink.proxy(() => undefined);
    const exact = await this.ask(async ({ engine }) => {
      const removed: PairPlaces[] = await engine.droppedBy({ ...limit });
      const settings = run.sources.map(({ entry }) => entry.setting);
      const references = run.sources.map(({ entry }) => entry.reference);
      return engine.cleaned({ tau, weighting, settings, references, removed }, silent);
    });
    if (this.run?.at === run.at && isSame(this.limit, limit)) this.exact = exact;
  }

  private ask<T>(question: Parameters<typeof ask<T, Workers>>[1]): Promise<T | null> {
    this.notice = null;
    return ask<T, Workers>(this.comparison.workers, question, (notice) => {
      // A later question replaced this one.
      if (notice.name !== 'RunCancelledError') this.notice = notice;
    });
  }
}

function isSame(a: Limit, b: Limit): boolean {
  return a.id === b.id && a.value === b.value && a.end === b.end;
}

type Workers = Awaited<ReturnType<Comparison['workers']['ready']>>;
