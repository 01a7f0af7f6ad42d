/** Performs experiments on a finished run, one at a time. */

import type { MadeSourceRequest } from '../candidates/made-file';
import type { Engine } from '../engine/engine';
import { RunCancelledError } from '../engine/errors';
import { vectorsOf } from '../engine/source-data';
import type { ExperimentSettings, MadeRequest } from './experiment';
import { EXPERIMENT_IDS, EXPERIMENTS, type ExperimentId, type ExperimentOutcome } from './list';
import { Workshop } from './made';

/** How many of its own steps are done. */
export interface ExperimentProgress {
  readonly id: ExperimentId;
  readonly done: number;
  readonly total: number;
}

/** The engine with the experiments as page and terminal ask for them. */
export function withExperiments<Own extends Engine>(engine: Own): Own & ExperimentsForPage {
  const runner = new ExperimentRunner(engine);
  return Object.assign(engine, {
    quick: runner.quick.bind(runner),
    experiment: runner.experiment.bind(runner),
    madeSource: runner.madeSource.bind(runner),
  });
}

export type ExperimentsForPage = Pick<ExperimentRunner, 'quick' | 'experiment' | 'madeSource'>;

/** Work of an experiment that begins by itself, at most: some seconds. */
const QUICK = 1e9;

export class ExperimentRunner {
  constructor(
    private readonly engine: Pick<Engine, 'lastRun' | 'keptRun' | 'connectedCandidates' | 'tasks'>,
  ) {}

  /** Experiments that are little enough work to begin by themselves. @throws NothingRankedError */
  quick(settings: ExperimentSettings): readonly ExperimentId[] {
    const { sources } = this.engine.lastRun();
    const products = Math.max(...sources.map((source) => vectorsOf(source).dimension)) ** 2;
    return EXPERIMENT_IDS.filter((id) => {
      const each = EXPERIMENTS[id];
      return (each.work?.(sources, settings) ?? each.steps(sources, settings) * products) <= QUICK;
    });
  }

  /**
   * Performs an experiment on the pairs of the last run. One at a time; nothing is encoded.
   * @throws RunCancelledError when it is cancelled or another experiment or run begins, NothingRankedError,
   *   EmbeddingsClearedError, RunInputError where the run does not have what is asked for
   */
  async experiment(
    id: ExperimentId,
    settings: ExperimentSettings,
    onProgress: (progress: ExperimentProgress) => void,
  ): Promise<ExperimentOutcome> {
    const run = this.engine.keptRun();
    const candidates = this.engine.connectedCandidates();
    const task = this.engine.tasks.begin('experiment');
    const experiment = EXPERIMENTS[id];
    const total = experiment.steps(run.sources, settings);
    let done = 0;
    const onSteps = (count: number) => {
      done = Math.min(total, done + count);
      onProgress({ id, done, total });
    };
    onSteps(0);
    const result = await run.sums.onDevice(run.device, task, (open) =>
      experiment.perform({ run, candidates, settings, task, open, onSteps }),
    );
    if (task.isCancelled) throw new RunCancelledError();
    return { id, about: settings, result } as ExperimentOutcome;
  }

  /**
   * The records of a control, mixture or union made of the sources of the last run, for `CandidatesForAll.makeSource`.
   * @throws NothingRankedError, RunInputError where a source was not ranked, or it cannot be made
   */
  async madeSource(request: MadeRequest): Promise<MadeSourceRequest> {
    return new Workshop(this.engine.keptRun()).request(request);
  }
}
