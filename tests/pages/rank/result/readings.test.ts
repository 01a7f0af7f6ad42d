import { describe, expect, it } from 'vitest';

import { shortNames } from '../../../../src/ui/charts/text';
import { readingOf } from '../../../../src/pages/rank/result/readings';
import type { OrderView } from '../../../../src/report/order';
import { rankingView } from '../../../../src/report/ranking';
import type { ScoredSource } from '../../../../src/report/scored-source';
import { certainRun, MINED, RANDOM, source } from '../../../session/sources';

const a = source('a', 0.3, { id: 1, figuresOver: MINED });
const b = source('b', 0.2, { id: 2, figuresOver: MINED });
const random = source('random', 0.5, { id: 3, reference: false, figuresOver: RANDOM });

const pair = (separated: boolean, settled_after: number | null, units_needed: number | null) => ({
  a: 1,
  b: 2,
  difference: 0.021,
  low: -0.042,
  high: 0.083,
  separated,
  settled_after,
  units_needed,
});
const order = (interval: OrderView['interval'], ...pairs: OrderView['pairs']): OrderView => ({
  interval,
  level: 0.95,
  unitsUsed: 64,
  unitsTotal: 97,
  unitKind: 'query',
  pairs,
});

/** The reading of a source by its name. @param running whether the run still goes on */
function reading(name: string, known: OrderView | null, running = false, sources = [a, b, random]) {
  const shown: ScoredSource[] = running ? sources.map((each) => ({ ...each, figures: null })) : sources;
  const view = rankingView(shown, running ? null : certainRun(sources));
  const [group] = view.groups;
  const row = view.rows.find((each) => each.name === name);
  if (!group || !row) throw new Error(`no ${name}`);
  return readingOf(row, group, known, shortNames(sources.map((each) => each.name)).of);
}

describe('the reading of a source', () => {
  it('warns of one outside, with direction and distance', () => {
    const { warning, words, address } = reading('random', order('queries'));
    expect(warning).not.toBe('');
    expect(address, 'its pairs, the easiest first').toBe('#audit?source=random&sort=rho-down');
    expect(words.join('; ')).toContain('ρ 0.99 > 0.68');
  });

  it('leads from each flag to its own pairs, sorted by what the flag says', () => {
    const { words, links } = reading('random', order('queries'));
    expect(words.slice(0, links.length).map((each) => each.split(' ')[0])).toEqual(['ρ', 'ψ', 'inversion']);
    expect(links).toEqual([
      '#audit?source=random&sort=rho-down',
      '#audit?source=random&sort=psi-down',
      '#audit?source=random&sort=m-down',
    ]);
  });

  it('leaves out what long names all begin with', () => {
    const long = [a, b, random].map((each) => ({ ...each, name: `xquad_2026-08-01_mined_by_${each.name}` }));
    const { words } = reading(long[0]?.name ?? '', order('queries', pair(false, null, null)), false, long);
    expect(words).toEqual(['reference', 'too close to call with b']);
  });

  it('says with whom a place is shared, and no more of a place that is not', () => {
    expect(reading('a', order('queries', pair(false, null, null)))).toEqual({
      warning: '',
      words: ['reference', 'too close to call with b'],
      links: [],
      address: null,
    });
    expect(reading('a', order('queries', pair(true, null, null))).words).toEqual(['reference']);
  });

  it('warns of a source whose flags are certain so far, and holds no other against it', () => {
    const flagsSoFar = [
      { flag: 'rho', status: 'certain' },
      { flag: 'eta', status: 'open' },
      { flag: 'psi', status: 'certain' },
    ] as const;
    const easy = { ...random, flagsSoFar };
    const open = order('moments', { ...pair(false, null, 310), a: 3, b: 1 });
    expect(reading('random', open, true, [a, b, easy])).toMatchObject({
      warning: 'outside on ρ and ψ so far',
      words: [],
    });
    expect(reading('a', open, true, [a, b, easy]).words).toEqual([]);
  });
});
