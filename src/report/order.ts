/** What is known of the order: which pairs of sources are separated. The same for a run under way and a finished one. */

import type { Certainty, CertaintyPair } from '../engine/results';
import type { RunningOrder } from '../engine/types';
import type { UnitKind } from '../scoring/groups';

/** Two sources of one setting; `a` scores higher so far. */
export type OrderPair = Pick<CertaintyPair, 'a' | 'b' | 'difference' | 'low' | 'high'> & {
  readonly separated: boolean;
};

export interface OrderView {
  readonly level: number;
  /** Sampling units scored, of how many, and what they are. */
  readonly unitsUsed: number;
  readonly unitsTotal: number;
  readonly unitKind: UnitKind;
  readonly pairs: readonly OrderPair[];
}

export function orderOfResult(certainty: Certainty): OrderView {
  return {
    level: certainty.level,
    unitsUsed: certainty.units_used,
    unitsTotal: certainty.units.count,
    unitKind: certainty.units.kind,
    pairs: certainty.pairs.map((pair) => ({ ...pair, separated: pair.status === 'separated' })),
  };
}

/** The order of a run under way. @param level probability that the orders called are right */
export function orderOfRunning({ drawn, units, kind, pairs }: RunningOrder, level: number): OrderView {
  return { level, unitsUsed: drawn, unitsTotal: units, unitKind: kind, pairs };
}

/** The pair of two sources, whichever leads; undefined where they are not compared. */
export function pairOf(order: OrderView, one: number, other: number): OrderPair | undefined {
  return order.pairs.find(({ a, b }) => (a === one && b === other) || (a === other && b === one));
}
