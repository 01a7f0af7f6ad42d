/** The gradient of the two-document loss at the query (paper, Proposition pairwise_gradient_information). */

import type { Vector } from './gates';

/**
 * ∇_u ℓ₂ = −((1 − ρ)/τ)(v⁺ − v⁻), with u taken as a free vector (Eq. pairwise_query_gradient).
 * @param positive v⁺, length d
 * @param negative v⁻, length d
 * @param oneMinusRho 1 − ρ of the same pair
 * @param tau temperature, > 0
 * @returns the gradient, length d; a step against it moves the query towards v⁺ − v⁻
 */
export function queryGradient(
  positive: Vector,
  negative: Vector,
  oneMinusRho: number,
  tau: number,
): Float64Array {
  const factor = -oneMinusRho / tau;
  return Float64Array.from(positive, (value, i) => factor * (value - (negative[i] ?? 0)));
}
