/** Rates of false negatives from a stratified sample, with intervals by design. docs/JUDGE.md says how well they hold. */

import { exactShare, type Share } from './hypergeometric';

/** With fewer judgements a source's rate leads nowhere: its interval is too wide for a headline or a forecast. */
export const ENOUGH_JUDGED = 30;

/** Whether enough of some pairs are judged: so many, or all. */
export function isEnough(judged: number, pairs: number): boolean {
  return judged >= Math.min(ENOUGH_JUDGED, pairs);
}

/** The pairs of one stratum that are asked about, such as those of one source. */
export interface StratumCount {
  /** Distinct pairs. */
  readonly size: number;
  /** Of them, those with a verdict that says yes or no. */
  readonly judged: number;
  /** Of these, answers. */
  readonly answers: number;
}

/**
 * The share of answers among all pairs of some strata: p = Σ W_h a_h / n_h with W_h = N_h / N. The strata were sampled
 * apart from each other, so the exact intervals (l_h, u_h) of their shares p_h add up in squares (Zou and Donner's
 * MOVER): low = p − √Σ W_h² (p_h − l_h)², high = p + √Σ W_h² (u_h − p_h)². Not in squares but whole adds what leaves
 * everything open: a stratum with no judged pair, or with so few left that their exact interval excludes nothing.
 * p is that of the strata with judged pairs.
 * @returns null where nothing is judged
 */
export function stratifiedShare(strata: readonly StratumCount[]): Share | null {
  const total = strata.reduce((sum, { size }) => sum + size, 0);
  const known = strata.filter(({ judged }) => judged > 0);
  const seen = known.reduce((sum, { size }) => sum + size, 0);
  if (seen === 0) return null;
  const rate = known.reduce((sum, { size, judged, answers }) => sum + ((size / seen) * answers) / judged, 0);
  const open = { below: (1 - seen / total) * rate, above: (1 - seen / total) * (1 - rate) };
  const squares = { below: 0, above: 0 };
  for (const { size, judged, answers } of known) {
    const share = exactShare(size, judged, answers);
    const below = (size / total) * (share.rate - share.low);
    const above = (size / total) * (share.high - share.rate);
    if (share.low === answers / size && share.high === (answers + size - judged) / size) {
      open.below += below;
      open.above += above;
    } else {
      squares.below += below ** 2;
      squares.above += above ** 2;
    }
  }
  return {
    rate,
    low: Math.max(0, rate - Math.sqrt(squares.below) - open.below),
    high: Math.min(1, rate + Math.sqrt(squares.above) + open.above),
  };
}

/**
 * About how many more judgements halve an interval. Its width goes with √(1/n − 1/N), so n' = 4nN / (N + 3n).
 * @param judged n
 * @param pairs N, distinct
 */
export function judgementsToHalve(judged: number, pairs: number): number {
  return Math.ceil((4 * judged * pairs) / (pairs + 3 * judged) - judged);
}

/** Whether two shares may be put in an order: their intervals do not touch. */
export function isApart(a: Share, b: Share): boolean {
  return a.high < b.low || b.high < a.low;
}
