/**
 * The order of sources while records come in: intervals for every score and every difference, valid at every moment
 * at once. What is estimated is the order of the whole files' ECI.
 *
 * ECI is the trace less a small gap (log-det against trace, paper, Section "Linear Regime"). The trace is a ratio of
 * sums over units and has an interval; the gap of the whole file lies between 0 and the gap of what was drawn, for
 * log det is concave, so that a sample's gap is larger on average. An order is called only where neither the
 * interval nor the gaps could turn it.
 */

import { FEWEST_UNITS, LARGEST_SHARE, meanHalfWidth, unitsForHalfWidth } from './confidence-sequence';
import { orientDifference, pairsOf, type Interval, type ScoreDifference } from './order';
import { estimateDifference, estimateRatio, type RatioEstimate, type UnitSums } from './units';

/** Decisions are made on figures rounded to this: far above the noise between devices, far below any difference. */
const DECISION_STEP = 1e-5;

/** One source at a moment. */
export interface SourceSoFar extends UnitSums {
  /** ECI of what was drawn. */
  readonly eci: number;
}

/** What is known of two sources, and since when. */
export interface PairSoFar extends ScoreDifference {
  /** Units drawn when the order was settled; null while it is open. */
  readonly settledAt: number | null;
  /** Units after which the difference would be settled if it stays as it is; null where it is settled. */
  readonly unitsNeeded: number | null;
}

export class OrderSequence {
  private readonly pairs: readonly (readonly [number, number])[];
  private readonly known: Interval[];
  private readonly settled: (number | null)[];
  private readonly alpha: number;

  /**
   * @param sources number of sources compared
   * @param total N: units of the whole files
   * @param level probability with which all orders called are right, at all moments together, such as 0.95
   */
  constructor(
    sources: number,
    private readonly total: number,
    private readonly level: number,
  ) {
    this.pairs = pairsOf(sources);
    this.alpha = (1 - level) / Math.max(1, this.pairs.length);
    this.known = this.pairs.map(() => ({ value: 0, low: -Infinity, high: Infinity }));
    this.settled = this.pairs.map(() => null);
  }

  /**
   * Takes note of a moment. A pair that is settled stays as it was when it was settled: its sources may no longer
   * be drawn.
   * @param drawn n: units drawn so far, the same for all sources that still are
   */
  update(sources: readonly SourceSoFar[], drawn: number): void {
    this.pairs.forEach(([a, b], i) => {
      if (this.settled[i] !== null) return;
      const one = sources[a] as SourceSoFar;
      const other = sources[b] as SourceSoFar;
      const interval = this.difference(one, other, drawn);
      this.known[i] = intersection(this.known[i] as Interval, interval);
      const { low, high } = this.known[i] as Interval;
      if (rounded(low) > 0 || rounded(high) < 0) this.settled[i] = drawn;
    });
  }

  /** True where the place of the source against every other one is settled. */
  isSettled(source: number): boolean {
    return this.pairs.every(([a, b], i) => (a !== source && b !== source) || this.settled[i] !== null);
  }

  get allSettled(): boolean {
    return this.settled.every((at) => at !== null);
  }

  /** Every pair as it is known now. */
  differences(sources: readonly SourceSoFar[], drawn: number): PairSoFar[] {
    return this.pairs.map(([a, b], i) => {
      const settledAt = this.settled[i] as number | null;
      const oriented = orientDifference(a, b, this.known[i] as Interval);
      if (settledAt !== null || drawn >= this.total) return { ...oriented, settledAt, unitsNeeded: null };
      const { deviation } = estimateDifference(sources[a] as UnitSums, sources[b] as UnitSums, drawn);
      const unitsNeeded = unitsForHalfWidth(oriented.difference, this.total, deviation, this.alpha);
      return { ...oriented, settledAt, unitsNeeded: Math.max(unitsNeeded, drawn) };
    });
  }

  /** Interval of one source's score at this level of its own, valid at every moment. */
  score(source: SourceSoFar, drawn: number): Interval {
    const estimate = estimateRatio(source, drawn);
    const half = this.halfWidth(estimate, drawn, 1 - this.level);
    const gap = drawn < this.total ? gapSoFar(source, estimate.value, half) : 0;
    return {
      value: source.eci,
      low: source.eci - half,
      high: source.eci + half + gap,
    };
  }

  private difference(a: SourceSoFar, b: SourceSoFar, drawn: number): Interval {
    const value = a.eci - b.eci;
    if (drawn >= this.total) return { value, low: value, high: value };
    const estimate = estimateDifference(a, b, drawn);
    const half = this.halfWidth(estimate, drawn, this.alpha);
    const gapA = gapSoFar(a, estimateRatio(a, drawn).value, half);
    const gapB = gapSoFar(b, estimateRatio(b, drawn).value, half);
    return { value, low: estimate.value - half - gapA, high: estimate.value + half + gapB };
  }

  /** Infinite where the units drawn, or those left, are too few or too unlike for the interval to hold. */
  private halfWidth({ deviation, largestShare }: RatioEstimate, drawn: number, alpha: number): number {
    if (drawn >= this.total) return 0;
    const shareOfLeft = (largestShare * (drawn - 1)) / (this.total - drawn);
    const toBeTrusted = drawn >= FEWEST_UNITS && Math.max(largestShare, shareOfLeft) <= LARGEST_SHARE;
    return toBeTrusted ? meanHalfWidth(drawn, this.total, deviation, alpha) : Infinity;
  }
}

/**
 * Most that trace less ECI of the whole file may be: what it is so far, raised by the square of what the trace may
 * still grow, for the gap is of second order in Î.
 */
function gapSoFar(source: SourceSoFar, trace: number, halfWidth: number): number {
  const gap = Math.max(0, trace - source.eci);
  return trace > 0 && Number.isFinite(halfWidth) ? gap * (1 + halfWidth / trace) ** 2 : gap;
}

/** Intervals of earlier moments hold too, so only what all of them hold stays; a contradiction leaves the newest. */
function intersection(before: Interval, now: Interval): Interval {
  const low = Math.max(before.low, now.low);
  const high = Math.min(before.high, now.high);
  return low <= high ? { value: now.value, low, high } : now;
}

function rounded(value: number): number {
  return Math.round(value / DECISION_STEP);
}
