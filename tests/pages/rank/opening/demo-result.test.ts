import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { DEMO, demoFigure, exampleRows } from '../../../../src/pages/rank/opening/demo-result';

describe('the figure of the demo', () => {
  it('has one axis beyond the largest whisker, the ranked by score, the flagged one below', () => {
    const { axis, groups } = demoFigure(DEMO);
    expect(axis.to).toBeGreaterThan(Math.max(...DEMO.sources.map(({ high }) => high)));
    const [group] = groups;
    expect(group?.ranked.map(({ rank, name }) => [rank, name])).toEqual([
      ['1', 'written'],
      ['2', 'embedding'],
      ['3', 'bm25'],
    ]);
    expect(group?.outside.map(({ rank, name }) => [rank, name])).toEqual([['–', 'random']]);
    const [first] = group?.ranked ?? [];
    expect(first?.dot).toBeCloseTo((100 * (first?.score ?? 0)) / axis.to, 9);
  });

  it('gives each source the colour that it gets when the demo is run: that of its place in the index', () => {
    const index = JSON.parse(readFileSync('public/demo/index.json', 'utf8')) as {
      sources: { name: string }[];
    };
    const rows = demoFigure(DEMO).groups.flatMap(({ ranked, outside }) => [...ranked, ...outside]);
    expect(rows).toHaveLength(4);
    for (const { name, colour } of rows) expect(index.sources[colour]?.name).toBe(name);
  });
});

describe('the worked example', () => {
  it('is of passages of the demo, and its weight is the product of its gates', () => {
    for (const { negative, weight } of exampleRows(DEMO)) {
      const file = readFileSync(`public/demo/${negative.source}.jsonl`, 'utf8');
      const [first = ''] = file.split('\n');
      expect(first).toContain(JSON.stringify(DEMO.example.query));
      expect(first).toContain(JSON.stringify(negative.text));
      const { rho, eta, psi, coverage } = negative;
      expect(weight).toBeCloseTo(rho * eta * psi, 12);
      expect(psi).toBeCloseTo(1 - coverage, 12);
    }
  });
});
