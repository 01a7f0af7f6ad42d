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
function sigmoid(x: number, e = decay(x)): number {
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
export function pairwiseLoss(margin: number, tau: number, e = decay(margin / tau)): number {
  return Math.max(-margin / tau, 0) + Math.log1p(e);
}

/**
 * The MNRL proxy of one record (paper, Section "Baseline Diagnostics"): −log softmax of the positive against its K negatives,
 * log(1 + Σ_k exp(−m_k/τ)) without overflow.
 * @param margins m of a source's pairs; the record's are [start, end)
 */
export function mnrlLoss(margins: Float64Array, start: number, end: number, tau: number): number {
  let largest = 0;
  for (let i = start; i < end; i++) largest = Math.max(largest, -margins[i] / tau);
  let others = 0;
  for (let i = start; i < end; i++) others += Math.exp(-margins[i] / tau - largest);
  return largest === 0 ? Math.log1p(others) : largest + Math.log(Math.exp(-largest) + others);
}

/** ‖∇_u ℓ₂‖² = (1−ρ)²‖v⁺−v⁻‖²/τ² (Eq. pairwise_gradient_outer_product). */
export function pairwiseGradientEnergy(oneMinusRho: number, distance: number, tau: number): number {
  const norm = (oneMinusRho * distance) / tau;
  return norm * norm;
}

/**
 * ∇_u ℓ₂ = −((1 − ρ)/τ)(v⁺ − v⁻), with u taken as a free vector (Proposition pairwise_gradient_information, Eq.
 * pairwise_query_gradient).
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
