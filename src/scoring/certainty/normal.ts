/** Quantiles of the normal and of Student's distribution. */

/** Φ⁻¹(0.975): half the width of an interval of 95 %, in standard errors. */
export const TWO_SIDED_95 = 1.959963984540054;

/** Acklam's rational approximations of Φ⁻¹: the middle, then the tail from {@link TAIL} on. Highest power first. */
const MIDDLE = {
  above: [
    -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
    2.506628277459239,
  ],
  below: [
    -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1,
    -1.328068155288572e1, 1,
  ],
};
const OUTER = {
  above: [
    -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ],
  below: [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1],
};
const TAIL = 0.02425;

/** The value below which a standard normal number lies with probability `p`, for p of [0.5, 1). Relative error below 1.2e-9. */
export function normalQuantile(p: number): number {
  if (1 - p < TAIL) {
    const t = Math.sqrt(-2 * Math.log(1 - p));
    return -polynomial(OUTER.above, t) / polynomial(OUTER.below, t);
  }
  const q = p - 0.5;
  return (q * polynomial(MIDDLE.above, q * q)) / polynomial(MIDDLE.below, q * q);
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}

/**
 * The value below which Student's t lies with probability `p`, for p of [0.5, 1): by its series in 1/ν (Abramowitz and Stegun
 * 26.7.5), relative error below 2e-5 from 28 degrees of freedom on, which need not be whole.
 */
export function studentQuantile(p: number, freedom: number): number {
  const z = normalQuantile(p);
  const square = z * z;
  const first = (z * (square + 1)) / 4;
  const second = (z * ((5 * square + 16) * square + 3)) / 96;
  const third = (z * (((3 * square + 19) * square + 17) * square - 15)) / 384;
  const fourth = (z * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945)) / 92160;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3 + fourth / freedom ** 4;
}
