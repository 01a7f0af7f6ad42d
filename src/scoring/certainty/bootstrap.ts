/**
 * How certain the order of finished files is for other queries like these: a paired bootstrap over queries
 * (the files are known whole; what is uncertain is which queries happened to be in them). Deviations are studentised, each
 * by the standard error of its own resample ("bootstrap-t", Efron and Tibshirani 1993, Section 12.5), so that intervals hold
 * from twenty queries on; those of differences hold for all pairs of sources at once, by the largest of them ("max-t",
 * Romano and Wolf 2005).
 */

import { orientDifference, type Interval, type ScoreDifference } from './order';
import { influences, ratio, type UnitSums } from './units';

/** From so many units on the error of a resample is taken to be that of the files: it differs by a fiftieth. */
const ERRORS_ALIKE_FROM = 1000;

/** What one resample of the units gives. */
export interface Resample {
  /** Trace of each source; NaN where it has no pair in the resample. */
  readonly traces: Float64Array;
  /** Standard error of each trace, then of the difference of each pair. */
  readonly errors: Float64Array;
}

/** Sources over the same units, and the pairs of them that are compared. */
export class QueryBootstrap {
  private readonly units: number;
  /** Of the files themselves. */
  private readonly files: Resample;
  /** Of each source, then of each pair: what each unit adds to the error. Left out where errors are alike. */
  private readonly influences: readonly Float64Array[];

  /** @param pairs places of the sources compared */
  constructor(
    private readonly sources: readonly UnitSums[],
    private readonly pairs: readonly (readonly [number, number])[],
  ) {
    this.units = sources[0]?.sums.length ?? 0;
    const own = sources.map((source) => influences(source, this.units));
    const differences = pairs.map(([a, b]) => own[a].map((value, unit) => value - own[b][unit]));
    const all = [...own, ...differences];
    this.files = {
      traces: Float64Array.from(sources, (source) => ratio(source, this.units)),
      errors: Float64Array.from(all, (of) => standardError(of.length, 0, sumOfSquares(of))),
    };
    this.influences = this.units < ERRORS_ALIKE_FROM ? all : [];
  }

  /**
   * As many units as there are, drawn with replacement, the same for every source, so that differences stay paired.
   * @param random uniform numbers of [0, 1)
   */
  resample(random: () => number): Resample {
    const { units, sources } = this;
    const drawn = drawUnits(units, random);
    const errors = this.influences.map((of) => {
      let sum = 0;
      let squares = 0;
      for (const unit of drawn) {
        sum += of[unit];
        squares += of[unit] ** 2;
      }
      return standardError(units, sum, squares);
    });
    return {
      traces: Float64Array.from(sources, (source) => ratioAt(source, drawn)),
      errors: errors.length > 0 ? Float64Array.from(errors) : this.files.errors,
    };
  }

  /**
   * Interval of each score.
   * @param scores ECI of each source
   * @param resamples those of {@link resample}, none with a missing source
   */
  scoreIntervals(scores: readonly number[], resamples: readonly Resample[], level: number): Interval[] {
    return scores.map((value, s) => {
      const deviations = resamples.map((resample) => this.deviation(resample, s));
      const half = halfWidth(quantile(Float64Array.from(deviations).sort(), level), this.files.errors[s]);
      return { value, low: value - half, high: value + half };
    });
  }

  /** Difference of the scores of each pair, with intervals that hold for all pairs at once. */
  differenceIntervals(
    scores: readonly number[],
    resamples: readonly Resample[],
    level: number,
  ): ScoreDifference[] {
    const first = this.sources.length;
    const largest = resamples.map((resample) =>
      this.pairs.reduce((most, _, i) => Math.max(most, this.deviation(resample, first + i)), 0),
    );
    const times = quantile(Float64Array.from(largest).sort(), level);
    return this.pairs.map(([a, b], i) => {
      const value = scores[a] - scores[b];
      const half = halfWidth(times, this.files.errors[first + i]);
      return orientDifference(a, b, { value, low: value - half, high: value + half });
    });
  }

  /** |t*|: how far a resample's trace, or difference, lies from that of the files, in its own standard errors. */
  private deviation({ traces, errors }: Resample, place: number): number {
    const from = this.valueOf(this.files.traces, place);
    const distance = Math.abs(this.valueOf(traces, place) - from);
    return distance === 0 ? 0 : distance / errors[place];
  }

  private valueOf(traces: Float64Array, place: number): number {
    if (place < this.sources.length) return traces[place];
    const [a, b] = this.pairs[place - this.sources.length];
    return traces[a] - traces[b];
  }
}

/**
 * As many units as there are, with replacement. A loop: `Int32Array.from` would take most of the time of a resample.
 * @param random uniform numbers of [0, 1)
 */
export function drawUnits(units: number, random: () => number): Int32Array {
  const drawn = new Int32Array(units);
  for (let i = 0; i < units; i++) drawn[i] = Math.floor(random() * units);
  return drawn;
}

/** The smallest value that at least a share `p` of the sorted values does not exceed. */
export function quantile(sorted: Float64Array, p: number): number {
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1));
  return sorted[index];
}

/** Σ S / Σ K over some units: the mean over their pairs. */
export function ratioAt({ sums, pairs }: UnitSums, units: Int32Array): number {
  let sum = 0;
  let count = 0;
  for (const unit of units) {
    sum += sums[unit];
    count += pairs[unit];
  }
  return sum / count;
}

/** Without any spread there is no width, however far the rounding of a resample without one deviates. */
function halfWidth(times: number, error: number): number {
  return error === 0 ? 0 : times * error;
}

/** Of the mean of n influences: √(Σ(x − x̄)²/(n(n − 1))); 0 of a single one, which has no spread. */
function standardError(count: number, sum: number, squares: number): number {
  return Math.sqrt(Math.max(0, squares - (sum * sum) / count) / (count * Math.max(1, count - 1)));
}

function sumOfSquares(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}
