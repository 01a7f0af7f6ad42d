/** Quantities whose means over the pairs of a source are estimated. */

import type { Flag } from '../audit';
import { isInverted } from '../edges';
import type { GatedPairs } from '../gated-pairs';
import { traceTerm } from '../means';
import { byGate } from '../pair-gates';

/** Of each pair by its place. */
export type PairQuantity = (pairs: GatedPairs) => (pair: number) => number;

/** The quantity behind the trace: w where the pair has a residual. */
export const traceQuantity: PairQuantity =
  ({ weight, columns: { distance } }) =>
  (pair) =>
    traceTerm(weight[pair], distance[pair]);

/** By flag: the quantity that the flag is about, signed so that the flag means "larger than in every reference". */
export const FLAG_QUANTITIES: Readonly<Record<Flag, PairQuantity>> = {
  ...byGate(
    (id): PairQuantity =>
      ({ [id]: column }) =>
      (pair) =>
        column[pair],
  ),
  inversion:
    ({ columns: { margin } }) =>
    (pair) =>
      0 - Number(isInverted(margin[pair])),
};
