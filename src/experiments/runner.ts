/** Runs experiments on a finished run, one at a time. */

import type { CandidatesForEngine } from '../candidates/faces';
import { BusyClock, now, secondsSince } from '../engine/time';
import { RunCancelledError } from '../engine/errors';
import { distinctIds } from '../engine/lexicon';
import type { FinishedRun } from '../engine/finished-run';
import { Task } from '../engine/task';
import { bootstrap } from './bootstrap';
import { controls, mixing } from './controls';
import { costOf } from './cost';
import type { Experiment, ExperimentKind, Work } from './experiment';
import { hybrids } from './hybrids';
import { lexical } from './lexical';
import { sampleSize } from './sample-size';
import { cSweep, eigenvalues } from './spectrum';
import { temperature } from './temperature';
import type {
  ExperimentCost,
  ExperimentId,
  ExperimentOutcome,
  ExperimentProgress,
  ExperimentRequest,
  ExperimentRun,
  ExperimentSettings,
  ExperimentSource,
} from './types';
import { weightings } from './weightings';

const KINDS: { readonly [K in ExperimentId]: ExperimentKind<K> } = {
  weightings,
  controls,
  mixing,
  'c-sweep': cSweep,
  eigenvalues,
  temperature,
  lexical,
  'sample-size': sampleSize,
  bootstrap,
  hybrids,
};

export class ExperimentRunner {
  private task: Task | null = null;

  /** What an experiment will cost on a finished run. */
  cost(run: FinishedRun, request: ExperimentRequest): ExperimentCost {
    const queries = distinctIds(run.sources.map(({ structure }) => structure.queries)).length;
    return costOf(workOf(run, request), run, queries);
  }

  /**
   * @throws RunCancelledError when it is cancelled or another experiment is begun, RunInputError where the run does not
   * have what is asked for
   */
  async perform(
    run: FinishedRun,
    candidates: CandidatesForEngine,
    request: ExperimentRequest,
    onProgress: (progress: ExperimentProgress) => void,
  ): Promise<ExperimentOutcome> {
    this.cancel();
    const task = new Task();
    this.task = task;
    const { id } = request;
    const total = workOf(run, request).steps;
    let done = 0;
    const report = (count: number) => {
      done = Math.min(total, done + count);
      onProgress({ id, done, total });
    };
    report(0);
    try {
      const outcome = await outcomeOf(request, {
        run,
        candidates,
        settings: request.settings,
        task,
        summing: { stores: run.stores, task, clock: new BusyClock() },
        onSteps: report,
      });
      if (task.isCancelled) throw new RunCancelledError();
      return outcome;
    } finally {
      if (this.task === task) this.task = null;
    }
  }

  cancel(): void {
    this.task?.cancel();
  }
}

function workOf<K extends ExperimentId>(run: FinishedRun, request: ExperimentRequest<K>): Work {
  const kind: ExperimentKind<K> = KINDS[request.id];
  return kind.work(run, request.options, request.settings);
}

async function outcomeOf<K extends ExperimentId>(
  request: ExperimentRequest<K>,
  given: Omit<Experiment<K>, 'options'>,
): Promise<ExperimentOutcome<K>> {
  const { id, options, settings } = request;
  const kind: ExperimentKind<K> = KINDS[id];
  const start = now();
  const result = await kind.perform({ ...given, options });
  return {
    id,
    options,
    about: {
      ...aboutRun(given.run, settings),
      seconds: secondsSince(start),
      sumSeconds: given.summing.clock.seconds,
    },
    result,
  };
}

function aboutRun(
  run: FinishedRun,
  settings: ExperimentSettings,
): Omit<ExperimentRun, 'seconds' | 'sumSeconds'> {
  const sources: ExperimentSource[] = run.sources.map(({ id, name }, place) => ({
    id,
    name,
    setting: settings.settings[place] ?? '',
    reference: settings.references[place] === true,
  }));
  return { sources, tau: settings.tau, weighting: settings.weighting, seed: settings.seed };
}
