/**
 * What is known of the order: which pairs of sources are separated. The same shape for a run under way, a stopped one and a
 * finished one. The two kinds of interval are never mixed (docs/CERTAINTY.md).
 */

import type { Certainty, CertaintyPair } from '../engine/results';
import type { RunningOrder } from '../engine/types';
import type { UnitKind } from '../scoring/groups';

/** Two sources of one setting; `a` scores higher so far. */
export type OrderPair = Omit<CertaintyPair, 'status' | 'shared_queries' | 'whole_files'> & {
  readonly separated: boolean;
};

export interface OrderView {
  /** `moments`: holds at every moment of a run; `queries`: over finished files, for other queries like these. */
  readonly interval: 'moments' | 'queries';
  readonly level: number;
  /** Sampling units scored, of how many, and what they are. */
  readonly unitsUsed: number;
  readonly unitsTotal: number;
  readonly unitKind: UnitKind;
  readonly pairs: readonly OrderPair[];
}

export function orderOfResult(certainty: Certainty): OrderView {
  return {
    interval: certainty.method === 'bootstrap' ? 'queries' : 'moments',
    level: certainty.level,
    unitsUsed: certainty.units_used,
    unitsTotal: certainty.units.count,
    unitKind: certainty.units.kind,
    pairs: certainty.pairs.map((pair) => ({ ...pair, separated: pair.status === 'separated' })),
  };
}

/** The order of a run under way. @param level probability that the orders called are right */
export function orderOfRunning({ drawn, units, kind, pairs }: RunningOrder, level: number): OrderView {
  return {
    interval: 'moments',
    level,
    unitsUsed: drawn,
    unitsTotal: units,
    unitKind: kind,
    pairs: pairs.map((pair) => ({ ...pair, separated: pair.settled_after !== null })),
  };
}

/** The pair of two sources, whichever leads; undefined where they are not compared. */
export function pairOf(order: OrderView, one: number, other: number): OrderPair | undefined {
  return order.pairs.find(({ a, b }) => (a === one && b === other) || (a === other && b === one));
}

/** By id: the sources that certainly score lower. Above one that is above another: above both. */
export function certainlyAbove({ pairs }: OrderView): ReadonlyMap<number, ReadonlySet<number>> {
  const above = new Map<number, Set<number>>();
  const add = (a: number, b: number) => above.set(a, (above.get(a) ?? new Set<number>()).add(b));
  for (const { a, b, separated } of pairs) if (separated) add(a, b);
  for (const middle of above.keys()) {
    for (const [upper, lower] of above) {
      if (lower.has(middle)) for (const each of above.get(middle) ?? []) add(upper, each);
    }
  }
  return above;
}
