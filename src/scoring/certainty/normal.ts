/** Intervals without resamples, for figures that follow a hand: the errors are taken to be normal. */

/** Φ⁻¹(0.975): half the width of an interval of 95 %, in standard errors. */
export const TWO_SIDED_95 = 1.959964;

/**
 * The value below which a standard normal number lies with probability `p`, for p of [0.5, 1). Error below 4.5 × 10⁻⁴
 * (Abramowitz and Stegun 1964, 26.2.23).
 */
export function normalQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(1 - p));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return t - above / below;
}

/** Half the width of a two-sided interval of a mean of influences. @param deviation standard deviation of one of `count` */
export function normalHalfWidth(deviation: number, count: number, level: number): number {
  return (normalQuantile((1 + level) / 2) * deviation) / Math.sqrt(count);
}
