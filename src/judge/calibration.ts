/**
 * What scores of a cross-encoder say of a pair. They are no scale: one model's 2 is another's −3. So they are compared with
 * those of the run's own positives, and only their order counts: any rising function of the scores gives the same verdicts.
 */

import { quantile } from '../scoring/means';
import { TWO_SIDED_95 } from '../scoring/certainty/normal';
import type { Verdict } from './verdicts';

export interface Calibration {
  /** Distinct positives scored. */
  readonly positives: number;
  /** From here on a negative answers: half of the positives score no higher. */
  readonly answersFrom: number;
  /** Below this it does not answer: one in ten positives scores lower. Between the two it cannot be told. */
  readonly answersNotBelow: number;
  /** Share of the positives that score higher than a passage of another query does for the same query. */
  readonly told: number;
  /** Whether that is certainly more than half; else it is no judge. */
  readonly tells: boolean;
}

/** Fewer positives calibrate nothing. */
export const FEWEST_POSITIVES = 20;

export interface QueryPassage {
  readonly query: string;
  readonly passage: string;
}

/** The pairs that calibrate: each distinct positive, and the same query with a positive of another query. */
export function calibrationPairs(records: readonly { readonly query: string; readonly positive: string }[]): {
  readonly own: readonly QueryPassage[];
  readonly other: readonly QueryPassage[];
} {
  const distinct = new Map(
    records.map((record) => [JSON.stringify([record.query, record.positive]), record]),
  );
  const all = [...distinct.values()];
  const own: QueryPassage[] = [];
  const other: QueryPassage[] = [];
  all.forEach(({ query, positive }, i) => {
    // From half the list away, so that queries next to each other, which may be alike, are seldom taken.
    const start = i + Math.floor(all.length / 2);
    const found = all
      .map((_, step) => all[(start + step) % all.length])
      .find((record) => record.query !== query && record.positive !== positive);
    if (!found) return;
    own.push({ query, passage: positive });
    other.push({ query, passage: found.positive });
  });
  return { own, other };
}

/**
 * @param own scores of the positives
 * @param other scores of the same queries with passages of other queries, in the same order
 * @returns null for fewer than {@link FEWEST_POSITIVES}
 */
export function calibrationOf(own: readonly number[], other: readonly number[]): Calibration | null {
  if (own.length < FEWEST_POSITIVES) return null;
  const sorted = Float64Array.from(own).sort();
  const told = own.filter((score, i) => score > other[i]).length / own.length;
  return {
    positives: own.length,
    answersFrom: quantile(sorted, 0.5),
    answersNotBelow: quantile(sorted, 0.1),
    told,
    tells: wilsonLow(told, own.length) > 0.5,
  };
}

/** Lower end of Wilson's interval of a share p of n: (p + z²/2n − z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n). */
function wilsonLow(share: number, n: number): number {
  const z = TWO_SIDED_95;
  const square = z ** 2 / n;
  return (share + square / 2 - z * Math.sqrt((share * (1 - share)) / n + square / (4 * n))) / (1 + square);
}

/** The verdict on a negative with a score. */
export function verdictOfScore(score: number, { answersFrom, answersNotBelow }: Calibration): Verdict {
  if (score >= answersFrom) return 'answers';
  return score < answersNotBelow ? 'does not answer' : 'cannot tell';
}
