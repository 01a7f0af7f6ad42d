import { describe, expect, it } from 'vitest';

import type { Certainty } from '../../src/engine/results';
import { certainlyAbove, orderOfResult, orderOfRunning, pairOf } from '../../src/report/order';

const certainty = {
  level: 0.95,
  method: 'confidence-sequence',
  units: { kind: 'query', count: 97 },
  units_used: 50,
  queries_used: 50,
  queries_total: 97,
  pairs: [
    {
      a: 11,
      b: 10,
      difference: 0.02,
      low: -0.01,
      high: 0.05,
      status: 'not separated',
      settled_after: null,
      units_needed: 400,
    },
    {
      a: 11,
      b: 12,
      difference: 0.1,
      low: 0.06,
      high: 0.14,
      status: 'separated',
      settled_after: 43,
      units_needed: null,
    },
    {
      a: 10,
      b: 12,
      difference: 0.08,
      low: 0.03,
      high: 0.13,
      status: 'separated',
      settled_after: 50,
      units_needed: null,
    },
  ],
} as unknown as Certainty;

describe('the order of a result', () => {
  const order = orderOfResult(certainty);

  it('says which interval it is, and finds a pair whichever leads', () => {
    expect(order.interval).toBe('moments');
    expect(pairOf(order, 10, 11)).toMatchObject({ a: 11, b: 10, separated: false, units_needed: 400 });
    expect(orderOfResult({ ...certainty, method: 'bootstrap' }).interval).toBe('queries');
  });

  it('tells which source certainly scores above which', () => {
    const above = certainlyAbove(order);
    expect([...(above.get(10) ?? [])]).toEqual([12]);
    expect([...(above.get(11) ?? [])]).toEqual([12]);
    expect(above.get(12)).toBeUndefined();
  });
});

describe('the order of a run under way', () => {
  it('calls a pair separated from the moment it was settled, whatever its interval does since', () => {
    const pairs = [
      { a: 10, b: 11, difference: 0.02, low: -0.001, high: 0.05, settled_after: 45, units_needed: 60 },
      { a: 10, b: 12, difference: 0.1, low: 0.01, high: 0.2, settled_after: null, units_needed: 400 },
    ];
    const order = orderOfRunning(
      { drawn: 60, units: 97, kind: 'query', gates: [], flags: [], scores: [], pairs },
      0.95,
    );
    expect(order.pairs.map(({ separated }) => separated)).toEqual([true, false]);
    expect(order).toMatchObject({ interval: 'moments', unitsUsed: 60, unitsTotal: 97 });
  });
});
