/** The experiments of the session: one under way at a time, and the last outcome of each. */

import * as Comlink from 'comlink';

import { noticeOf, type Notice } from '../../app/errors';
import type { WorkerState } from '../../app/worker-state.svelte';
import type {
  ExperimentChoice,
  ExperimentCost,
  ExperimentId,
  ExperimentOutcome,
  ExperimentProgress,
  ExperimentSettings,
} from '../../engine/experiments/types';
import type { OutcomesById } from '../../report/experiments/build';
import type { ReportDownstream } from '../../report/experiments/types';
import type { RunState } from '../run/run-state.svelte';
import { GIVEN_WORDS } from '../encoder/encoder-state.svelte';
import { defaultChoices } from './default-choices';
import { withOutcome, type EncoderOutcomes } from './encoder-outcomes';

export class LabState {
  /** Of the run at hand; those of an earlier run or other settings stay until they are made anew. */
  outcomes = $state.raw<OutcomesById>({});
  /** The experiment under way; null while none is. */
  ongoing = $state.raw<ExperimentProgress | null>(null);
  /** Seed of everything that is drawn; null: that of the run. */
  seed = $state<number | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** What came of training on the sources, for the report; set by whoever knows it. */
  downstream: () => ReportDownstream | null = () => null;

  /** The outcomes that are compared between encoders, of every encoder that was ranked with, the latest last. */
  encoders = $state.raw<readonly EncoderOutcomes[]>([]);

  private cancelled = false;
  /** When the run of each outcome was done. */
  private runs = $state.raw<{ readonly [K in ExperimentId]?: number }>({});

  /** What the experiments would be told now; null where the engine holds no run. */
  readonly settings = $derived.by<ExperimentSettings | null>(() => {
    const { finished } = this.run;
    if (!finished?.inEngine) return null;
    const { tau, weighting } = finished.result.settings;
    return {
      tau,
      weighting,
      settings: finished.sources.map(({ entry }) => entry.setting),
      references: finished.sources.map(({ entry }) => entry.reference),
      seed: this.seed ?? finished.result.settings.seed,
    };
  });

  /** Every experiment with the paper's options, for the sources of the run. */
  readonly choices = $derived.by(() =>
    defaultChoices(
      (this.run.finished?.sources ?? []).map(({ id, entry: { setting, reference } }) => ({
        id,
        setting,
        reference,
      })),
    ),
  );

  /** Experiments that the address asks for and that have no outcome of the run at hand yet. */
  readonly left = $derived.by(() =>
    this.asked.filter((id) => {
      const outcome = this.outcomes[id];
      return !outcome || !this.isCurrent(outcome);
    }),
  );

  /**
   * @param asked experiments to perform after every run
   * @param tell gets which experiment is under way and how far it is, and null at its end
   */
  constructor(
    private readonly workers: WorkerState,
    private readonly run: RunState,
    private readonly asked: readonly ExperimentId[],
    private readonly tell: (progress: string | null) => void,
  ) {}

  /** True where an outcome is what the same experiment would give now. */
  isCurrent({ id, about }: ExperimentOutcome): boolean {
    const { settings } = this;
    return (
      settings !== null &&
      this.isOfThisRun(id) &&
      about.tau === settings.tau &&
      about.weighting === settings.weighting &&
      about.seed === settings.seed &&
      about.sources.every(
        ({ setting, reference }, place) =>
          setting === settings.settings[place] && reference === settings.references[place],
      )
    );
  }

  /** True where an outcome is of the run at hand, whatever its settings. */
  isOfThisRun(id: ExperimentId): boolean {
    return this.runs[id] !== undefined && this.runs[id] === this.run.finished?.at;
  }

  /** The outcomes of the run at hand, whatever settings they were made with. */
  get ofThisRun(): OutcomesById {
    return Object.fromEntries(Object.entries(this.outcomes).filter(([, { id }]) => this.isOfThisRun(id)));
  }

  /** What an experiment will cost; null where there is no run to perform it on. */
  async cost(choice: ExperimentChoice): Promise<ExperimentCost | null> {
    const { settings } = this;
    if (!settings) return null;
    const pair = await this.workers.ready();
    return pair.guard(pair.engine.experimentCost({ ...choice, settings }));
  }

  /** Performs one experiment; its outcome takes the place of an earlier one. */
  async perform(choice: ExperimentChoice): Promise<void> {
    const { settings } = this;
    const { finished } = this.run;
    if (!settings || !finished || this.ongoing) return;
    this.notice = null;
    this.show({ id: choice.id, done: 0, total: 1 });
    try {
      const pair = await this.workers.ready();
      const onProgress = Comlink.proxy((progress: ExperimentProgress) => {
        if (this.ongoing?.id === progress.id) this.show(progress);
      });
      const answer: Promise<ExperimentOutcome> = pair.engine.experiment({ ...choice, settings }, onProgress);
      const outcome = await pair.guard(answer);
      this.runs = { ...this.runs, [outcome.id]: finished.at };
      this.outcomes = { ...this.outcomes, [outcome.id]: outcome };
      const encoder = finished.result.encoder?.name ?? GIVEN_WORDS;
      this.encoders = withOutcome(this.encoders, encoder, outcome);
    } catch (error) {
      const isCancelled = error instanceof Error && error.name === 'RunCancelledError';
      // A worker that broke off is announced by WorkerState.
      if (!isCancelled && this.workers.phase !== 'failed') this.notice = noticeOf(error);
    } finally {
      this.ongoing = null;
      this.tell(null);
    }
  }

  /** Performs some experiments, one after the other, until one fails or Cancel. */
  async performAll(choices: readonly ExperimentChoice[]): Promise<void> {
    this.cancelled = false;
    for (const choice of choices) {
      await this.perform(choice);
      if (this.cancelled || this.notice) return;
    }
  }

  /** Performs what the address asks for. */
  async performAsked(): Promise<void> {
    await this.performAll(this.choices.filter(({ id }) => this.asked.includes(id)));
  }

  async cancel(): Promise<void> {
    this.cancelled = true;
    if (!this.ongoing) return;
    const pair = await this.workers.ready();
    await pair.guard(pair.engine.cancelExperiment()).catch(() => undefined);
  }

  private show(progress: ExperimentProgress): void {
    this.ongoing = progress;
    const { id, done, total } = progress;
    this.tell(`${id} ${Math.round((100 * done) / total)} %`);
  }
}
