/** Where pairs lie in the plane of two cosines. */

import { cosineToPositive, cosineToQuery } from '../scoring/cosines';
import type { FlatPairs } from '../scoring/flat-pairs';

/** Where some of all pairs lie. */
export interface SpreadCosines {
  /** u·v⁻ and v⁺·v⁻. */
  readonly dots: readonly (readonly [queryNegative: number, positiveNegative: number])[];
  /** How many pairs there are. */
  readonly pairs: number;
}

/** The cosines of pairs that are spread evenly over all. @param most as many at most */
export function spreadCosines(
  { distance, locality }: Pick<FlatPairs, 'distance' | 'locality'>,
  most: number,
): SpreadCosines {
  const pairs = distance.length;
  const step = Math.max(1, pairs / most);
  const dots = Array.from({ length: Math.min(pairs, most) }, (_, i) => {
    const pair = Math.floor(i * step);
    const [d, l] = [distance[pair] as number, locality[pair] as number];
    return [cosineToQuery(l, d), cosineToPositive(d)] as const;
  });
  return { dots, pairs };
}
