/** The experiments of the lab in the order of performance: later ones reuse sums of earlier ones. */

import { controls } from './controls';
import { eigenvalues } from './eigenvalues';
import type { Experiment, ExperimentSettings, OptionsFor, Outcome } from './experiment';
import { hybrids } from './hybrids';
import { mixing } from './mixing';
import { permutation } from './permutation';
import { SWEEPS } from './sweeps';

const ALL = { ...SWEEPS, controls, mixing, eigenvalues, permutation, hybrids };

export type ExperimentId = keyof typeof ALL;

export const EXPERIMENT_IDS = Object.keys(ALL) as readonly ExperimentId[];

/** An experiment by its id, with any options and result. */
export const EXPERIMENTS: Readonly<Record<ExperimentId, Experiment<object, object>>> = ALL;

export type ExperimentOptions = {
  readonly [K in ExperimentId]: ReturnType<(typeof ALL)[K]['options']>;
};

export type ExperimentResults = {
  readonly [K in ExperimentId]: Awaited<ReturnType<(typeof ALL)[K]['perform']>>;
};

export type ExperimentChoice<Kind extends ExperimentId = ExperimentId> = {
  readonly [K in Kind]: { readonly id: K; readonly options: ExperimentOptions[K] };
}[Kind];

/** One experiment with all that it needs. */
export type ExperimentRequest<Kind extends ExperimentId = ExperimentId> = ExperimentChoice<Kind> & {
  readonly settings: ExperimentSettings;
};

export type ExperimentOutcome<Kind extends ExperimentId = ExperimentId> = {
  readonly [K in Kind]: { readonly id: K } & Outcome<ExperimentOptions[K], ExperimentResults[K]>;
}[Kind];

export type OutcomesById = { readonly [K in ExperimentId]?: ExperimentOutcome<K> };

/** Every experiment with the options of a run. */
export function choicesFor(run: OptionsFor): readonly ExperimentChoice[] {
  return EXPERIMENT_IDS.map((id) => ({ id, options: ALL[id].options(run) }) as ExperimentChoice);
}

/** Experiments by their names, or by `all`; anything else is ignored. */
export function experimentsNamed(names: readonly string[]): readonly ExperimentId[] {
  return EXPERIMENT_IDS.filter((id) => names.includes('all') || names.includes(id));
}
