/** By which pairs are put in order for a reader: those that are most likely to be no negatives first. */

import { cosineToPositive } from './cosines';

/** Suspicion of a pair, 0 to 1: the cosine of its negative to the positive, where that is positive. */
export function suspicion(distance: number): number {
  return Math.max(0, cosineToPositive(distance));
}
