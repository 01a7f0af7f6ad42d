import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import {
  DEMO,
  demoFigure,
  exampleRows,
  settlingFigure,
} from '../../../../src/pages/rank/opening/demo-result';
import type { Figure } from '../../../../src/pages/rank/result/figure-rows';
import type { Axis } from '../../../../src/ui/charts/axis';

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

describe('the figure of the demo while it is computed again', () => {
  const rowsOf = ({ groups }: Figure) => groups.flatMap(({ ranked, outside }) => [...ranked, ...outside]);
  const stored = rowsOf(demoFigure(DEMO)).map(({ name }) => name);
  const none = (axis: Axis): Figure => ({ axis, groups: [], ranged: false });

  it('is the stored one before there is a score', () => {
    const rows = rowsOf(settlingFigure(DEMO, [], none));
    expect(rows.map(({ name }) => name)).toEqual(stored);
    for (const { name, score, dot, whisker, stored: ring } of rows) {
      expect(score).toBe(DEMO.sources.find((source) => source.name === name)?.eci);
      expect(dot).not.toBeNull();
      expect(whisker).not.toBeNull();
      expect(ring).toBeNull();
    }
  });

  it('has the score of now in the stored place, the stored one as a ring, and an axis for both', () => {
    const [shown] = rowsOf(settlingFigure(DEMO, [], none));
    if (!shown) throw new Error('The demo has no sources.');
    const figure = settlingFigure(DEMO, [0.1], (axis) => ({
      ...none(axis),
      groups: [
        {
          setting: 'default',
          ranked: [{ ...shown, name: 'bm25', score: 0.1, dot: 3 }],
          outside: [],
          unsettled: [],
        },
      ],
    }));
    expect(figure.axis.from).toBeLessThanOrEqual(0.1);
    const rows = rowsOf(figure);
    expect(rows.map(({ name }) => name)).toEqual(stored);
    const bm25 = rows.find(({ name }) => name === 'bm25');
    expect(bm25).toMatchObject({ score: 0.1, rank: '3', outside: false });
    expect(bm25?.stored).toBe(DEMO.sources.find(({ name }) => name === 'bm25')?.eci);
    expect(rows.filter((row) => row.stored !== null)).toHaveLength(1);
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
