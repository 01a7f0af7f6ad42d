import { describe, expect, it } from 'vitest';

import { figureOf } from '../../../../../src/pages/rank/result/figure-rows';
import { figureSvg } from '../../../../../src/pages/rank/result/picture/figure-svg';
import type { OrderView } from '../../../../../src/session/result/order-view';
import { rankingView } from '../../../../../src/session/result/ranking-view';
import { certainRun, MINED, RANDOM, source } from '../../../../session/sources';

const NAME = 'a <b> & "c"\u0007 with a very long name';
const sources = [
  source(NAME, 0.2, { key: 1, colour: 0, figuresOver: { ...MINED } }),
  source('bm25', 0.1, { key: 2, colour: 1, figuresOver: { ...MINED, mean_eta: 0.501 } }),
  source('random', 0.5, { key: 3, colour: 2, reference: false, figuresOver: { ...RANDOM } }),
];
const order: OrderView = {
  interval: 'queries',
  level: 0.95,
  queriesUsed: 97,
  queriesTotal: 97,
  scores: new Map([
    [1, { low: 0.15, high: 0.25 }],
    [2, { low: 0.05, high: 0.15 }],
    [3, { low: 0.45, high: 0.55 }],
  ]),
  pairs: [],
};

function picture(run = certainRun(sources)): string {
  return figureSvg({
    headline: `${NAME} ranks first`,
    conditions: 'Encoder x',
    cautions: ['Out of date.'],
    figure: figureOf(rankingView(sources, run), order, 0.525),
    randomBaseline: 0.525,
    readingOf: () => ({ warning: 'looks too easy', words: ['ρ 0.99 > 0.68'] }),
  });
}

/** Names of the elements that are open at the end; throws nothing for what is well formed. */
function unclosed(svg: string): string[] {
  const open: string[] = [];
  for (const [, end, name = '', alone] of svg.matchAll(/<(\/?)([a-z]+)(?: [a-zA-Z0-9-]+="[^"<]*")*(\/?)>/g)) {
    if (end === '/') expect(open.pop()).toBe(name);
    else if (alone !== '/') open.push(name);
  }
  return open;
}

describe('the figure as SVG', () => {
  const svg = picture();

  it('is well formed whatever a source is called, and holds names as text', () => {
    expect(unclosed(svg)).toEqual([]);
    expect(svg.replace(/<\/?[a-z]+(?: [a-zA-Z0-9-]+="[^"<]*")*\/?>/g, '')).not.toMatch(/[<>]/);
    expect(svg).toContain('a &lt;b&gt; &amp; &quot;c');
    expect(svg).not.toContain('\u0007');
  });

  it('stands alone: no style, script, class, link or font of another place', () => {
    expect(svg).not.toMatch(/<(style|script|image|use|a|foreignObject)\b|class=|href|url\(|var\(|@import/);
    expect([...svg.matchAll(/https?:[^"]*/g)].map(([address]) => address)).toEqual([
      'http://www.w3.org/2000/svg',
    ]);
  });

  it('says sentence, conditions, cautions, scores, intervals and readings', () => {
    for (const words of [
      'Encoder x',
      'Out of date.',
      '0.2000',
      '0.150 to 0.250',
      '0.5000',
      'Outside the ranking',
    ]) {
      expect(svg).toContain(`>${words}<`);
    }
    expect(svg).toContain('random passages would score 0.5250');
    expect(svg.match(/>looks too easy</g)).toHaveLength(3);
  });

  it('draws dots where the page does, hollow outside the ranking', () => {
    // Plot of 420 from 250 on; the axis ends at 0.6.
    const dots = [...svg.matchAll(/<circle cx="([\d.]+)" cy="[\d.]+" r="5.25" fill="(#\w+)"/g)];
    expect(dots.map(([, x]) => Number(x))).toEqual([390, 320, 600]);
    expect(dots.map(([, , fill]) => fill)).toEqual(['#117a6b', '#7340cf', '#fbfaf7']);
  });

  it('draws a tick that may be chance hollow', () => {
    const hollow = /width="6" fill="#fbfaf7" stroke="#b4410e"/g;
    expect(svg.match(hollow)).toBeNull();
    const run = certainRun(sources);
    const flags = run.certainty.flags.map((flag) => ({ ...flag, certain: false }));
    expect(picture({ ...run, certainty: { ...run.certainty, flags } }).match(hollow)).toHaveLength(2);
  });

  it('is the same for the same result', () => {
    expect(picture()).toBe(svg);
  });
});
