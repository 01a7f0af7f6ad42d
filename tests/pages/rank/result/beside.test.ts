import { describe, expect, it } from 'vitest';

import { besideOf } from '../../../../src/pages/rank/result/beside';
import { MINED, source, viewOfSources } from '../../../session/sources';

/** Three sources that are sure of their order by these scores. */
const view = (scores: Readonly<Record<string, number>>) =>
  viewOfSources(Object.entries(scores).map(([name, eci]) => source(name, eci, { figuresOver: MINED })));

describe('two results side by side', () => {
  const beside = besideOf(
    view({ bm25: 0.1, dense: 0.3, llm: 0.2 }),
    view({ bm25: 0.2, dense: 0.1, gone: 0.5 }),
  );

  it('stand in the order of the one that is shown, what is only in the other last', () => {
    expect(beside.rows.map(({ name, now, then }) => [name, now?.eci ?? null, then?.eci ?? null])).toEqual([
      ['dense', 0.3, 0.1],
      ['llm', 0.2, null],
      ['bm25', 0.1, 0.2],
      ['gone', null, 0.5],
    ]);
  });

  it('say which ranked sources of both turn round', () => {
    expect(beside.turns).toEqual([{ upper: 'dense', lower: 'bm25', isCertain: true }]);
    expect(besideOf(view({ a: 1, b: 2 }), view({ a: 3, b: 4 })).turns).toEqual([]);
  });
});
