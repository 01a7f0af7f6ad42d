import { describe, expect, it } from 'vitest';

import type { OrderView } from '../../../../src/report/order';
import { rankingView, type RankingView } from '../../../../src/report/ranking';
import { runningSentence as sentenceOf } from '../../../../src/pages/rank/result/running-sentence';
import { source } from '../../../session/sources';

const running = { figures: null, gates: null } as const;
const view = rankingView(
  [
    source('bm25', 0.147, { id: 3, ...running }),
    source('repllama', 0.2436, { id: 1, ...running }),
    source('tasb', 0.2248, { id: 2, ...running }),
  ],
  null,
);

const runningSentence = (view: RankingView, order: OrderView | null) => sentenceOf({ ...view, order });

/** An order in which the pairs named are separated. */
function order(...separated: string[]): OrderView {
  const pairs = [
    [1, 2],
    [1, 3],
    [2, 3],
  ].map(([a = 0, b = 0]) => ({
    a,
    b,
    difference: 0.02,
    low: 0,
    high: 0.04,
    separated: separated.includes(`${a}>${b}`),
    settled_after: null,
    units_needed: null,
  }));
  return { interval: 'moments', level: 0.95, unitsUsed: 64, unitsTotal: 97, unitKind: 'query', pairs };
}

describe('the sentence of a run under way', () => {
  it('says nothing of the order before anything is known', () => {
    expect(runningSentence(view, null)).toBe('Ranking three sources');
  });

  it('goes from what is seen so far to what is certain, and calls nobody first', () => {
    expect(runningSentence(view, order())).toBe(
      'Ranking three sources: too early to call after 64 of 97 queries.',
    );
    expect(runningSentence(view, order('1>3', '2>3'))).toBe(
      'repllama scores above bm25; tasb scores above bm25; 1 order of 3 not known yet after 64 of 97 queries.',
    );
    expect(runningSentence(view, order('1>2', '1>3', '2>3'))).toBe(
      'The scores are settled after 64 of 97 queries: repllama above tasb above bm25. The audit follows.',
    );
  });

  it('says first which source is certainly outside so far, and orders the others alone', () => {
    const flagsSoFar = [{ flag: 'rho', status: 'certain' }] as const;
    const random = source('random', 0.53, { id: 4, reference: false, flagsSoFar, ...running });
    const sources = [...view.rows, random];
    const outside = rankingView(sources, null);
    const [pair] = order().pairs;
    if (!pair) throw new Error('The order has no pairs.');
    const with4 = (...separated: string[]): OrderView => {
      const known = order(...separated);
      const over = [1, 2, 3].map((b) => ({ ...pair, a: 4, b, separated: true }));
      return { ...known, pairs: [...known.pairs, ...over] };
    };
    expect(runningSentence(outside, with4())).toBe(
      'random is outside so far. Ranking the others: too early to call after 64 of 97 queries.',
    );
    const pairAlone = rankingView([view.rows[0] ?? random, random], null);
    expect(runningSentence(pairAlone, with4())).toBe('random is outside so far, after 64 of 97 queries.');
  });

  it('compares nothing over settings that are not compared', () => {
    const apart = rankingView(
      [source('a', 0.1, { id: 1, ...running }), source('b', 0.2, { id: 2, setting: 'hybrid', ...running })],
      null,
    );
    expect(runningSentence(apart, order())).toBe(
      'Ranking two sources in two settings, after 64 of 97 queries',
    );
  });
});
