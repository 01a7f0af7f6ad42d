/** The table of gates, and the gates of one pair at one temperature. */

import { decay, lexicalResiduality, semanticLocality, targetConsistency, targetInconsistency } from './gates';
import type { PairColumns } from './pairs';

/**
 * The gates, in the order of all tables, in words for a reader and shorter. A new one has its equation in `gates.ts`, a row here,
 * a line in {@link gatesOfPair} and in `putGates`, and its place in `weightings.ts`. Means, flags, histograms, filters, reports and files
 * follow this table.
 */
export const GATES = [
  {
    id: 'rho',
    sign: 'ρ',
    words: 'target consistency',
    plain: 'prefers the positive',
    brief: 'prefers positive',
  },
  {
    id: 'eta',
    sign: 'η',
    words: 'semantic locality',
    plain: 'nearer to it than to the query',
    brief: 'nearer to it',
  },
  {
    id: 'psi',
    sign: 'ψ',
    words: 'lexical residuality',
    plain: 'few shared words',
    brief: 'few shared words',
  },
] as const;

export type GateId = (typeof GATES)[number]['id'];

export type GateNumbers = Readonly<Record<GateId, number>>;

/** The means of the gates, under their names in a report. */
export type GateMeans<T = number> = Readonly<Record<`mean_${GateId}`, T>>;

export const GATE_IDS: readonly GateId[] = GATES.map(({ id }) => id);

export function byGate<T>(of: (gate: GateId) => T): Record<GateId, T> {
  return Object.fromEntries(GATE_IDS.map((id) => [id, of(id)])) as Record<GateId, T>;
}

export function gateMeans<T>(of: (gate: GateId) => T): GateMeans<T> {
  return Object.fromEntries(GATE_IDS.map((id) => [`mean_${id}`, of(id)])) as GateMeans<T>;
}

export type PairGates = ReturnType<typeof emptyGates>;

/**
 * For the gates of one pair at one temperature: beside them 1 − ρ = σ(−m/τ), exp(−|m|/τ), from which ρ, 1 − ρ and −log ρ follow, m
 * and ‖v⁺ − v⁻‖.
 */
export function emptyGates(tau: number) {
  // A literal: what is spread is read more slowly, and this is written for every pair.
  return { rho: 0, eta: 0, psi: 0, oneMinusRho: 0, decay: 0, margin: 0, distance: 0, tau };
}

export type GateColumns = Pick<PairColumns, 'margin' | 'locality' | 'distance' | 'coverage'>;

/** Writes the gates of pair `i` at temperature `tau` to `out`. */
export function gatesOfPair(
  columns: Readonly<Record<keyof GateColumns, ArrayLike<number>>>,
  i: number,
  tau: number,
  out: PairGates,
): void {
  const margin = columns.margin[i];
  const e = decay(margin / tau);
  out.decay = e;
  out.rho = targetConsistency(margin, tau, e);
  out.oneMinusRho = targetInconsistency(margin, tau, e);
  out.eta = semanticLocality(columns.locality[i], tau);
  out.psi = lexicalResiduality(columns.coverage[i]);
  out.margin = margin;
  out.distance = columns.distance[i];
  out.tau = tau;
}
