/** The order of sources by score: an interval for each score and for each difference, and which differences are separated. */

import { largestWeight, type Gating } from '../weightings';
import {
  couldBeTurned,
  differenceEstimate,
  intervalOf,
  isSeparated,
  LEAST_DIFFERENCE,
  ratioEstimate,
  unlikeUnits,
  type Estimate,
} from './intervals';
import { pairsWithin } from '../orders';
import type { UnitSums } from './units';

/** The interval of a trace is put around its score only where the two differ by no more than this part of the trace. */
const LARGEST_GAP = 0.02;

export interface OrderedSource {
  /** Sources of one setting are compared. */
  readonly setting: string;
  /** ECI. */
  readonly score: number;
  /** Sums behind its trace; of all sources over the same units. */
  readonly trace: UnitSums;
}

/**
 * @param alpha chance that an interval of a score misses, and that any interval of a difference in one setting does
 * @param drawn units read so far where more are left; null where all were read
 */
export function orderOf(
  sources: readonly OrderedSource[],
  gating: Gating,
  alpha: number,
  drawn: number | null,
) {
  const scores = sources.map(({ score, trace }) => {
    const estimate = ratioEstimate(trace);
    /** Null where there are too few effective units, or the trace says nothing of the score. */
    const interval = isTrace(score, estimate, gating)
      ? intervalOf({ ...estimate, value: score }, alpha)
      : null;
    return { interval, estimate };
  });
  const within = pairsWithin(sources.map(({ setting }) => setting));
  const largest = largestWeight(gating);
  /** Each two of one setting, by their places; `a` scores higher. */
  const pairs = within.map(([one, other]) => {
    // Scores of the same pairs in another order differ in their last digits.
    const apart = sources[one].score - sources[other].score;
    const difference = Math.abs(apart) > LEAST_DIFFERENCE ? Math.abs(apart) : 0;
    const [a, b] = difference === 0 || apart > 0 ? [one, other] : [other, one];
    const rivals = within.filter(([each]) => sources[each].setting === sources[a].setting).length;
    const share = alpha / rivals;
    const known = scores[a].interval !== null && scores[b].interval !== null;
    const estimate = () => differenceEstimate(sources[a].trace, sources[b].trace);
    const interval = known ? intervalOf({ ...estimate(), value: difference }, share) : null;
    /** Units in which the two differ at all. */
    const unlike = unlikeUnits(sources[a].trace, sources[b].trace);
    const open = drawn !== null && couldBeTurned(difference / largest, drawn, share);
    return { a, b, difference, interval, unlike, separated: !open && isSeparated(interval, unlike) };
  });
  return { scores, pairs };
}

/** Whether the spread of a trace is that of the score: its weights vary, and the two differ by little. */
function isTrace(score: number, { value, error }: Estimate, { weighting }: Gating): boolean {
  return (
    weighting !== 'uniform' &&
    error > LEAST_DIFFERENCE * value &&
    Math.abs(score - value) <= LARGEST_GAP * value
  );
}
