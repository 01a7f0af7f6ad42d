/**
 * How certain the order of finished files is for other queries like these: a paired bootstrap over queries
 * (the files are known whole; what is uncertain is which queries happened to be in them). Its intervals hold for all
 * pairs of sources at once, by the largest studentised deviation ("max-t", Romano and Wolf 2005).
 */

import { orientDifference, type Interval, type ScoreDifference } from './order';
import { ratio, type UnitSums } from './units';

/**
 * Traces of all sources on one resample of the units: as many units as there are, drawn with replacement, the same
 * for every source, so that differences stay paired.
 * @param random uniform numbers of [0, 1)
 */
export function resampledRatios(sources: readonly UnitSums[], random: () => number): Float64Array {
  const units = sources[0]?.sums.length ?? 0;
  const sums = new Float64Array(sources.length);
  const pairs = new Float64Array(sources.length);
  for (let draw = 0; draw < units; draw++) {
    const unit = Math.floor(random() * units);
    for (let s = 0; s < sources.length; s++) {
      const source = sources[s];
      sums[s] += source.sums[unit];
      pairs[s] += source.pairs[unit];
    }
  }
  return sums.map((sum, s) => sum / pairs[s]);
}

/**
 * Interval of each score: the quantiles of its resampled traces, shifted by the gap between trace and ECI.
 * @param scores ECI of each source
 * @param resamples entries of {@link resampledRatios}, none with a missing source
 */
export function scoreIntervals(
  sources: readonly UnitSums[],
  scores: readonly number[],
  resamples: readonly Float64Array[],
  level: number,
): Interval[] {
  return sources.map((source, s) => {
    const value = scores[s];
    const gap = ratio(source, source.sums.length) - value;
    const sorted = Float64Array.from(resamples, (traces) => traces[s]).sort();
    const low = quantile(sorted, (1 - level) / 2) - gap;
    const high = quantile(sorted, (1 + level) / 2) - gap;
    return { value, low, high };
  });
}

/**
 * Difference of the scores of each pair, with intervals that hold for all pairs at once.
 * @param pairs places of the sources compared
 */
export function differenceIntervals(
  pairs: readonly (readonly [number, number])[],
  sources: readonly UnitSums[],
  scores: readonly number[],
  resamples: readonly Float64Array[],
  level: number,
): ScoreDifference[] {
  const traces = sources.map((source) => ratio(source, source.sums.length));
  const errors = pairs.map(([a, b]) => {
    const difference = traces[a] - traces[b];
    return Math.sqrt(mean(resamples, (t) => (t[a] - t[b] - difference) ** 2));
  });
  const largest = Float64Array.from(resamples, (resample) =>
    pairs.reduce((most, [a, b], i) => {
      const error = errors[i];
      if (error === 0) return most;
      const difference = traces[a] - traces[b];
      return Math.max(most, Math.abs(resample[a] - resample[b] - difference) / error);
    }, 0),
  ).sort();
  const times = quantile(largest, level);
  return pairs.map(([a, b], i) => {
    const value = scores[a] - scores[b];
    const half = times * errors[i];
    return orientDifference(a, b, { value, low: value - half, high: value + half });
  });
}

/** The smallest value that at least a share `p` of the sorted values does not exceed. */
export function quantile(sorted: Float64Array, p: number): number {
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1));
  return sorted[index];
}

function mean<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0) / values.length;
}
