/** Where pairs lie in the plane of two cosines. */

import type { FlatPairs } from '../scoring/flat-pairs';

/** u·v⁻ and v⁺·v⁻. */
type CosinePair = readonly [queryNegative: number, positiveNegative: number];

/** Where some of all pairs lie in the plane of two cosines. */
export interface SpreadCosines {
  readonly dots: readonly CosinePair[];
  /** How many pairs there are. */
  readonly pairs: number;
}

/**
 * The cosines of pairs that are spread evenly over all. Of unit vectors ‖v⁺ − v⁻‖² = 2 − 2 v⁺·v⁻, and l = v⁻·(v⁺ − u).
 * @param most as many at most
 */
export function spreadCosines(
  { distance, locality }: Pick<FlatPairs, 'distance' | 'locality'>,
  most: number,
): SpreadCosines {
  const pairs = distance.length;
  const step = Math.max(1, pairs / most);
  const dots = Array.from({ length: Math.min(pairs, most) }, (_, i): CosinePair => {
    const pair = Math.floor(i * step);
    const positiveNegative = 1 - (distance[pair] as number) ** 2 / 2;
    return [positiveNegative - (locality[pair] as number), positiveNegative];
  });
  return { dots, pairs };
}
