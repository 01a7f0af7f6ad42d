/** What is summed by unit: quantities whose means over the pairs of a source are estimated. */

import type { Flag } from '../audit';
import { isInverted } from '../edges';
import type { GatedPairs } from '../gated-pairs';
import { traceTerm } from '../means';
import { byGate } from '../pair-gates';

/** The sum over the pairs [start, end). */
export type PairQuantity = (pairs: GatedPairs, start: number, end: number) => number;

/** The quantity behind the trace: w where the pair has a residual. */
export const traceQuantity: PairQuantity = ({ weight, columns: { distance } }, start, end) => {
  let sum = 0;
  for (let pair = start; pair < end; pair++) sum += traceTerm(weight[pair], distance[pair]);
  return sum;
};

/** By flag: the quantity that the flag is about, signed so that the flag means "larger than in every reference". */
export const FLAG_QUANTITIES: Readonly<Record<Flag, PairQuantity>> = {
  ...byGate((id): PairQuantity => (pairs, start, end) => {
    const column = pairs[id];
    let sum = 0;
    for (let pair = start; pair < end; pair++) sum += column[pair];
    return sum;
  }),
  inversion: ({ columns: { margin } }, start, end) => {
    let sum = 0;
    for (let pair = start; pair < end; pair++) sum -= Number(isInverted(margin[pair]));
    return sum;
  },
};
