/** Edges of rates and buckets, applied to m, l and C so that no rounding of an exponential moves a pair across an edge. */

/** ln 3 to the last digit; V8's Math.log(3) is one unit below it. */
const LN3 = 1.0986122886681098;

/** ln 99 and ln 999, written out so that the edges are the same in every browser. */
export const LN99 = 4.59511985013459;
export const LN999 = 6.906754778648554;

/** Slack of the two edges of the lexical coverage C. */
const COVERAGE_SLACK = 1e-12;

/** ρ < 0.5 ⇔ m < 0. A tie (m = 0) is not an inversion. */
export function isInverted(margin: number): boolean {
  return margin < 0;
}

/** ρ ≥ 0.75 ⇔ m ≥ τ ln 3. */
export function isConsistent(margin: number, tau: number): boolean {
  return margin >= tau * LN3;
}

/** η ≤ 0.25 ⇔ l ≤ −τ ln 3. */
export function isLowLocality(locality: number, tau: number): boolean {
  return locality <= -tau * LN3;
}

/** η ≥ 0.75 ⇔ l ≥ τ ln 3. */
export function isHighLocality(locality: number, tau: number): boolean {
  return locality >= tau * LN3;
}

/** C ≥ 0.5, with slack. */
export function isHighCoverage(coverage: number): boolean {
  return coverage >= 0.5 - COVERAGE_SLACK;
}

/** ψ ≥ 0.75 ⇔ C ≤ 0.25, with slack. */
export function isHighResiduality(coverage: number): boolean {
  return coverage <= 0.25 + COVERAGE_SLACK;
}
