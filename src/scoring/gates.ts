/**
 * The gates of a pair (paper, Eq. eci_pairwise_win, eci_semantic_neighborhood; appendix "Pairwise Target-Consistency
 * Gate"). Margins are computed from differences of embeddings, not from differences of cosines.
 */

/** τ of MNRL's default logit scale 1/τ = 20 (paper, Eq. eci_pairwise_win). */
export const DEFAULT_TEMPERATURE = 0.05;

/** Any row of numbers: an embedding in float32 or float64. */
export type Vector = Float32Array | Float64Array;

/** exp(−|x|), from which both σ(x) and σ(−x) follow. */
export function decay(x: number): number {
  return Math.exp(-Math.abs(x));
}

/** σ(x) without overflow. @param e exp(−|x|), if known */
export function sigmoid(x: number, e = decay(x)): number {
  return (x >= 0 ? 1 : e) / (1 + e);
}

/** What gates are made of, at any temperature. */
export interface PairGeometry {
  /** m = u·(v⁺ − v⁻). */
  margin: number;
  /** l = v⁻·(v⁺ − u). */
  locality: number;
  /** ‖v⁺ − v⁻‖. */
  distance: number;
}

/**
 * m, l and ‖v⁺ − v⁻‖ of one pair in float64. Rows of equal numbers give exactly m = 0 and distance 0.
 * @param query u, length d
 * @param positive v⁺, length d
 * @param negative v⁻, length d
 * @param out receives the three numbers
 */
export function pairGeometry(query: Vector, positive: Vector, negative: Vector, out: PairGeometry): void {
  let margin = 0;
  let locality = 0;
  let square = 0;
  for (let i = 0; i < positive.length; i++) {
    const u = query[i];
    const p = positive[i];
    const n = negative[i];
    const delta = p - n;
    margin += u * delta;
    locality += n * (p - u);
    square += delta * delta;
  }
  out.margin = margin;
  out.locality = locality;
  out.distance = Math.sqrt(square);
}

/** ρ = σ(m/τ): probability of the positive under the two-document softmax (Eq. pairwise_surrogate_event). */
export function targetConsistency(margin: number, tau: number, e = decay(margin / tau)): number {
  return sigmoid(margin / tau, e);
}

/** 1 − ρ = σ(−m/τ), never by subtraction. */
export function targetInconsistency(margin: number, tau: number, e = decay(margin / tau)): number {
  return sigmoid(-margin / tau, e);
}

/** η = σ(l/τ): the negative is nearer to the positive than to the query (Eq. eci_semantic_neighborhood). */
export function semanticLocality(locality: number, tau: number): number {
  return sigmoid(locality / tau);
}

/** ψ = 1 − C (Eq. eci_lexical_residual). */
export function lexicalResiduality(coverage: number): number {
  return 1 - coverage;
}

/** −log ρ = log(1 + exp(−m/τ)) without overflow: the two-document loss ℓ₂ (Eq. pairwise_loss_connection). */
export function pairwiseLoss(margin: number, tau: number): number {
  return Math.max(-margin / tau, 0) + Math.log1p(decay(margin / tau));
}

/** ‖∇_u ℓ₂‖² = (1−ρ)²‖v⁺−v⁻‖²/τ² (Eq. pairwise_gradient_outer_product). */
export function pairwiseGradientEnergy(oneMinusRho: number, distance: number, tau: number): number {
  const norm = (oneMinusRho * distance) / tau;
  return norm * norm;
}
