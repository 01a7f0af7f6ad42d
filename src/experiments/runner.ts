/** Performs experiments on a finished run, one at a time. */

import type { MadeSourceRequest } from '../candidates/made-file';
import type { Engine } from '../engine/engine';
import { RunCancelledError } from '../engine/errors';
import type { FinishedRun } from '../engine/finished-run';
import { vectorsOf } from '../engine/source-data';
import { BusyClock, now, secondsSince } from '../engine/time';
import type { MadeRequest, Work } from './experiment';
import { EXPERIMENTS, type ExperimentId, type ExperimentOutcome, type ExperimentRequest } from './list';
import { Workshop } from './made';

/** How many of its own steps are done. */
interface StepProgress {
  readonly done: number;
  readonly total: number;
}

export interface ExperimentProgress extends StepProgress {
  readonly id: ExperimentId;
}

/** The experiments as the page asks for them. */
export type ExperimentsForPage = Pick<ExperimentRunner, 'isQuick' | 'experiment' | 'madeSource'>;

export class ExperimentRunner {
  constructor(
    private readonly engine: Pick<Engine, 'lastRun' | 'keptRun' | 'connectedCandidates' | 'tasks'>,
  ) {}

  /** Whether an experiment is little enough work to begin by itself. @throws NothingRankedError */
  isQuick({ id, options, settings }: ExperimentRequest): boolean {
    const run = this.engine.lastRun();
    return unitsOf(EXPERIMENTS[id].work(run, options, settings), run) <= QUICK_UNITS;
  }

  /**
   * Performs an experiment on the pairs of the last run. One at a time; nothing is encoded.
   * @throws RunCancelledError when it is cancelled or another experiment or run begins, NothingRankedError,
   *   EmbeddingsClearedError, RunInputError where the run does not have what is asked for
   */
  async experiment(
    { id, options, settings }: ExperimentRequest,
    onProgress: (progress: ExperimentProgress) => void,
  ): Promise<ExperimentOutcome> {
    const run = this.engine.keptRun();
    const candidates = this.engine.connectedCandidates();
    const task = this.engine.tasks.begin('experiment');
    const experiment = EXPERIMENTS[id];
    const work = experiment.work(run, options, settings);
    const onSteps = counted(work.pairs + work.others, (progress) => onProgress({ id, ...progress }));
    const clock = new BusyClock();
    const start = now();
    const result = await run.sums.onDevice(run.device, task, (open) =>
      experiment.perform({ run, candidates, settings, options, task, open, clock, onSteps }),
    );
    if (task.isCancelled) throw new RunCancelledError();
    const seconds = secondsSince(start);
    const about = { ...settings, seconds, sumSeconds: clock.seconds };
    return { id, options, about, result } as ExperimentOutcome;
  }

  /**
   * The records of a control, mixture or union made of the sources of the last run, for `CandidatesForAll.makeSource`.
   * @throws NothingRankedError, RunInputError where a source was not ranked, or it cannot be made
   */
  async madeSource(request: MadeRequest): Promise<MadeSourceRequest> {
    return new Workshop(this.engine.keptRun()).request(request);
  }
}

/** Adds up steps as they are done, from none on. */
function counted(total: number, onProgress: (progress: StepProgress) => void): (count: number) => void {
  let done = 0;
  const onSteps = (count: number) => {
    done = Math.min(total, done + count);
    onProgress({ done, total });
  };
  onSteps(0);
  return onSteps;
}

/** Multiplications of an experiment that begins by itself, at most: some seconds. */
const QUICK_UNITS = 1e10;

/** Multiplications of other work: all eigenvalues of a d×d matrix in d³, a text cut into words, a draw of units. */
const SPECTRUM_PER_CUBE = 30;
const OTHER_STEP = 1e5;

/** Work in multiplications. */
function unitsOf({ pairs, weights, spectra, others }: Work, { sources }: FinishedRun): number {
  const [first] = sources;
  const d = first ? vectorsOf(first).dimension : 0;
  const matrices = sources.length * (weights + SPECTRUM_PER_CUBE * spectra);
  return pairs * weights * d ** 2 + matrices * d ** 3 + others * OTHER_STEP;
}
