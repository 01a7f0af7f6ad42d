/**
 * A confidence sequence for a mean: an interval that holds at every moment at once, so that one may look after each draw
 * and stop at any time. It is about the file where its N units are drawn without replacement, and about all units that
 * might have been in it where N is infinite.
 *
 * Let S be the sum of the first n of N units in random order, and μ the mean of all N. Then (S − nμ)/(N − n) is a
 * martingale in n, with variance σ²/(N − 1) · n/(N − n): in the clock s = nN/(N − n) it moves like Brownian motion.
 * Robbins' normal mixture bounds such a process at every moment (Howard et al. 2021, Proposition 5; Waudby-Smith et
 * al. 2024, "Time-uniform central limit theory", for estimated variances). For n ≪ N the clock is n itself, and the
 * interval is the usual one for independent draws; at n = N its width is zero.
 *
 * σ is estimated from the n units drawn. The cost of that in a small sample is taken from normal draws, for which the
 * same mixture has an exact form (Lai 1976; Wang and Ramdas 2025, "Anytime-valid t-tests").
 */

/** Where the boundary is tightest, in clock time: about the units after which most orders are settled. */
const TIGHTEST_AT = 300;

/** Fewest units for an interval: below this the variance is not known well enough. */
export const FEWEST_UNITS = 40;

/**
 * Largest share of one unit in the sum of squared deviations. Above it the normal approximation is not to be trusted
 * (Lindeberg's condition), and no interval is given.
 */
export const LARGEST_SHARE = 0.1;

/**
 * Share of the error that is used; the rest is a reserve for units that are not normal. Measured (docs/CERTAINTY.md):
 * without the reserve an interval errs just as often as it may, to within the resolution of a simulation.
 */
const ERROR_USED = 0.9;

/** The mixture's scale r for which the boundary at s is tightest (Howard et al. 2021, Section 3.5). */
function mixtureScale(alpha: number): number {
  const spent = 2 * Math.log(1 / alpha);
  return TIGHTEST_AT / (spent + Math.log(1 + spent));
}

/**
 * Robbins' two-sided normal mixture boundary, in units of a standard deviation that is estimated from `drawn` units.
 * With L = ln((s + r)/(r α²)), q = exp(L/n) and a = r/(s + r): √(s (n − 1)(q − 1)/(1 − a q)), which is √((s + r) L) for
 * large n. Infinite where n is too small for any interval.
 */
export function studentBoundary(clock: number, drawn: number, alpha: number): number {
  const r = mixtureScale(alpha);
  const q = Math.exp(Math.log((clock + r) / (r * alpha * alpha)) / drawn);
  const a = r / (clock + r);
  return a * q < 1 ? Math.sqrt((clock * (drawn - 1) * (q - 1)) / (1 - a * q)) : Infinity;
}

/**
 * Half the width of the interval for the mean of all units, valid at every n at once.
 * @param drawn n, units drawn so far
 * @param total N, units there are; Infinity for other units like these
 * @param deviation standard deviation of a unit, estimated from those drawn
 * @param alpha error that all moments together may have
 */
export function meanHalfWidth(drawn: number, total: number, deviation: number, alpha: number): number {
  if (drawn >= total) return 0;
  const left = shareLeft(drawn, total);
  const clock = drawn / left;
  return ((deviation * left) / drawn) * studentBoundary(clock, drawn, ERROR_USED * alpha);
}

/** (N − n)/N. */
function shareLeft(drawn: number, total: number): number {
  return total === Infinity ? 1 : (total - drawn) / total;
}

/** More units than any file has. */
const MOST_UNITS = 1e12;

/**
 * Units after which the interval would be as narrow as `target` if the deviation stays: found by bisection, since the
 * width falls with every unit. `total` where only the whole file suffices; never more than {@link MOST_UNITS}.
 */
export function unitsForHalfWidth(target: number, total: number, deviation: number, alpha: number): number {
  let low = 1;
  let high = Math.min(total, MOST_UNITS);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (meanHalfWidth(middle, total, deviation, alpha) <= target) high = middle;
    else low = middle + 1;
  }
  return high;
}
