/** Which share of the answers among a source's negatives a limit removes, from judged pairs. */

import { normalQuantile, studentQuantile, TWO_SIDED_95 } from '../scoring/certainty/normal';
import type { OpenShare, Share } from './hypergeometric';
import { gapFree, type JudgingOrder, type OrderedPair } from './figures';
import type { Verdict } from './verdicts';

export interface JudgedAnswer {
  /** One place where it stands. */
  readonly at: OrderedPair['at'];
  /** How many answers of each source it stands for, by the source's place in the run; 0 where it is none of its pairs. */
  readonly weights: readonly number[];
}

/**
 * The judged answers of a sample, up to its first gap, with their weights: in each stratum of a source N_h / n_h, its pairs over those with a
 * verdict that says yes or no.
 */
export function judgedAnswers(
  { ofSources, pairs }: Pick<JudgingOrder, 'ofSources' | 'pairs'>,
  verdicts: ReadonlyMap<string, Verdict>,
  size: number,
): JudgedAnswer[] {
  const judged = ofSources.map((sizes) => new Int32Array(sizes.length));
  const told = gapFree({ pairs }, verdicts, size).flatMap((pair) => {
    const verdict = verdicts.get(pair.key);
    return verdict === undefined || verdict === 'cannot tell' ? [] : [{ pair, verdict }];
  });
  for (const { pair } of told) for (const source of pair.sources) judged[source][pair.stratum]++;
  return told
    .filter(({ verdict }) => verdict === 'answers')
    .map(({ pair: { at, sources, stratum } }) => ({
      at,
      weights: ofSources.map((sizes, source) =>
        sources.includes(source) ? sizes[stratum] / judged[source][stratum] : 0,
      ),
    }));
}

/** An answer in one source under a limit. */
export interface WeighedAnswer {
  /** Its sampling unit: answers of one unit are not independent. */
  readonly unit: number;
  readonly weight: number;
  readonly removed: boolean;
}

/** With fewer units no limit is called better or worse than chance. */
const LEAST_UNITS = 10;

/**
 * p = Σ w r / Σ w over the answers (r: removed), with Wilson's interval for as many independent answers as its variance
 * says: n' = p(1 − p)/V, at most the number of answers, times (z/t)² with Student's t of Q − 1 degrees of freedom, since V
 * is known from Q units alone (Korn and Graubard 1998; Dean and Pagano 2015). V is that of a ratio with units as clusters:
 * V = Q/(Q − 1) Σ_q (Σ_{i ∈ q} w (r − p) / Σ w)². Where all or none are removed V tells nothing, and n' is Q.
 * @param error that the interval may have
 * @returns null without answers; no interval where all are of one unit
 */
export function removedShare(answers: readonly WeighedAnswer[], error = 0.05): OpenShare | null {
  const total = answers.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  const rate = answers.reduce((sum, { weight, removed }) => sum + weight * Number(removed), 0) / total;
  const residuals = new Map<number, number>();
  for (const { unit, weight, removed } of answers) {
    residuals.set(unit, (residuals.get(unit) ?? 0) + (weight * (Number(removed) - rate)) / total);
  }
  const units = residuals.size;
  if (units < 2) return { rate, low: null, high: null };
  const squares = [...residuals.values()].reduce((sum, residual) => sum + residual ** 2, 0);
  const variance = (units / (units - 1)) * squares;
  const isOneSided = answers.every(({ removed }) => removed === answers[0].removed);
  const independent = isOneSided ? units : Math.min(answers.length, (rate * (1 - rate)) / variance);
  const z = normalQuantile(1 - error / 2);
  const t = studentQuantile(1 - error / 2, units - 1);
  return { rate, ...wilson(rate, independent * (z / t) ** 2, z) };
}

/** Wilson's interval of a share p of n: (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n). */
export function wilson(rate: number, n: number, z = TWO_SIDED_95): Pick<Share, 'low' | 'high'> {
  const square = z ** 2 / n;
  const middle = (rate + square / 2) / (1 + square);
  const half = (z * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n))) / (1 + square);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Whether a limit removes another share of the answers than of the pairs; `few`: answers of too few units to say. */
export type AgainstChance = 'more' | 'less' | 'open' | 'few';

/**
 * `open` where the interval holds the share of the pairs.
 * @param share with an interval whose error is shared by all limits looked at (Bonferroni): who compares sees the best of many
 * @param units of the answers
 */
export function againstChance(share: OpenShare | null, units: number, byChance: number): AgainstChance {
  if (units < LEAST_UNITS) return 'few';
  const { low = null, high = null } = share ?? {};
  if (low === null || high === null) return 'open';
  if (low > byChance) return 'more';
  return high < byChance ? 'less' : 'open';
}

/**
 * The share of answers among the pairs that a limit leaves: p (1 − r) / (1 − d), of the share p before, the share r of the
 * answers and the share d of the pairs that go. An estimate; null where nothing stays.
 */
export function rateOfRest(before: number, removed: number, dropped: number): number | null {
  return dropped >= 1 ? null : Math.min(1, (before * (1 - removed)) / (1 - dropped));
}
