/** The experiments of the lab in the order of performance: later ones reuse sums of earlier ones. */

import { controls } from './controls';
import type { Experiment, Outcome } from './experiment';
import { hybrids } from './hybrids';
import { mixing } from './mixing';
import { permutation } from './permutation';
import { SWEEPS } from './sweeps';

const ALL = { ...SWEEPS, controls, mixing, permutation, hybrids };

export type ExperimentId = keyof typeof ALL;

export const EXPERIMENT_IDS = Object.keys(ALL) as readonly ExperimentId[];

export const EXPERIMENTS: Readonly<Record<ExperimentId, Experiment<object>>> = ALL;

export type ExperimentResults = {
  readonly [K in ExperimentId]: Awaited<ReturnType<(typeof ALL)[K]['perform']>>;
};

export type ExperimentOutcome<Kind extends ExperimentId = ExperimentId> = {
  readonly [K in Kind]: { readonly id: K } & Outcome<ExperimentResults[K]>;
}[Kind];

export type OutcomesById = { readonly [K in ExperimentId]?: ExperimentOutcome<K> };

/** Experiments by their names, or by `all`; anything else is ignored. */
export function experimentsNamed(names: readonly string[]): readonly ExperimentId[] {
  return EXPERIMENT_IDS.filter((id) => names.includes('all') || names.includes(id));
}
