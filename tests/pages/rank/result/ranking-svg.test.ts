import { describe, expect, it } from 'vitest';

import { figureOf } from '../../../../src/pages/rank/result/ranking-rows';
import { rankingSvg } from '../../../../src/pages/rank/result/ranking-svg';
import { MINED, source, viewOfSources } from '../../../session/sources';

const NAME = '<b>"a" & \u0001';
const figure = figureOf(
  viewOfSources([source(NAME, 0.3, { figuresOver: MINED }), source('b', 0.2, { figuresOver: MINED })]),
);
const drawn = (mm: 85 | 180) =>
  rankingSvg({ figure, title: 'a & b', stated: ['τ 0.05'] }, mm, (token) => token);

describe('the figure as a file', () => {
  it('is as wide as one or two columns of a paper; the gates are in the wider one', () => {
    expect(drawn(85)).toMatch(/^<svg [^>]*width="321"/);
    expect(drawn(180)).toMatch(/^<svg [^>]*width="680"/);
    expect([drawn(85), drawn(180)].map((svg) => svg.includes('>ρ<'))).toEqual([false, true]);
    for (const svg of [drawn(85), drawn(180)]) {
      expect(svg).toContain('>0.3000<');
      expect(svg).toContain('τ 0.05');
      expect(svg).not.toMatch(/NaN|undefined| class=| style=/);
    }
  });

  it('has names as text, whatever they hold', () => {
    expect(drawn(180)).toContain('&lt;b&gt;&quot;a&quot; &amp; <');
  });
});
