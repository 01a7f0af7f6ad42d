import { describe, expect, it } from 'vitest';

import { asksForMargin, figureOf, lookOf } from '../../../../src/pages/rank/result/ranking-rows';
import { scopeOf } from '../../../../src/pages/rank/result/state-line';
import { runningRanking, type Order, type RankingView } from '../../../../src/report/ranking';
import { pairAudit } from '../../../support/results';
import { MINED, RANDOM, source, viewOfSources, type RunChanges } from '../../../session/sources';

const a = source('a', 0.3, { figuresOver: { ...MINED, negatives: 2910 } });
const b = source('b', 0.2, { figuresOver: { ...MINED, negatives: 2910 } });
const random = source('random', 0.5, { reference: false, figuresOver: { ...RANDOM, negatives: 2910 } });
const SHARES: RunChanges = { shares: { random: { random: 0.3 }, half: 0.04 } };

const pair = (
  status: 'separated' | 'not separated',
  low: number | null = -0.042,
): Order['pairs'][number] => ({
  a: 'a',
  b: 'b',
  difference: 0.021,
  low,
  high: low && 0.083,
  status,
  unlike_units: 97,
  shared_queries: 97,
});
const order = (...pairs: Order['pairs']): Order => ({
  level: 0.95,
  units: { kind: 'query', count: 97 },
  units_used: 64,
  pairs,
});

/** The reading of a source by its name. */
function reading(name: string, known: Order | null, view: RankingView = viewOfSources([a, b, random])) {
  const rows = figureOf({ ...view, order: known }).parts.flatMap((part) => part.rows);
  const row = rows.find(({ source }) => source.name === name);
  if (!row) throw new Error(`no ${name}`);
  return row.reading;
}

describe('the reading of a source', () => {
  it('begins with its worst finding, and has the others behind', () => {
    const copied = { ...random, negativesEqualPositive: 10 };
    const [worst, ...others] = reading('random', order(), viewOfSources([a, b, copied], SHARES));
    expect(worst).toMatchObject({ warm: true });
    expect(worst?.text).toContain('26');
    const found = others.find(({ text }) => text.includes('10 copies of the positive'));
    expect(found).toMatchObject({ warm: false });
  });

  it('warns of means outside the range, and keeps the rank', () => {
    const [worst] = reading('random', order());
    expect(worst).toMatchObject({ warm: true });
    expect(worst?.text).toContain('ρ 0.99 > 0.68');
    const view = viewOfSources([a, b, random]);
    expect(view.groups[0]?.ranked.map(({ name }) => name)).toEqual(['random', 'a', 'b']);
    expect(view.result && scopeOf(view, view.result)).toContain('Outside means look, not worse.');
  });

  it('says with whom a place is shared, or by how much it is above the next', () => {
    expect(reading('a', order(pair('not separated')))).toEqual([
      { text: 'too close to call with b', warm: false },
    ]);
    const [above] = reading('a', order(pair('separated', 0.004)));
    expect(above?.text).toBe('above b by 0.021 (0.004 to 0.083)');
    expect(reading('b', order(pair('separated', 0.004)))).toEqual([]);
  });

  it('says nothing during a run', () => {
    const rows = viewOfSources([a, b, random]).rows.map((row) => ({ ...row, figures: null, verdict: null }));
    const known = order(pair('not separated'));
    expect(reading('a', known, runningRanking(rows, known))).toEqual([]);
  });
});

describe('what the user may say after a look at the pairs', () => {
  const saidOf = (...made: Parameters<typeof viewOfSources>) => viewOfSources(...made).rows.map(lookOf);

  it('ranks a source whose rank a statistic takes, and nothing else', () => {
    expect(saidOf([a, b, random], SHARES)).toEqual([null, null, 'rank it']);
    const copied = { ...random, negativesEqualPositive: 1000 };
    expect(saidOf([a, b, copied], SHARES)).toEqual([null, null, null]);
    const pair_audit = { ...pairAudit([]), corner: null, random_share: null };
    expect(saidOf([a, b], { pair_audit })).toEqual(['rank it', 'rank it']);
  });

  it('is taken back where it was said', () => {
    const view = viewOfSources([a, b, { ...random, lookedAt: true }], SHARES);
    expect(view.rows.map(lookOf)).toEqual([null, null, 'undo']);
    expect(view.rows[2]?.rank).not.toBeNull();
  });

  it('is asked of a margin where no pair is inverted, but not of random passages', () => {
    const asked = (...made: Parameters<typeof viewOfSources>) =>
      viewOfSources(...made).rows.flatMap((row) => (asksForMargin(row) ? [row.name] : []));
    const none = { ...RANDOM, negatives: 2910, inversion_rate: 0 };
    const mined = source('random', 0.5, { reference: false, figuresOver: none });
    expect(asked([a, b, mined])).toEqual(['random']);
    expect(asked([a, b, mined], SHARES)).toEqual([]);
  });
});
