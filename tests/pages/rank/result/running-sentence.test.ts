import { describe, expect, it } from 'vitest';

import type { OrderView } from '../../../../src/report/order';
import { rankingView } from '../../../../src/report/ranking';
import { phraseText } from '../../../../src/report/verdict-words';
import { runningSentence } from '../../../../src/pages/rank/result/running-sentence';
import { source } from '../../../session/sources';

const running = { figures: null, gates: null } as const;
const sources = [
  source('bm25', 0.147, { id: 3, ...running }),
  source('repllama', 0.2436, { id: 1, ...running }),
  source('tasb', 0.2248, { id: 2, ...running }),
];

const said = (order: OrderView | null, of = sources) =>
  phraseText(runningSentence(rankingView(of, null, order)));

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
  }));
  return { level: 0.95, unitsUsed: 64, unitsTotal: 97, unitKind: 'query', pairs };
}

describe('the sentence of a run under way', () => {
  it('says nothing of the order before anything is known', () => {
    expect(said(null)).toBe('Ranking three sources');
    expect(said(order())).toContain('too early to call');
  });

  it('names who is separated from all others, so far, and calls nobody first', () => {
    expect(said(order('1>3', '2>3'))).toContain('2 of 3 orders');
    expect(said(order('1>2', '1>3'))).toMatch(/^repllama scores highest so far; 2 of 3/);
    expect(said(order('1>2', '1>3', '2>3'))).not.toContain('first');
  });

  it('compares nothing over settings that are not compared', () => {
    const apart = sources.map((each, i) => ({ ...each, setting: `s${i % 2}` }));
    expect(said(order('1>2', '1>3', '2>3'), apart)).not.toContain('highest');
  });
});
