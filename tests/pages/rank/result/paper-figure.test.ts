/** The figure for a paper: its height, its lines, what it says. */

import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { buildReport } from '../../../../src/report/build';
import { openedReport } from '../../../../src/report/opened';
import { PAPER, paperFigure } from '../../../../src/pages/rank/result/paper-figure';
import { certainOrder, reportInput, runResult, sourceResult } from '../../../support/results';

/** A figure of so many sources, the last one outside. */
function figureWith(count: number, name: (at: number) => string) {
  const results = Array.from({ length: count }, (_, at) =>
    sourceResult(at + 1, name(at), {
      eci: 0.3 + at / 20,
      records: 97,
      queries: 97,
      ...(at === count - 1 ? { mean_rho: 0.98, inversion_rate: 0 } : {}),
    }),
  );
  const certainty = certainOrder(results.map(({ id, figures }) => ({ id, eci: figures.eci })));
  const result = { ...runResult(results), certainty };
  const report = buildReport(reportInput(results, [name(0), name(1)], { result }));
  const { view } = openedReport('report.json', report);
  const svg = paperFigure(view, report.verdict.headline, 'Encoder mini, τ 0.05, 97 queries');
  const height = Number(/height="([\d.]+)mm"/.exec(svg)?.[1]);
  const texts = [...svg.matchAll(/<text x="([\d.-]+)"[^>]*>([^<]*)</g)].map(([, x, words]) => ({
    x: Number(x),
    words,
  }));
  return { svg, height, texts };
}

describe('the figure for a paper', () => {
  it('has a line a source: four within 45 mm, eight within 75 mm, the gates in words', () => {
    const four = figureWith(4, (at) => `source${at}`);
    expect(four.height).toBeLessThanOrEqual(45);
    const eight = figureWith(8, (at) => `xquad_2026-08_en_dev_v2_experiment_kind${at}`);
    expect(eight.height).toBeLessThanOrEqual(75);
    for (const words of ['prefers', 'nearer', 'lacks']) expect(four.svg).toContain(`>${words}</text>`);
    expect(four.texts.every(({ x }) => x >= 0 && x <= 85)).toBe(true);
  });

  it('has room for its words in a font that is a fifth wider than its own', () => {
    const { svg } = figureWith(8, (at) => `source${at}`);
    // Letters of the widest usual stand-in (DejaVu Sans Bold): 0.7 of the size, a point 0.4.
    const boxes = [...svg.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)"([^>]*)>([^<]*)</g)].map(
      ([, x, y, rest = '', words = '']) => {
        const size = Number(/font-size="([\d.]+)"/.exec(rest)?.[1] ?? 2.3);
        const width = size * [...words].reduce((sum, letter) => sum + (letter === '.' ? 0.4 : 0.7), 0);
        const anchor = /text-anchor="(\w+)"/.exec(rest)?.[1] ?? 'start';
        const left = Number(x) - { start: 0, middle: width / 2, end: width }[anchor as 'start'];
        return { y: Number(y), left, right: left + width, words };
      },
    );
    for (const a of boxes)
      for (const b of boxes)
        if (a !== b && a.y === b.y && a.left <= b.left)
          expect(a.right, `“${a.words}” before “${b.words}”`).toBeLessThan(b.left);
  });

  it('leaves out once what all names begin with, and says what sets a source outside', () => {
    const { svg, texts } = figureWith(8, (at) => `xquad_2026-08_en_dev_v2_experiment_kind${at}`);
    expect(texts.map(({ words }) => words)).toContain('kind7');
    expect(svg.replace(/<\/text>\n<text[^>]*>/g, ' ')).toContain(
      'Names begin xquad_2026-08_en_dev_v2_experiment_.',
    );
    expect(svg).toContain('kind7: ');
    expect(svg).toContain('ρ 0.98 &gt;');
  });

  it('has the light colours of the page', () => {
    const css = readFileSync('src/ui/styles/tokens.css', 'utf8');
    PAPER.sources.forEach((colour, at) => expect(css).toContain(`--c${at + 1}: ${colour};`));
    for (const name of ['ink', 'muted', 'line', 'axis', 'warn'] as const)
      expect(css).toContain(`--${name}: ${PAPER[name]};`);
  });
});
