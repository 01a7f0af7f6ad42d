/** The experiments of the session: one under way at a time, and the last outcome of each. */

import * as Comlink from 'comlink';

import { noticeOf, type Notice } from '../../app/errors';
import type { Session } from '../../app/session.svelte';
import type {
  ExperimentChoice,
  ExperimentCost,
  ExperimentId,
  ExperimentOutcome,
  ExperimentProgress,
  ExperimentSettings,
} from '../../engine/experiments/types';
import { Comparison } from '../comparison.svelte';
import { defaultChoices } from './default-choices';

/** The last outcome of each experiment. */
export type Outcomes = { readonly [K in ExperimentId]?: ExperimentOutcome<K> };

export class LabState {
  /** Of the run at hand; those of an earlier run or other settings stay until they are made anew. */
  outcomes = $state.raw<Outcomes>({});
  /** The experiment under way; null while none is. */
  ongoing = $state.raw<ExperimentProgress | null>(null);
  /** Seed of everything that is drawn. */
  seed = $state(42);
  notice = $state.raw<Notice | null>(null);

  private readonly comparison: Comparison;
  private cancelled = false;

  /** What the experiments would be told now; null where the engine holds no run. */
  readonly settings = $derived.by<ExperimentSettings | null>(() => {
    const { finished } = this.comparison.run;
    if (!finished?.inEngine) return null;
    const { tau, weighting } = finished.result.settings;
    return {
      tau,
      weighting,
      settings: finished.sources.map(({ entry }) => entry.setting),
      references: finished.sources.map(({ entry }) => entry.reference),
      seed: this.seed,
    };
  });

  /** Every experiment with the paper's options, for the sources of the run. */
  readonly choices = $derived.by(() =>
    defaultChoices(
      (this.comparison.run.finished?.sources ?? []).map(({ id, entry: { setting, reference } }) => ({
        id,
        setting,
        reference,
      })),
    ),
  );

  constructor(private readonly session: Session) {
    this.comparison = session.state(Comparison);
  }

  /** True where an outcome is what the same experiment would give now. */
  isCurrent({ about }: ExperimentOutcome): boolean {
    const { settings } = this;
    const { finished } = this.comparison.run;
    if (!settings || !finished) return false;
    const sources = finished.sources.map(({ id }, place) => [
      id,
      settings.settings[place],
      settings.references[place],
    ]);
    const seen = about.sources.map(({ id, setting, reference }) => [id, setting, reference]);
    return (
      JSON.stringify([sources, settings.tau, settings.weighting, settings.seed]) ===
      JSON.stringify([seen, about.tau, about.weighting, about.seed])
    );
  }

  /** What an experiment will cost; null where there is no run to perform it on. */
  async cost(choice: ExperimentChoice): Promise<ExperimentCost | null> {
    const { settings } = this;
    if (!settings) return null;
    const pair = await this.session.workers.ready();
    return pair.guard(pair.engine.experimentCost({ ...choice, settings }));
  }

  /** Performs one experiment; its outcome takes the place of an earlier one. */
  async perform(choice: ExperimentChoice): Promise<void> {
    const { settings } = this;
    if (!settings || this.ongoing) return;
    this.notice = null;
    this.ongoing = { id: choice.id, done: 0, total: 1 };
    try {
      const pair = await this.session.workers.ready();
      const onProgress = Comlink.proxy((progress: ExperimentProgress) => {
        if (this.ongoing?.id === progress.id) this.ongoing = progress;
      });
      const answer: Promise<ExperimentOutcome> = pair.engine.experiment({ ...choice, settings }, onProgress);
      const outcome = await pair.guard(answer);
      this.outcomes = { ...this.outcomes, [outcome.id]: outcome };
    } catch (error) {
      const isCancelled = error instanceof Error && error.name === 'RunCancelledError';
      // A worker that broke off is announced by WorkerState.
      if (!isCancelled && this.session.workers.phase !== 'failed') this.notice = noticeOf(error);
    } finally {
      this.ongoing = null;
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

  async cancel(): Promise<void> {
    this.cancelled = true;
    if (!this.ongoing) return;
    const pair = await this.session.workers.ready();
    await pair.guard(pair.engine.cancelExperiment()).catch(() => undefined);
  }
}
