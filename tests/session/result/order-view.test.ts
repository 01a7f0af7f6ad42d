import { describe, expect, it } from 'vitest';

import type { Certainty } from '../../../src/engine/results';
import {
  certainlyAbove,
  orderOfResult,
  orderOfRunning,
  pairOf,
} from '../../../src/session/result/order-view';

const SOURCES = [
  { id: 10, key: 1 },
  { id: 11, key: 2 },
  { id: 12, key: 3 },
];

const certainty = {
  level: 0.95,
  method: 'confidence-sequence',
  queries_used: 50,
  queries_total: 97,
  scores: [{ source: 11, low: 0.2, high: 0.3, score_rank_from: 1, score_rank_to: 2 }],
  pairs: [
    {
      a: 11,
      b: 10,
      difference: 0.02,
      low: -0.01,
      high: 0.05,
      status: 'not separated',
      settled_after: null,
      queries_needed: 400,
    },
    {
      a: 11,
      b: 12,
      difference: 0.1,
      low: 0.06,
      high: 0.14,
      status: 'separated',
      settled_after: 43,
      queries_needed: null,
    },
    {
      a: 10,
      b: 12,
      difference: 0.08,
      low: 0.03,
      high: 0.13,
      status: 'separated',
      settled_after: 50,
      queries_needed: null,
    },
  ],
} as unknown as Certainty;

describe('the order of a result', () => {
  const order = orderOfResult(certainty, SOURCES);

  it('names sources by their keys on the page and says which interval it is', () => {
    expect(order.interval).toBe('moments');
    expect(order.scores.get(2)).toEqual({ low: 0.2, high: 0.3 });
    expect(pairOf(order, 1, 2)).toMatchObject({ a: 2, b: 1, separated: false, queriesNeeded: 400 });
    expect(orderOfResult({ ...certainty, method: 'bootstrap' }, SOURCES).interval).toBe('queries');
  });

  it('tells which source certainly scores above which', () => {
    const above = certainlyAbove(order);
    expect([...(above.get(1) ?? [])]).toEqual([3]);
    expect([...(above.get(2) ?? [])]).toEqual([3]);
    expect(above.get(3)).toBeUndefined();
  });

  it('refuses a source that the run did not have', () => {
    expect(() => orderOfResult(certainty, SOURCES.slice(1))).toThrow(RangeError);
  });
});

describe('the order of a run under way', () => {
  it('calls a pair separated from the moment it was settled, whatever its interval does since', () => {
    const pairs = [
      { a: 10, b: 11, difference: 0.02, low: -0.001, high: 0.05, settled_after: 45, queries_needed: 60 },
      { a: 10, b: 12, difference: 0.1, low: 0.01, high: 0.2, settled_after: null, queries_needed: 400 },
    ];
    const order = orderOfRunning(
      { drawn: 60, units: 97, gates: [], flags: [], scores: [], pairs },
      0.95,
      SOURCES,
    );
    expect(order.pairs.map(({ separated }) => separated)).toEqual([true, false]);
    expect(order).toMatchObject({ interval: 'moments', queriesUsed: 60, queriesTotal: 97 });
  });
});
