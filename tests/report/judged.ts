/** Sources as they enter a verdict, with the audit statistics of three mined sources and a random one. */

import { verdictOf, type JudgedSource, type VerdictInput } from '../../src/report/verdict';
import type { Certainty } from '../../src/engine/results';
import { certainOrder } from '../support/results';

/** TREC-DL with potion-base-2M, rounded. */
export const MINED = { mean_rho: 0.679, mean_eta: 0.646, mean_psi: 0.492, inversion_rate: 0.292 };
const RANDOM = { mean_rho: 0.994, mean_eta: 0.574, mean_psi: 0.936, inversion_rate: 0.004 };

let nextId = 1;

/** A reference of 97 queries unless told otherwise. */
export function mined(name: string, eci: number, over: Partial<JudgedSource> = {}): JudgedSource {
  return {
    id: nextId++,
    name,
    setting: 'default',
    reference: true,
    medianK: 30,
    kOfMost: 30,
    queries: 97,
    eci,
    statistics: MINED,
    warnings: [],
    negativesEqualPositive: 0,
    knownPositives: 0,
    negatives: 2910,
    duplicateNegatives: 0,
    sameAs: null,
    margin: false,
    ...over,
  };
}

/** No reference; it lies outside on ρ, ψ and the inversion rate. */
export function random(over: Partial<JudgedSource> = {}): JudgedSource {
  return mined('random', 0.5318, { reference: false, statistics: RANDOM, ...over });
}

/** Every order and every flag is certain, and each score to within a hundredth. */
export function certainly(sources: readonly JudgedSource[]): Certainty {
  const known = certainOrder(sources);
  const scores = known.scores.map((score, s) => {
    const eci = sources[s]?.eci ?? NaN;
    return { ...score, low: eci - 0.01, high: eci + 0.01 };
  });
  return { ...known, scores };
}

/** Where nothing else is said, all is certain. */
export function judge(sources: readonly JudgedSource[], over: Partial<VerdictInput> = {}) {
  return verdictOf({
    sources,
    certainty: certainly(sources),
    encoder: { name: 'potion-base-2M', bundled: false },
    randomBaseline: null,
    ...over,
  });
}
