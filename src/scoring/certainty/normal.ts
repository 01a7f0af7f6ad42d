/** Quantiles of the normal and of Student's distribution, and intervals without resamples. */

/** Φ⁻¹(0.975): half the width of an interval of 95 %, in standard errors. */
export const TWO_SIDED_95 = 1.959963984540054;

/**
 * The value below which a standard normal number lies with probability `p`, for p of [0.5, 1): Abramowitz and Stegun 1964,
 * 26.2.23, and a step of Newton with {@link upperTail}. Error below 2e-6 up to 0.999, below 4.5e-4 above.
 */
export function normalQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(1 - p));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  const z = t - above / below;
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return p > 0.999 ? z : z + (upperTail(z) - (1 - p)) / density;
}

/** 1 − Φ(z) (Abramowitz and Stegun 26.2.17, absolute error below 7.5e-8). */
export function upperTail(z: number): number {
  if (z < 0) return 1 - upperTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}

/**
 * The value below which Student's t lies with probability `p`, for p of [0.5, 1): by bisection of the exact sum for whole
 * degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4); above 300 by z + (z³ + z)/4ν (26.7.5).
 */
export function studentQuantile(p: number, freedom: number): number {
  if (freedom > 300) {
    const z = normalQuantile(p);
    return z + (z ** 3 + z) / (4 * freedom);
  }
  let low = 0;
  let high = Math.PI / 2;
  for (let i = 0; i < 60; i++) {
    const angle = (low + high) / 2;
    if (studentWithin(angle, freedom) < 2 * p - 1) low = angle;
    else high = angle;
  }
  return Math.sqrt(freedom) * Math.tan((low + high) / 2);
}

/** P(|t| ≤ √ν tan θ). */
function studentWithin(angle: number, freedom: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = 0;
  for (let k = isOdd ? 1 : 0; k <= freedom - 2; k += 2) {
    sum += term;
    term *= ((k + 1) / (k + 2)) * cosine * cosine;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/** Half the width of a two-sided interval of a mean of influences. @param deviation standard deviation of one of `count` */
export function normalHalfWidth(deviation: number, count: number, level: number): number {
  return (normalQuantile((1 + level) / 2) * deviation) / Math.sqrt(count);
}
