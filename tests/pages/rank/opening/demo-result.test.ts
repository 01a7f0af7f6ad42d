import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { DEMO, DEMO_REPORT, EXAMPLE, EXAMPLE_ROWS } from '../../../../src/pages/rank/opening/demo-result';
import { figureOf } from '../../../../src/pages/rank/result/ranking-rows';

describe('the stored result of the demo', () => {
  it('is read as any report: the ranked by score, random passages below', () => {
    const { axis, baseline, parts } = figureOf(DEMO);
    expect(
      parts.map(({ title, rows }) => [title, rows.map(({ rank, source }) => [rank, source.name])]),
    ).toEqual([
      [
        '',
        [
          ['1', 'written'],
          ['2', 'embedding'],
          ['3', 'bm25'],
        ],
      ],
      ['Not ranked', [['–', 'random']]],
    ]);
    expect(DEMO_REPORT).toMatchObject({ yardstick: { eci: baseline?.eci } });
    for (const { source: shown, dot } of parts.flatMap(({ rows }) => rows)) {
      expect(shown.interval?.high).toBeLessThan(axis.to);
      expect(dot).toBeCloseTo((100 * ((shown.eci ?? NaN) - axis.from)) / (axis.to - axis.from), 9);
    }
  });

  it('gives each source the colour that it gets when the demo is run: that of its place in the index', () => {
    const index = JSON.parse(readFileSync('public/demo/index.json', 'utf8')) as {
      files: { path: string }[];
    };
    expect(DEMO.rows).toHaveLength(4);
    for (const { name, colour } of DEMO.rows) expect(index.files[colour]?.path).toBe(`${name}.jsonl`);
  });
});

describe('the worked example', () => {
  it('is of passages of the demo, and its weight is the product of its gates', () => {
    for (const { negative, weight } of EXAMPLE_ROWS) {
      const file = readFileSync(`public/demo/${negative.source}.jsonl`, 'utf8');
      const [first = ''] = file.split('\n');
      expect(first).toContain(JSON.stringify(EXAMPLE.query));
      expect(first).toContain(JSON.stringify(negative.text));
      const { rho, eta, psi, coverage } = negative;
      expect(weight).toBeCloseTo(rho * eta * psi, 12);
      expect(psi).toBeCloseTo(1 - coverage, 12);
    }
  });
});
