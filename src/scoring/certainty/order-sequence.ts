/**
 * The order of sources while records come in: intervals for every score and every difference, valid at every moment
 * at once. What is estimated is the order by ECI on other queries like these; where N is given, that of the whole files.
 *
 * ECI is the trace less a small gap (log-det against trace, paper, Section "Linear Regime"). The trace is a ratio of
 * sums over units and has an interval. The gap of the whole file lies between 0 and the gap of what was drawn: log
 * det is concave, so a sample's gap is larger on average. An order is called only where neither the interval nor the
 * gaps could reverse it.
 */

import { FEWEST_UNITS, LARGEST_SHARE, meanHalfWidth, unitsForHalfWidth } from './confidence-sequence';
import { orientDifference, type Interval, type ScoreDifference } from './order';
import {
  estimateDifference,
  estimateRatio,
  largestOverMean,
  ratio,
  type RatioEstimate,
  type UnitSums,
} from './units';

/**
 * Figures are rounded to this before a decision: far above the noise between devices, far below any real difference.
 */
const DECISION_STEP = 1e-5;

/** One source at a moment. */
export interface SourceSoFar extends UnitSums {
  /** ECI of what was drawn. */
  readonly eci: number;
  /** Units drawn: all so far, or those before its place was settled. */
  readonly drawn: number;
}

/** The difference of two sources at a moment, and what it would take to settle it. */
export interface DifferenceSoFar extends ScoreDifference {
  /** Units after which the difference would be settled if it stays as it is. */
  readonly unitsNeeded: number;
}

/**
 * Interval of the difference of two scores, valid at every moment at once.
 * @param total N: units of the whole files; Infinity for other units like these
 * @param alpha error that this pair may have, over all moments
 */
export function differenceSoFar(
  [a, b]: readonly [number, number],
  sources: readonly SourceSoFar[],
  total: number,
  alpha: number,
): DifferenceSoFar {
  const one = sources[a];
  const other = sources[b];
  const drawn = Math.min(one.drawn, other.drawn);
  const value = one.eci - other.eci;
  if (drawn >= total) {
    return { ...orientDifference(a, b, { value, low: value, high: value }), unitsNeeded: total };
  }
  const estimate = estimateDifference(one, other, drawn);
  const half = halfWidth(estimate, drawn, total, alpha);
  const low = estimate.value - half - gapSoFar(one, estimateRatio(one, drawn).value, half);
  const high = estimate.value + half + gapSoFar(other, estimateRatio(other, drawn).value, half);
  const needed = unitsForHalfWidth(Math.abs(estimate.value), total, estimate.deviation, alpha);
  return { ...orientDifference(a, b, { value, low, high }), unitsNeeded: Math.max(drawn, needed) };
}

/**
 * Interval of one source's score, valid at every moment at once.
 * @param total N: units of the whole files; Infinity for other units like these
 * @param alpha error that it may have
 */
export function scoreSoFar(source: SourceSoFar, total: number, alpha: number): Interval {
  const { eci: value, drawn } = source;
  if (drawn >= total) return { value, low: value, high: value };
  const estimate = estimateRatio(source, drawn);
  const half = halfWidth(estimate, drawn, total, alpha);
  return { value, low: value - half, high: value + half + gapSoFar(source, estimate.value, half) };
}

/** True where the interval leaves out 0, on rounded figures so that no device's noise can change the decision. */
export function isSettled({ low }: ScoreDifference): boolean {
  return Math.round(low / DECISION_STEP) > 0;
}

/** Least share of the units drawn before an order is called that a rare kind of unit could still reverse. */
const LEAST_SHARE = 0.2;

/**
 * True where no kind of unit that was not drawn yet could reverse the order, or the least share was drawn. With
 * probability 1 − alpha such a kind is rarer than ln(1/alpha)/n. It moves a difference by the largest weight at most, and
 * by as much more as the largest unit has more pairs than the mean. Without this, units that are nearly alike make the
 * interval narrow long before the rare ones among them are drawn.
 * @param total N: units of the whole files
 * @param largest weight that a pair can have
 */
