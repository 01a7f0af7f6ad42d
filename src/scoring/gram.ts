/**
 * Learn's geometry: three cosines between three unit vectors, and Î of two dimensions as an ellipse. A triple is possible where its
 * Gram matrix [[1, a, b], [a, 1, c], [b, c, 1]] is positive semidefinite.
 */

/** u·v⁺, u·v⁻ and v⁺·v⁻. */
export type CosineTriple = readonly [queryPositive: number, queryNegative: number, positiveNegative: number];

/** Rounding error allowed in the determinant of a possible triple. */
const SLACK = 1e-12;

/** True where some three unit vectors have these cosines. */
export function isPossible(cosines: CosineTriple): boolean {
  const [a, b, c] = cosines;
  const determinant = 1 + 2 * a * b * c - a * a - b * b - c * c;
  return cosines.every((cosine) => Math.abs(cosine) <= 1) && determinant >= -SLACK;
}

/** The range of the third cosine beside two others of [−1, 1]: ab ± √((1 − a²)(1 − b²)). */
export function thirdCosineRange(a: number, b: number): { least: number; most: number } {
  const middle = a * b;
  const reach = Math.sqrt((1 - a * a) * (1 - b * b));
  return { least: Math.max(-1, middle - reach), most: Math.min(1, middle + reach) };
}

/** Unit vectors with the cosines of a possible triple: u on the first axis, v⁺ in the plane of the first two. */
export function placePair([a, b, c]: CosineTriple) {
  const height = Math.sqrt(Math.max(0, 1 - a * a));
  // With v⁺ = ±u every direction across u will do, and c adds nothing to b.
  const across = height === 0 ? 0 : (c - a * b) / height;
  const depth = Math.sqrt(Math.max(0, 1 - b * b - across * across));
  return {
    query: Float64Array.of(1, 0, 0),
    positive: Float64Array.of(a, height, 0),
    negative: Float64Array.of(b, across, depth),
  };
}

/**
 * The ellipse of I + Î. Its area over that of the unit circle is det(I + Î), so the logarithm of that ratio
 * is the score.
 * @param information Î, 2×2, row-major, symmetric, positive semidefinite
 * @returns its half axes 1 + λ_max and 1 + λ_min, and the direction of the longer one in radians, of (−π/2, π/2]
 */
export function informationEllipse(information: Float64Array) {
  const [xx, xy, , yy] = information;
  const middle = (xx + yy) / 2;
  const reach = Math.hypot((xx - yy) / 2, xy);
  return {
    major: 1 + (middle + reach),
    minor: 1 + Math.max(0, middle - reach),
    angle: Math.atan2(2 * xy, xx - yy) / 2,
  };
}
