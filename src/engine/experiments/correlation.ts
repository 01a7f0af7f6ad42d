/** Correlation of two lists of figures, by simple-statistics. */

import { sampleCorrelation } from 'simple-statistics';

/** Pearson's r; NaN for fewer than two figures, or where one list does not vary. */
export function pearson(x: readonly number[], y: readonly number[]): number {
  return x.length < 2 ? NaN : sampleCorrelation([...x], [...y]);
}

/** Spearman's ρ: Pearson's r of the ranks, ties at their mean rank. */
export function spearman(x: readonly number[], y: readonly number[]): number {
  return pearson(ranksOf(x), ranksOf(y));
}

/** Rank of each figure, 1 for the smallest; equal figures share the mean of their ranks. */
export function ranksOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}
