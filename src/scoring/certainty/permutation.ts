/**
 * A paired permutation test over queries: if two sources were alike, each query's sums could belong to either. How
 * often is the difference of the traces then as large as the one found?
 */

import { sumOf } from '../means';
import type { UnitSums } from './units';

/**
 * Two-sided p, (1 + as large or larger)/(1 + permutations): never 0. Queries that only one source has change sides
 * too.
 * @param random uniform numbers of [0, 1)
 */
export function permutationP(a: UnitSums, b: UnitSums, permutations: number, random: () => number): number {
  const [sumA, pairsA, sumB, pairsB] = [a.sums, a.pairs, b.sums, b.pairs].map(sumOf);
  const found = Math.abs(sumA / pairsA - sumB / pairsB);
  // Rounding must not make the identical assignment smaller.
  const least = found * (1 - 1e-12);
  let asLarge = 0;
  for (let i = 0; i < permutations; i++) {
    let sum = 0;
    let pairs = 0;
    for (let unit = 0; unit < a.sums.length; unit++) {
      const side = random() < 0.5 ? a : b;
      sum += side.sums[unit];
      pairs += side.pairs[unit];
    }
    const difference = sum / pairs - (sumA + sumB - sum) / (pairsA + pairsB - pairs);
    // No pair on one side: such an assignment is no evidence.
    if (Number.isNaN(difference) || Math.abs(difference) >= least) asLarge++;
  }
  return (1 + asLarge) / (1 + permutations);
}
