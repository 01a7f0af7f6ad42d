/** The experiments of the session: at most one under way, and the last outcome of each. */

import * as Comlink from 'comlink';

import { ask } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerState } from '../../app/worker-state.svelte';
import {
  encoderName,
  judgedEncoders,
  withOutcome,
  type ComparedRun,
  type RunOutcomes,
} from '../../experiments/encoders';
import { baseOf, type ExperimentSettings } from '../../experiments/experiment';
import {
  EXPERIMENT_IDS,
  EXPERIMENTS,
  type ExperimentId,
  type ExperimentOutcome,
  type OutcomesById,
} from '../../experiments/list';
import type { ReportDownstream } from '../../experiments/result';
import type { ExperimentProgress } from '../../experiments/runner';
import { GIVEN_VECTORS, readModel } from '../../identity';
import type { RunState } from '../run/run-state.svelte';
import type { FinishedRun } from '../run/runs';

export type OngoingExperiment = ExperimentProgress & { readonly seconds: number };

/** Outcomes with equal keys are equal. */
interface LabKey {
  readonly run: number;
  readonly settings: object;
}

export class LabState {
  /** Outcomes, also those of an earlier run or other settings until the experiment runs again. */
  outcomes = $state.raw<OutcomesById>({});
  ongoing = $state.raw<OngoingExperiment | null>(null);
  waiting = $state.raw<readonly ExperimentId[]>([]);
  cancelling = $state(false);
  /** Id of the source that the user chose as {@link base}; null for none. */
  chosenBase = $state<number | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** Metrics after training on the sources, for the report; set by `TrainingState`. */
  downstream: () => ReportDownstream | null = () => null;

  /** Outcomes compared between encoders, the latest run last. */
  encoders = $state.raw<readonly RunOutcomes[]>([]);

  /** Encoders whose scores under every weighting are known, that of the session first. */
  readonly comparable = $derived.by(() => {
    const own = (one: ComparedRun) => Number(one.at === this.run.finished?.at);
    return judgedEncoders([...this.encoders].sort((a, b) => own(b) - own(a)));
  });

  /** True until the quick experiments of the run are started. */
  beginning = $state(false);
  /** The run whose quick experiments were started by themselves. */
  private begun: number | null = null;
  private keys = $state.raw<{ readonly [K in ExperimentId]?: LabKey }>({});

  readonly settings = $derived.by<ExperimentSettings | null>(() => {
    const { finished } = this.run;
    if (finished === null) return null;
    const { tau, weighting, seed } = finished.result.settings;
    return { tau, weighting, seed, sources: this.sources, base: this.base };
  });

  readonly sources = $derived.by(() => {
    const sources = this.run.finished?.sources ?? [];
    return sources.map(({ id, entry: { name, setting, reference } }) => ({
      id,
      name,
      setting,
      reference,
      outside: this.outside().includes(id),
    }));
  });

  /** Id of the source that controls and mixtures are built from; a ranked one. */
  readonly base = $derived.by(() => baseOf(this.sources, this.chosenBase));

  readonly open = $derived.by(() => EXPERIMENT_IDS.filter((id) => !this.isCurrent(id)));

  /** @param tell gets progress, and null at its end @param outside ids of the sources that a finding bars from a rank */
  constructor(
    private readonly workers: WorkerState,
    private readonly run: RunState,
    private readonly tell: (progress: string | null) => void,
    private readonly outside: () => readonly number[],
  ) {}

  /** True where the experiment was performed and would give the same outcome now. */
  isCurrent(id: ExperimentId): boolean {
    const key = this.keyOf(id);
    return key !== null && JSON.stringify(this.keys[id]) === JSON.stringify(key);
  }

  /** What an experiment is of now; null without a run. Names of sources change nothing in it. */
  private keyOf(id: ExperimentId): LabKey | null {
    const { settings } = this;
    const { finished } = this.run;
    if (settings === null || finished === null) return null;
    const base = EXPERIMENTS[id].built ? settings.base : null;
    return { run: finished.at, settings: { ...settings, base, sources: settings.sources.map(unnamed) } };
  }

  get encoder(): string {
    const { finished } = this.run;
    return finished === null ? GIVEN_VECTORS.name : encoderName(this.encoders, comparedRun(finished));
  }

  /** Outcomes of the current run, with any settings. */
  get ofThisRun(): OutcomesById {
    const isOwn = ({ id }: ExperimentOutcome) => this.keys[id]?.run === this.run.finished?.at;
    return Object.fromEntries(Object.entries(this.outcomes).filter(([, outcome]) => isOwn(outcome)));
  }

  async perform(id: ExperimentId): Promise<void> {
    const { settings } = this;
    const { finished } = this.run;
    const key = this.keyOf(id);
    if (!settings || !finished || !key || this.ongoing) return;
    const start = performance.now();
    this.notice = null;
    this.show({ id, done: 0, total: 1 }, start);
    const onProgress = Comlink.proxy((progress: ExperimentProgress) => {
      if (this.ongoing?.id === progress.id) this.show(progress, start);
    });
    const outcome = await ask(
      this.workers,
      ({ engine }): Promise<ExperimentOutcome> => engine.experiment(id, settings, onProgress),
      (notice) => {
        if (notice.name !== 'RunCancelledError') this.notice = notice;
      },
    );
    if (outcome) {
      this.keys = { ...this.keys, [id]: key };
      this.outcomes = { ...this.outcomes, [id]: outcome };
      this.encoders = withOutcome(this.encoders, comparedRun(finished), outcome);
    }
    this.ongoing = null;
    this.cancelling = false;
    this.tell(null);
  }

  /**
   * Performs experiments one after the other until one fails or is cancelled. If others are under way, these are
   * queued.
   */
  async performAll(ids: readonly ExperimentId[]): Promise<void> {
    const isIdle = this.ongoing === null && this.waiting.length === 0;
    this.waiting = [...this.waiting, ...ids.filter((id) => !this.waiting.includes(id))];
    if (!isIdle) return;
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      this.waiting = this.waiting.slice(1);
      await this.perform(next);
      if (this.notice) this.waiting = [];
    }
  }

  /** Performs the quick experiments that are open, once for each run. */
  async begin(): Promise<void> {
    const { settings } = this;
    const at = this.run.finished?.at ?? null;
    if (!settings || at === this.begun) return;
    this.begun = at;
    this.beginning = true;
    // An experiment itself reports its failure.
    const quick = await ask(this.workers, ({ engine }) => engine.quick(settings));
    if (this.begun !== at) return;
    this.beginning = false;
    await this.performAll(this.open.filter((id) => id !== this.ongoing?.id && quick?.includes(id)));
  }

  async cancel(): Promise<void> {
    this.waiting = [];
    if (!this.ongoing) return;
    this.cancelling = true;
    await ask(this.workers, ({ engine }) => engine.cancel('experiment'));
  }

  /** @param start time of `performance.now` when it began */
  private show(progress: ExperimentProgress, start: number): void {
    this.ongoing = { ...progress, seconds: (performance.now() - start) / 1000 };
    const { id, done, total } = progress;
    this.tell(`${id} ${Math.round((100 * done) / total)} %`);
  }
}

function unnamed({ id, setting, reference, outside }: ExperimentSettings['sources'][number]) {
  return { id, setting, reference, outside };
}

function comparedRun({ result, asked, at }: FinishedRun): ComparedRun {
  return { model: readModel(result.encoder), at, readings: asked.sources };
}
