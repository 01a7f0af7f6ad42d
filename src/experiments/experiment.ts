/** What every experiment is given: the finished run, what it is told, and someone who hears how far it is. */

import type { CandidatesForEngine } from '../candidates/faces';
import type { FinishedRun } from '../engine/finished-run';
import type { SourceData } from '../engine/source-data';
import type { Task } from '../engine/task';
import type { Summing } from './weighted-sums';
import type { ExperimentId, ExperimentOptions, ExperimentResults, ExperimentSettings } from './types';

/** One experiment under way. */
export interface Experiment<K extends ExperimentId> {
  readonly run: FinishedRun;
  readonly candidates: CandidatesForEngine;
  readonly settings: ExperimentSettings;
  readonly options: ExperimentOptions[K];
  readonly task: Task;
  /** Where sums are made; stopped by the same task. */
  readonly summing: Summing;
  /** Told of so many more steps. */
  readonly onSteps: (count: number) => void;
}

/** How much work an experiment is. */
export interface Work {
  readonly texts: number;
  /** Pairs to sum, each counted for every matrix that it goes into. */
  readonly summedPairs: number;
  readonly matrices: number;
  /** Decompositions into eigenvalues. */
  readonly spectra: number;
  readonly draws: number;
  /** Vectors that are compared with each other. */
  readonly comparisons: number;
  /** Steps that the experiment will tell of. */
  readonly steps: number;
}

/** One kind of experiment: its work, told beforehand, and the doing of it. */
export interface ExperimentKind<K extends ExperimentId> {
  readonly work: (
    run: Pick<FinishedRun, 'sources'>,
    options: ExperimentOptions[K],
    settings: ExperimentSettings,
  ) => Work;
  /** @throws RunCancelledError, and what reading the texts throws */
  readonly perform: (experiment: Experiment<K>) => Promise<ExperimentResults[K]>;
}

/** Nothing to do; spread before what there is. */
export const NO_WORK: Work = {
  texts: 0,
  summedPairs: 0,
  matrices: 0,
  spectra: 0,
  draws: 0,
  comparisons: 0,
  steps: 0,
};

/** Pairs of all sources. */
export function pairsOf(sources: readonly SourceData[]): number {
  return sources.reduce((pairs, { columns }) => pairs + columns.margin.length, 0);
}

/** The work of summing all sources under so many weights each. */
export function sumWork(sources: readonly SourceData[], weights: number): Work {
  const pairs = pairsOf(sources);
  return { ...NO_WORK, summedPairs: weights * pairs, matrices: weights * sources.length, steps: pairs };
}
