import { describe, expect, it } from 'vitest';

import { shortNames } from '../../../../src/ui/charts/text';
import { lookOf, readingOf } from '../../../../src/pages/rank/result/readings';
import type { Finding } from '../../../../src/report/result';
import type { OrderView } from '../../../../src/report/order';
import { rankingView } from '../../../../src/report/ranking';
import type { ScoredSource } from '../../../../src/report/scored-source';
import { runWith, finding, MINED, RANDOM, RANDOM_FOUND, source } from '../../../session/sources';

const a = source('a', 0.3, { id: 1, figuresOver: MINED });
const b = source('b', 0.2, { id: 2, figuresOver: MINED });
const random = source('random', 0.5, { id: 3, reference: false, figuresOver: RANDOM });

const pair = (separated: boolean, low: number | null = -0.042) => ({
  a: 1,
  b: 2,
  difference: 0.021,
  low,
  high: low && 0.083,
  separated,
});
const order = (...pairs: OrderView['pairs']): OrderView => ({
  level: 0.95,
  unitsUsed: 64,
  unitsTotal: 97,
  unitKind: 'query',
  pairs,
});

type Found = Readonly<Record<string, readonly Finding[]>>;

function viewOf(sources: readonly ScoredSource[], found: Found = {}, unseen: readonly number[] = []) {
  const run = runWith(sources, found);
  return rankingView(sources, { ...run, found: { ...run.found, randomUnseen: new Set(unseen) } });
}

/** The reading of a source by its name. @param running whether the run still goes on */
function reading(
  name: string,
  known: OrderView | null,
  { running = false, sources = [a, b, random], found = {} as Found } = {},
) {
  const view = running
    ? rankingView(
        sources.map((each) => ({ ...each, figures: null })),
        null,
      )
    : viewOf(sources, found);
  const [group] = view.groups;
  const row = view.rows.find((each) => each.name === name);
  if (!group || !row) throw new Error(`no ${name}`);
  return readingOf(row, group, known, shortNames(sources.map((each) => each.name)).of);
}

describe('the reading of a source', () => {
  it('begins with its worst finding, which leads to its pairs', () => {
    const found = { random: [RANDOM_FOUND, finding('copies', 'look')] };
    const { warning, address, words, links } = reading('random', order(), { found });
    expect(warning).toContain('26');
    expect(address).toBe('#audit?source=random&found=unrelated');
    expect(words[0]).toBe('words of copies');
    expect(links).toEqual(['#audit?source=random&found=same_text', '#audit?source=random&sort=rho-down']);
  });

  it('warns of means outside the range, and keeps the rank', () => {
    const { warning, address } = reading('random', order());
    expect(warning).toContain('ρ 0.99 > 0.68');
    expect(address, 'its pairs, the easiest first').toBe('#audit?source=random&sort=rho-down');
    expect(viewOf([a, b, random]).groups[0]?.ranked.map(({ name }) => name)).toEqual(['random', 'a', 'b']);
  });

  it('leaves out what long names all begin with', () => {
    const sources = [a, b, random].map((each) => ({
      ...each,
      name: `xquad_2026-08-01_mined_by_${each.name}`,
    }));
    const { words } = reading(sources[0]?.name ?? '', order(pair(false)), { sources });
    expect(words).toEqual(['too close to call with b']);
  });

  it('says with whom a place is shared, and no more of a place that is not', () => {
    expect(reading('a', order(pair(false)))).toEqual({
      warning: '',
      words: ['too close to call with b'],
      links: [],
      address: null,
    });
    expect(reading('a', order(pair(true))).words).toEqual([]);
  });

  it('says during a run what is too close so far, and nothing of findings', () => {
    const running = (known: OrderView) => reading('a', known, { running: true });
    expect(running(order(pair(false)))).toMatchObject({
      warning: '',
      words: ['too close to call with b so far'],
    });
    expect(running(order(pair(false, null))).words).toEqual(['intervals not known yet']);
    expect(running(order(pair(true))).words).toEqual([]);
  });
});

describe('what the user may say after a look at the pairs', () => {
  const saidOf = (view: ReturnType<typeof viewOf>) => view.rows.map(lookOf);

  it('ranks a source whose rank a statistic takes, and nothing else', () => {
    expect(saidOf(viewOf([a, b, random], { random: [RANDOM_FOUND] }))).toEqual([null, null, 'rank it']);
    expect(saidOf(viewOf([a, b, random], { random: [RANDOM_FOUND, finding('copies', 'stop')] }))).toEqual([
      null,
      null,
      null,
    ]);
    expect(saidOf(viewOf([a, b], {}, [1, 2]))).toEqual(['rank it', 'rank it']);
  });

  it('is taken back where it was said', () => {
    const looked = { ...random, lookedAt: true };
    const view = viewOf([a, b, looked], { random: [{ ...RANDOM_FOUND, set_aside: true }] });
    expect(saidOf(view)).toEqual([null, null, 'undo']);
    expect(view.rows[2]?.rank).not.toBeNull();
  });
});
