/**
 * Weightings w of a pair (paper, Table "Gate, weighting, and safety ablations"). Twelve of them are the safety grid;
 * `margin-hardness` is beside it.
 */

import { LN99, LN999 } from './buckets';
import { pairwiseGradientEnergy } from './gates';
import type { PairGates } from './pair-gates';

export const WEIGHTING_IDS = [
  'full',
  'drop-rho',
  'drop-eta',
  'drop-psi',
  'uniform',
  'gradient',
  'margin-hardness',
  'two-sided',
  'two-sided-eta',
  'symmetric-psi',
  'symmetric-eta-psi',
  'clip-0.99',
  'clip-0.999',
] as const;

export type WeightingId = (typeof WEIGHTING_IDS)[number];

/** The temperature and weighting under which gates, weights and scores are computed. */
export interface Gating {
  readonly tau: number;
  readonly weighting: WeightingId;
}

export interface Weighting {
  /** The formula as it is shown. */
  readonly formula: string;
  readonly weight: (gates: Readonly<PairGates>) => number;
  readonly inSafetyGrid: boolean;
  /** The largest weight a pair can have at a temperature; 1 where it is left out: gates lie in [0, 1]. */
  readonly largest?: (tau: number) => number;
}

/** ρ < p, applied to the margin: m < τ·logit, where logit = ln(p/(1−p)). */
function rhoBelow(logit: number, gates: Readonly<PairGates>): boolean {
  return gates.margin < gates.tau * logit;
}

const full = (g: Readonly<PairGates>): number => g.rho * g.eta * g.psi;

const inGrid = (formula: string, weight: Weighting['weight']): Weighting => {
  return { formula, weight, inSafetyGrid: true };
};

export const WEIGHTINGS: Readonly<Record<WeightingId, Weighting>> = {
  full: inGrid('ρ η ψ', full),
  'drop-rho': inGrid('η ψ', (g) => g.eta * g.psi),
  'drop-eta': inGrid('ρ ψ', (g) => g.rho * g.psi),
  'drop-psi': inGrid('ρ η', (g) => g.rho * g.eta),
  uniform: inGrid('1', () => 1),
  gradient: inGrid('(1−ρ)² η ψ', (g) => g.oneMinusRho * g.oneMinusRho * g.eta * g.psi),
  'margin-hardness': {
    formula: '(1−ρ)² ‖v⁺−v⁻‖² / τ²',
    weight: (g) => pairwiseGradientEnergy(g.oneMinusRho, g.distance, g.tau),
    inSafetyGrid: false,
    // Two unit vectors are 2 apart at the most.
    largest: (tau) => pairwiseGradientEnergy(1, 2, tau),
  },
  'two-sided': inGrid('ρ² (1−ρ)', (g) => g.rho * g.rho * g.oneMinusRho),
  'two-sided-eta': inGrid('ρ² (1−ρ) η', (g) => g.rho * g.rho * g.oneMinusRho * g.eta),
  'symmetric-psi': inGrid('ρ (1−ρ) ψ', (g) => g.rho * g.oneMinusRho * g.psi),
  'symmetric-eta-psi': inGrid('ρ (1−ρ) η ψ', (g) => g.rho * g.oneMinusRho * g.eta * g.psi),
  'clip-0.99': inGrid('ρ η ψ 1[ρ<0.99]', (g) => (rhoBelow(LN99, g) ? full(g) : 0)),
  'clip-0.999': inGrid('ρ η ψ 1[ρ<0.999]', (g) => (rhoBelow(LN999, g) ? full(g) : 0)),
};

/** The score as a citation gives it: the paper's version, and the weight that was used. */
export function scoreFormula(weighting: WeightingId): string {
  const { formula } = WEIGHTINGS[weighting];
  return `ECI = log det(I + (1/N) Σ w r rᵀ), w = ${formula} (arXiv 2603.20990v3)`;
}

/** The largest weight a pair can have. */
export function largestWeight({ tau, weighting }: Gating): number {
  return WEIGHTINGS[weighting].largest?.(tau) ?? 1;
}

/** Something for each weighting. @param of gets the weighting and its place in {@link WEIGHTING_IDS} */
export function byWeighting<T>(of: (id: WeightingId, place: number) => T): Record<WeightingId, T> {
  return Object.fromEntries(WEIGHTING_IDS.map((id, place) => [id, of(id, place)])) as Record<WeightingId, T>;
}