export function rareUnitsDrawn(
  { a, b, difference }: Pick<ScoreDifference, 'a' | 'b' | 'difference'>,
  sources: readonly SourceSoFar[],
  total: number,
  alpha: number,
  largest: number,
): boolean {
  const drawn = Math.min(sources[a].drawn, sources[b].drawn);
  if (drawn >= LEAST_SHARE * total) return true;
  const share = Math.max(largestOverMean(sources[a], drawn), largestOverMean(sources[b], drawn));
  return (largest * share * Math.log(1 / alpha)) / drawn < difference;
}

/** Infinite where the units drawn, or those left, are too few or too uneven for an interval. */
function halfWidth(
  { deviation, largestShare }: RatioEstimate,
  drawn: number,
  total: number,
  alpha: number,
): number {
  const shareOfLeft = (largestShare * (drawn - 1)) / (total - drawn);
  const toBeTrusted = drawn >= FEWEST_UNITS && Math.max(largestShare, shareOfLeft) <= LARGEST_SHARE;
  return toBeTrusted ? meanHalfWidth(drawn, total, deviation, alpha) : Infinity;
}

/**
 * Upper bound of trace less ECI for the whole file: the gap so far, times the square of how much the trace may still
 * grow, since the gap is of second order in Î.
 */
function gapSoFar(source: SourceSoFar, trace: number, half: number): number {
  const gap = Math.max(0, trace - source.eci);
  return trace > 0 && Number.isFinite(half) ? gap * (1 + half / trace) ** 2 : gap;
}

/**
 * Which pairs of sources are settled for other queries like these, and since when. Each pair gets an equal share of the
 * error budget. A settled pair stays settled, since its interval holds at every moment.
 */
export class OrderSequence {
  private readonly settledAt: (number | null)[];
  private readonly alpha: number;

  /**
   * @param pairs the pairs of sources that are compared, by place
   * @param total N: units of the whole files
   * @param level probability with which all orders called are right, at all moments together, such as 0.95
   * @param largest weight that a pair can have
   */
  constructor(
    private readonly pairs: readonly (readonly [number, number])[],
    private readonly total: number,
    level: number,
    private readonly largest: number,
  ) {
    this.alpha = (1 - level) / Math.max(1, pairs.length);
    this.settledAt = pairs.map(() => null);
  }

  /**
   * True where a pair would be settled without a gap between trace and ECI. Only then log-dets are worth their time.
   */
  mightSettle(sources: readonly SourceSoFar[]): boolean {
    const traces = sources.map((source) => ({ ...source, eci: ratio(source, source.drawn) }));
    return this.open().some((i) => isSettled(differenceSoFar(this.pairs[i], traces, Infinity, this.alpha)));
  }

  /** Takes in the sources at one moment. */
  update(sources: readonly SourceSoFar[]): void {
    for (const i of this.open()) {
      const pair = this.pairs[i];
      const difference = differenceSoFar(pair, sources, Infinity, this.alpha);
      const drawn = Math.min(...pair.map((place) => sources[place].drawn));
      if (!isSettled(difference)) continue;
      if (rareUnitsDrawn(difference, sources, this.total, this.alpha, this.largest))
        this.settledAt[i] = drawn;
    }
  }

  /** True where the order of the source against every other one is settled. */
  isPlaced(source: number): boolean {
    return this.pairs.every((pair, i) => !pair.includes(source) || this.settledAt[i] !== null);
  }

  get allSettled(): boolean {
    return this.settledAt.every((at) => at !== null);
  }

  /** Units drawn when each pair was settled; null where it is open. In the order of the pairs. */
  get settled(): readonly (number | null)[] {
    return this.settledAt;
  }

  private open(): number[] {
    return [...this.settledAt.keys()].filter((i) => this.settledAt[i] === null);
  }
}
