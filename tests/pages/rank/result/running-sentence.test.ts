import { describe, expect, it } from 'vitest';

import type { OrderView } from '../../../../src/session/result/order-view';
import { rankingView } from '../../../../src/session/result/ranking-view';
import { runningSentence } from '../../../../src/pages/rank/result/running-sentence';
import { source } from '../../../session/sources';

const running = { figures: null } as const;
const view = rankingView(
  [
    source('bm25', 0.147, { key: 3, ...running }),
    source('repllama', 0.2436, { key: 1, ...running }),
    source('tasb', 0.2248, { key: 2, ...running }),
  ],
  null,
);

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
    settledAfter: null,
    queriesNeeded: null,
  }));
  return { interval: 'moments', level: 0.95, queriesUsed: 64, queriesTotal: 97, scores: new Map(), pairs };
}

describe('the sentence of a run under way', () => {
  it('says nothing of the order before anything is known', () => {
    expect(runningSentence(view, null)).toBe('Ranking three sources');
  });

  it('goes from likely to certain', () => {
    expect(runningSentence(view, order())).toBe(
      'repllama is likely first of three; all is open after 64 of 97 queries.',
    );
    expect(runningSentence(view, order('1>3', '2>3'))).toBe(
      'repllama is likely first, bm25 is certain to be last of three; repllama and tasb are open after 64 of 97 queries.',
    );
    expect(runningSentence(view, order('1>2', '1>3'))).toBe(
      'repllama is certain to be first of three; tasb and bm25 are open after 64 of 97 queries.',
    );
    expect(runningSentence(view, order('1>2', '1>3', '2>3'))).toBe(
      'repllama is certain to be first of three: the order is settled after 64 of 97 queries.',
    );
  });

  it('names no first place over settings that are not compared', () => {
    const apart = rankingView(
      [source('a', 0.1, { key: 1, ...running }), source('b', 0.2, { key: 2, setting: 'hybrid', ...running })],
      null,
    );
    expect(runningSentence(apart, order())).toBe(
      'Ranking two sources in two settings, after 64 of 97 queries',
    );
  });
});
