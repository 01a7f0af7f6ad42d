/** Outcomes of experiments for tests of titles: the figures that a title reads, and defaults for the rest. */

import type { MadeRequest, Shown } from '../../src/experiments/experiment';
import type { ExperimentId, ExperimentResults } from '../../src/experiments/list';
import type { MadeResult, MadeSource } from '../../src/experiments/made-sources';

type ShownOutcome<K extends ExperimentId> = { readonly id: K } & Shown<ExperimentResults[K]>;

export interface TestSource {
  readonly name: string;
  readonly setting?: string;
  readonly reference?: boolean;
  readonly outside?: boolean;
}

/** An outcome; sources have the ids 10, 20, 30 … */
export function outcomeOf<K extends ExperimentId>(
  id: K,
  sources: readonly (string | TestSource)[],
  result: ExperimentResults[K],
  seed = 42,
): ShownOutcome<K> {
  const named = sources.map((source) => (typeof source === 'string' ? { name: source } : source));
  const shown = named.map(({ name, setting = 'default', reference = true, outside = false }, place) => ({
    id: 10 * (place + 1),
    name,
    setting,
    reference,
    colour: place,
    css: '',
    outside,
    figures: null,
  }));
  return {
    id,
    about: { sources: shown, tau: 0.05, weighting: 'full', seed, base: 10 },
    result,
    sources: shown,
  } as ShownOutcome<K>;
}

/** A made source of which only the score matters. */
export function made(eci: number, request: MadeRequest): MadeSource {
  return {
    request,
    eci,
    trace: eci,
    lambda_max: 0.01,
    records: 10,
    negatives: 20,
    inverted_pairs: 4,
    mean_rho: 0.5,
    mean_eta: 0.5,
    mean_psi: 0.5,
    inversion_rate: 0.2,
    flags: [],
    facts: {},
    weightings: {},
  };
}

export const NOTHING: MadeResult = {
  made: [],
  missing: [],
  scores: [],
  flags: [],
  intervals: [],
  apart: [],
  envelope: null,
};
