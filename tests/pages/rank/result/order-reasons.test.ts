import { describe, expect, it } from 'vitest';

import { orderReasons } from '../../../../src/pages/rank/result/order-reasons';
import type { Order } from '../../../../src/report/ranking';
import { MINED, RANDOM, source, viewOfSources } from '../../../session/sources';

const a = source('a', 0.3, { figuresOver: { ...MINED, mean_rho: 0.8, mean_eta: 0.6, mean_psi: 0.5 } });
const b = source('b', 0.2, { figuresOver: { ...MINED, mean_rho: 0.8, mean_eta: 0.4, mean_psi: 0.5 } });
const random = source('random', 0.5, { reference: false, figuresOver: RANDOM });
const view = viewOfSources([a, b, random], { shares: { random: { random: 0.3 } } });
const order: Order = {
  level: 0.95,
  units: { kind: 'query', count: 97 },
  units_used: 97,
  pairs: [
    {
      a: 'a',
      b: 'b',
      difference: 0.1,
      low: 0.05,
      high: 0.15,
      status: 'separated',
      unlike_units: 97,
      shared_queries: 97,
    },
  ],
};

describe('why this order', () => {
  const reasons = orderReasons({ ...view, order });

  it('speaks of neighbours inside the ranking', () => {
    expect(reasons.map(({ upper, lower }) => [upper, lower])).toEqual([['a', 'b']]);
  });

  it('gives a gate that alone differs the whole of the product’s difference, and the rest to "together"', () => {
    const [reason] = reasons;
    // The products are 0.8·0.6·0.5 = 0.24 and 0.8·0.4·0.5 = 0.16; the scores differ by 0.1.
    expect(reason?.shares.rho).toBeCloseTo(0, 12);
    expect(reason?.shares.eta).toBeCloseTo(0.08, 12);
    expect(reason?.shares.psi).toBeCloseTo(0, 12);
    expect(reason?.shares.together).toBeCloseTo(0.02, 12);
    expect(reason?.certainty).toBe('+0.050 to +0.150: separated');
    expect(reason?.difference).toBeCloseTo(0.1, 12);
  });

  it('calls no difference close before it has an interval', () => {
    const unknown = order.pairs.map((pair) => ({
      ...pair,
      low: null,
      high: null,
      status: 'not separated' as const,
    }));
    const [reason] = orderReasons({ ...view, order: { ...order, pairs: unknown } });
    expect(reason?.certainty).toBe('');
  });
});
