import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { demoFigure } from '../../../../src/pages/rank/opening/demo-figure';
import { DEMO } from '../../../../src/pages/rank/opening/demo-result';
import { exampleRows } from '../../../../src/pages/rank/opening/example-rows';

describe('the figure of the demo', () => {
  it('has one axis beyond the largest whisker, the ranked by score, the flagged one below', () => {
    const { axis, ranked, outside } = demoFigure(DEMO);
    expect(axis.to).toBeGreaterThan(Math.max(...DEMO.sources.map(({ high }) => high)));
    expect(ranked.map(({ source }) => [source.rank, source.name])).toEqual([
      ['1', 'written'],
      ['2', 'bm25'],
      ['3', 'embedding'],
    ]);
    expect(outside.map(({ source, warning, figures }) => [source.name, warning, figures])).toEqual([
      ['random', 'Looks too easy', expect.stringMatching(/^ρ 0\.95 > 0\.88.*\.$/)],
    ]);
    const [first] = ranked;
    expect(first?.dot).toBeCloseTo((100 * (first?.source.eci ?? 0)) / axis.to, 9);
  });

  it('gives each source the colour that it gets when the demo is run: that of its place in the index', () => {
    const index = JSON.parse(readFileSync('public/demo/index.json', 'utf8')) as {
      sources: { name: string }[];
    };
    const { ranked, outside } = demoFigure(DEMO);
    for (const { source, colour } of [...ranked, ...outside]) {
      expect(index.sources[colour]?.name).toBe(source.name);
    }
  });
});

describe('the worked example', () => {
  it('is of passages of the demo, and its weight is the product of its gates', () => {
    for (const { negative, gates } of exampleRows(DEMO)) {
      const file = readFileSync(`public/demo/${negative.source}.jsonl`, 'utf8');
      const [first = ''] = file.split('\n');
      expect(first).toContain(JSON.stringify(DEMO.example.query));
      expect(first).toContain(JSON.stringify(negative.text));
      const { rho, eta, psi, coverage } = negative;
      expect(gates.at(-1)?.value).toBeCloseTo(rho * eta * psi, 12);
      expect(psi).toBeCloseTo(1 - coverage, 12);
    }
  });
});
