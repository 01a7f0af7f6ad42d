/**
 * The one kind of interval: a smooth function of ratios Σ S / Σ K over sampling units, with the jackknife's standard error
 * and Student's t at the effective number of units less one. Method: docs/METHOD.md; what was measured: docs/CERTAINTY.md.
 */

import { meanOf, sumOf } from '../means';
import { dot } from '../neighbours';
import { studentQuantile } from './normal';
import type { UnitSums } from './units';

/** Below so many effective units there is no interval and no rank. */
export const FEWEST_UNITS = 30;

/** Units at the first look of a run that may stop early; each look after it has twice as many. */
const FIRST_LOOK = 40;

/** Scores that differ by less are equal. */
export const LEAST_DIFFERENCE = 1e-9;

/** Two sources that differ in fewer units have no order: t knows nothing of rare units. */
export const FEWEST_UNLIKE_UNITS = 10;

/** Above this share of one unit in the squared influences the share is said beside the interval. */
export const LARGE_SHARE = 0.1;

export interface Estimate {
  readonly value: number;
  /** Standard error by the jackknife over units. */
  readonly error: number;
  /** Effective units (Σk)²/Σk²; of several sources the fewest. */
  readonly effective: number;
  /** Share of one unit in the squared influences, of the unit that has most; 0 where nothing varies. */
  readonly largestShare: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** n_eff = (Σk)²/Σk² of units with k pairs each (Kish); 0 without a pair. */
export function effectiveUnits({ pairs }: Pick<UnitSums, 'pairs'>): number {
  const squares = dot(pairs, pairs);
  return squares === 0 ? 0 : sumOf(pairs) ** 2 / squares;
}

/** What {@link partsOf} made, kept: each source is held against several others. */
const PARTS = new WeakMap<UnitSums, ReturnType<typeof partsOf>>();

/** Σ S / Σ K of all units of a source, and then without each of them; its effective units. */
function partsOf(source: UnitSums) {
  const { sums, pairs } = source;
  const [sum, count] = [sumOf(sums), sumOf(pairs)];
  const ratios = new Float64Array(sums.length + 1).fill(sum / count, 0, 1);
  for (let unit = 0; unit < sums.length; unit++)
    ratios[unit + 1] = (sum - sums[unit]) / (count - pairs[unit]);
  const parts = { pairs, ratios, effective: effectiveUnits(source) };
  PARTS.set(source, parts);
  return parts;
}

/**
 * A function of the ratios of some sources, with its error over their units: with θ₍ᵢ₎ the value without unit i,
 * s² = (n − 1)/n · Σ (θ₍ᵢ₎ − mean θ)². Sources that share units are paired by it.
 * @param sources over the same units; a unit that none of them has counts for nothing
 * @param valuesOf the function, place by place of columns of ratios
 */
export function jackknife(
  sources: readonly UnitSums[],
  valuesOf: (...ratios: Float64Array[]) => Float64Array,
): Estimate {
  const parts = sources.map((source) => PARTS.get(source) ?? partsOf(source));
  const values = valuesOf(...parts.map(({ ratios }) => ratios));
  const pairsOfAny = new Float64Array(values.length - 1);
  for (const { pairs } of parts)
    for (let unit = 0; unit < pairs.length; unit++) pairsOfAny[unit] += pairs[unit];
  const left = values.slice(1);
  let count = 0;
  for (let unit = 0; unit < left.length; unit++) if (pairsOfAny[unit] > 0) left[count++] = left[unit];
  const mean = meanOf(left.subarray(0, count));
  let squares = 0;
  let largest = 0;
  for (let unit = 0; unit < count; unit++) {
    const influence = (left[unit] - mean) ** 2;
    squares += influence;
    largest = Math.max(largest, influence);
  }
  return {
    value: values[0],
    error: Math.sqrt(((count - 1) / count) * squares),
    effective: Math.min(...parts.map(({ effective }) => effective)),
    largestShare: squares > 0 ? largest / squares : 0,
  };
}

/** Σ S / Σ K: the mean over the pairs of a source. */
export function ratioEstimate(source: UnitSums): Estimate {
  return jackknife([source], (ratios) => ratios);
}

/** The ratio of one source less that of another, paired by unit. */
export function differenceEstimate(a: UnitSums, b: UnitSums): Estimate {
  return jackknife([a, b], (ofA, ofB) => {
    const apart = ofA.slice();
    for (let place = 0; place < apart.length; place++) apart[place] -= ofB[place];
    return apart;
  });
}

/** An estimate ± t(1 − α/2, n_eff − 1) standard errors; null below {@link FEWEST_UNITS}. @param alpha chance that it misses */
export function intervalOf({ value, error, effective }: Estimate, alpha: number): Interval | null {
  if (!(effective >= FEWEST_UNITS) || !Number.isFinite(error)) return null;
  const half = studentQuantile(1 - alpha / 2, effective - 1) * error;
  return { low: value - half, high: value + half };
}

/**
 * Units in which two sources differ: those whose means over their own pairs are not as far apart as in most units. A unit that
 * only one of them has is one.
 */
export function unlikeUnits(a: UnitSums, b: UnitSums): number {
  const apart = new Float64Array(a.pairs.length);
  let both = 0;
  let single = 0;
  for (let unit = 0; unit < a.pairs.length; unit++) {
    const ofA = a.pairs[unit];
    const ofB = b.pairs[unit];
    if (ofA > 0 && ofB > 0) apart[both++] = a.sums[unit] / ofA - b.sums[unit] / ofB;
    else if (ofA > 0 || ofB > 0) single += 1;
  }
  const sorted = apart.subarray(0, both).sort();
  const middle = sorted[both >> 1] ?? 0;
  let unlike = single;
  for (let place = 0; place < both; place++) {
    unlike += Number(Math.abs(sorted[place] - middle) > LEAST_DIFFERENCE);
  }
  return unlike;
}

/** Whether the interval of a difference lies beside 0, and enough units stand behind it. @param unlike of {@link unlikeUnits} */
export function isSeparated(interval: Interval | null, unlike: number): boolean {
  if (interval === null || unlike < FEWEST_UNLIKE_UNITS) return false;
  return interval.low > LEAST_DIFFERENCE || interval.high < -LEAST_DIFFERENCE;
}

/**
 * Whether a difference could be turned by a kind of unit that was not drawn yet: with probability 1 − α it is rarer than
 * ln(1/α)/n and moves a mean of weights up to 1 by no more.
 * @param drawn units read so far
 */
export function couldBeTurned(difference: number, drawn: number, alpha: number): boolean {
  return Math.abs(difference) < Math.log(1 / alpha) / drawn;
}

/** The units after which a run looks at its order: 40, 80, 160, … and the end; the end alone where it may not stop. */
export function looksOf(units: number, mayStop: boolean): number[] {
  const looks: number[] = [];
  if (mayStop) for (let look = FIRST_LOOK; look < units; look *= 2) looks.push(look);
  return [...looks, units];
}
