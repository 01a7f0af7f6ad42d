/**
 * What is known of the order, with sources by their key on the page: intervals of the scores, and which pairs are
 * separated. The same shape for a run under way, a stopped one and a finished one. The two kinds of interval are
 * never mixed (docs/CERTAINTY.md).
 */

import type { Certainty, CertaintyPair } from '../../engine/results';
import type { RunningOrder } from '../../engine/types';
import type { FinishedRun, OngoingRun } from '../run/runs';

export interface KnownInterval {
  readonly low: number;
  readonly high: number;
}

/** Two sources of one setting; `a` scores higher so far. */
export interface OrderedPair extends KnownInterval {
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  readonly separated: boolean;
  /** Queries drawn when the order became certain; null where it did not, or where all were drawn. */
  readonly settledAfter: number | null;
  /** Queries it would take if the difference stays; null if unknown. */
  readonly queriesNeeded: number | null;
}

export interface OrderView {
  /** `moments`: holds at every moment of a run; `queries`: over finished files, for other queries like these. */
  readonly interval: 'moments' | 'queries';
  readonly level: number;
  readonly queriesUsed: number;
  readonly queriesTotal: number;
  readonly scores: ReadonlyMap<number, KnownInterval>;
  readonly pairs: readonly OrderedPair[];
}

/** Sources by their id in the store, and their key on the page. */
export interface KeyedSource {
  readonly id: number;
  readonly key: number;
}

/** The order of the run under way, else of the finished one; null before there is one. */
export function shownOrder(ongoing: OngoingRun | null, finished: FinishedRun | null): OrderView | null {
  const keyed = (run: OngoingRun | FinishedRun) =>
    run.sources.map(({ id, entry }) => ({ id, key: entry.key }));
  if (ongoing) return ongoing.order && orderOfRunning(ongoing.order, ongoing.level, keyed(ongoing));
  return finished && orderOfResult(finished.result.certainty, keyed(finished));
}

export function orderOfResult(certainty: Certainty, sources: readonly KeyedSource[]): OrderView {
  const about = {
    interval: certainty.method === 'bootstrap' ? ('queries' as const) : ('moments' as const),
    level: certainty.level,
    queriesUsed: certainty.queries_used,
    queriesTotal: certainty.queries_total,
  };
  return orderView(about, certainty, sources, ({ status }) => status === 'separated');
}

/** The order of a run under way. @param level probability that the orders called are right */
export function orderOfRunning(
  order: RunningOrder,
  level: number,
  sources: readonly KeyedSource[],
): OrderView {
  const about = { interval: 'moments' as const, level, queriesUsed: order.drawn, queriesTotal: order.units };
  return orderView(about, order, sources, ({ settled_after }) => settled_after !== null);
}

/** What the engine knows of pairs, during a run and after it. */
type KnownPair = Omit<CertaintyPair, 'status' | 'shared_queries' | 'whole_files'>;

function orderView<Pair extends KnownPair>(
  about: Omit<OrderView, 'scores' | 'pairs'>,
  { scores, pairs }: { readonly scores: RunningOrder['scores']; readonly pairs: readonly Pair[] },
  sources: readonly KeyedSource[],
  isSeparated: (pair: Pair) => boolean,
): OrderView {
  const keys = keysById(sources);
  return {
    ...about,
    scores: new Map(scores.map(({ source, low, high }) => [keys(source), { low, high }])),
    pairs: pairs.map((pair) => ({
      a: keys(pair.a),
      b: keys(pair.b),
      difference: pair.difference,
      low: pair.low,
      high: pair.high,
      separated: isSeparated(pair),
      settledAfter: pair.settled_after,
      queriesNeeded: pair.queries_needed,
    })),
  };
}

/** The pair of two sources, whichever leads; undefined where they are not compared. */
export function pairOf(order: OrderView, one: number, other: number): OrderedPair | undefined {
  return order.pairs.find(({ a, b }) => (a === one && b === other) || (a === other && b === one));
}

/** By key: the sources that certainly score lower. Above one that is above another: above both. */
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

function keysById(sources: readonly KeyedSource[]): (id: number) => number {
  const keys = new Map(sources.map(({ id, key }) => [id, key]));
  return (id) => {
    const key = keys.get(id);
    if (key === undefined) throw new RangeError(`The source ${id} is not among those of the run.`);
    return key;
  };
}
