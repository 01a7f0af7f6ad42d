import { expect, it } from 'vitest';

import { hybrids } from '../../src/experiments/hybrids';
import { swapsBetween } from '../../src/experiments/orders';
import { shortened } from '../../src/experiments/shown-source';
import { phraseText } from '../../src/report/verdict-words';
import { made, NOTHING, outcomeOf } from './outcomes';

const LONG = [
  'msmarco-passage-trec-dl-2019-hard-negatives-from-bm25-k100',
  'msmarco-passage-trec-dl-2019-hard-negatives-from-tasb-k100',
  'msmarco-passage-trec-dl-2019-hard-negatives-from-llm-k100',
];

it('cards name unions by the short names, tables by the whole ones', () => {
  const union = outcomeOf('hybrids', LONG, {
    ...NOTHING,
    scores: [0.1, 0.2, 0.3],
    made: [made(0.4, { kind: 'hybrid', a: 10, b: 20 })],
  });
  const short = { ...union, sources: shortened(union.sources).sources };
  expect(phraseText(hybrids.title(short))).toMatch(/^.{1,11}\+.{1,11} scores above both parts$/);
  const chart = hybrids.chart(short);
  const rows = chart.kind === 'rows' ? chart.rows.map(({ name }) => name) : [];
  for (const name of rows) expect(name.length).toBeLessThanOrEqual(23);
  expect(new Set(rows).size).toBe(4);
  expect(JSON.stringify(hybrids.table(union))).toContain(LONG[0]);
});

it('a tie is a tie: nobody passes by the rounding of a sum', () => {
  const sources = ['a', 'b'].map((name) => ({ name, setting: 'all' }));
  const tie = [0.1 + 0.2, 0.3];
  expect(swapsBetween(sources, [1, 2], tie)).toEqual([]);
  expect(swapsBetween(sources, [2, 1], [...tie].reverse())).toEqual([]);
  expect(swapsBetween(sources, [1, 2], [0.4, 0.3])).toEqual([{ passes: 0, passed: 1 }]);
});
