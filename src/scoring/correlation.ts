/** How two lists of figures about the same sources agree (paper, Table gate_ablations). */

import { meanOf } from './means';

/** Pearson's r. @returns of [−1, 1]; null for fewer than two values, or where all values of a list are the same */
export function pearson(a: readonly number[], b: readonly number[]): number | null {
  const meanA = meanOf(a);
  const meanB = meanOf(b);
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] - meanA;
    const y = b[i] - meanB;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  if (a.length < 2 || aa === 0 || bb === 0) return null;
  return Math.min(1, Math.max(-1, ab / Math.sqrt(aa * bb)));
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
  let agreed = 0;
  let pairs = 0;
  for (let i = 0; i < a.length; i++) {
    for (let j = i + 1; j < a.length; j++) {
      pairs++;
      if ((a[i] - a[j]) * (b[i] - b[j]) > 0) agreed++;
    }
  }
  return { agreed, pairs };
}
