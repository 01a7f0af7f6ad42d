/**
 * Weightings w of a pair (paper, Table "Gate, weighting, and safety ablations"). Twelve of them are the safety grid;
 * `margin-hardness` is beside it.
 */

import { LN99, LN999 } from './buckets';
import { pairwiseGradientEnergy } from './gates';
import type { PairGates } from './pair-gates';

/** ρ < p, applied to the margin: m < τ·logit, where logit = ln(p/(1−p)). */
function rhoBelow(logit: number, gates: Readonly<PairGates>): boolean {
  return gates.margin < gates.tau * logit;
}

const full = (g: Readonly<PairGates>): number => g.rho * g.eta * g.psi;

export interface Weighting {
  readonly formula: string;
  readonly weight: (gates: Readonly<PairGates>) => number;
}

const of = (formula: string, weight: Weighting['weight']): Weighting => ({ formula, weight });

export const WEIGHTINGS = {
  full: of('ρ η ψ', full),
  'drop-rho': of('η ψ', (g) => g.eta * g.psi),
  'drop-eta': of('ρ ψ', (g) => g.rho * g.psi),
  'drop-psi': of('ρ η', (g) => g.rho * g.eta),
  uniform: of('1', () => 1),
  gradient: of('(1−ρ)² η ψ', (g) => g.oneMinusRho * g.oneMinusRho * g.eta * g.psi),
  'margin-hardness': of('(1−ρ)² ‖v⁺−v⁻‖² / τ²', (g) =>
    pairwiseGradientEnergy(g.oneMinusRho, g.distance, g.tau),
  ),
  'two-sided': of('ρ² (1−ρ)', (g) => g.rho * g.rho * g.oneMinusRho),
  'two-sided-eta': of('ρ² (1−ρ) η', (g) => g.rho * g.rho * g.oneMinusRho * g.eta),
  'symmetric-psi': of('ρ (1−ρ) ψ', (g) => g.rho * g.oneMinusRho * g.psi),
  'symmetric-eta-psi': of('ρ (1−ρ) η ψ', (g) => g.rho * g.oneMinusRho * g.eta * g.psi),
  'clip-0.99': of('ρ η ψ 1[ρ<0.99]', (g) => (rhoBelow(LN99, g) ? full(g) : 0)),
  'clip-0.999': of('ρ η ψ 1[ρ<0.999]', (g) => (rhoBelow(LN999, g) ? full(g) : 0)),
};

export type WeightingId = keyof typeof WEIGHTINGS;

export const WEIGHTING_IDS = Object.keys(WEIGHTINGS) as readonly WeightingId[];

export const SAFETY_GRID: readonly WeightingId[] = WEIGHTING_IDS.filter((id) => id !== 'margin-hardness');

/** The temperature and weighting under which gates, weights and scores are computed. */
export interface Gating {
  readonly tau: number;
  readonly weighting: WeightingId;
}

/** The score as a citation gives it: the paper's version, and the weight that was used. */
export function scoreFormula(weighting: WeightingId): string {
  const { formula } = WEIGHTINGS[weighting];
  return `ECI = log det(I + (1/N) Σ w r rᵀ), w = ${formula} (arXiv 2603.20990v3)`;
}

/** The largest weight a pair can have: gates lie in [0, 1], and two unit vectors are 2 apart at the most. */
export function largestWeight({ tau, weighting }: Gating): number {
  return weighting === 'margin-hardness' ? pairwiseGradientEnergy(1, 2, tau) : 1;
}

export function byWeighting<T>(of: (id: WeightingId, place: number) => T): Record<WeightingId, T> {
  return Object.fromEntries(WEIGHTING_IDS.map((id, place) => [id, of(id, place)])) as Record<WeightingId, T>;
}
