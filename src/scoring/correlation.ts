/** How two lists of figures about the same sources agree (paper, Table gate_ablations). */

import { meanOf } from './means';
import { dot } from './neighbours';
import { pairsWithin } from './orders';

/** Pearson's r. @returns of [−1, 1]; null for fewer than two values, or where all values of a list are the same */
export function pearson(a: readonly number[], b: readonly number[]): number | null {
  const [x, y] = [centred(a), centred(b)];
  const [xx, yy] = [dot(x, x), dot(y, y)];
  if (a.length < 2 || xx === 0 || yy === 0) return null;
  return Math.min(1, Math.max(-1, dot(x, y) / Math.sqrt(xx * yy)));
}

function centred(values: readonly number[]): Float64Array {
  const mean = meanOf(values);
  return Float64Array.from(values, (value) => value - mean);
}

/** Spearman's rank correlation: Pearson's r of the ranks. */
export function spearman(a: readonly number[], b: readonly number[]): number | null {
  return pearson(ranksOf(a), ranksOf(b));
}

/** Ranks from 1 for the smallest value; equal values share their mean rank. */
export function ranksOf(values: readonly number[]): number[] {
  return values.map((own) => {
    const smaller = values.filter((value) => value < own).length;
    const equal = values.filter((value) => value === own).length;
    return smaller + (equal + 1) / 2;
  });
}

/** Pairs of sources that both lists put in the same strict order, of all pairs. */
export function pairsAgreed(
  a: readonly number[],
  b: readonly number[],
): { readonly agreed: number; readonly pairs: number } {
  const pairs = pairsWithin(a.map(() => 'all'));
  const agreed = pairs.filter(([i, j]) => (a[i] - a[j]) * (b[i] - b[j]) > 0);
  return { agreed: agreed.length, pairs: pairs.length };
}
