import { describe, expect, it } from 'vitest';

import { figureOf, rankLabel, rowsOf } from '../../../../src/pages/rank/result/figure-rows';
import type { RandomBaseline } from '../../../../src/engine/result';
import type { OrderView } from '../../../../src/report/order';
import { rankingView } from '../../../../src/report/ranking';
import { certainOrder } from '../../../support/results';
import { runWith, MINED, RANDOM, RANDOM_FOUND, source } from '../../../session/sources';

/** Scores and intervals of four sources, as TREC-DL with potion-base-2M gives them, rounded. */
const known = (low: number, high: number) => ({ interval: { low, high } });
const repllama = source('repllama', 0.2354, { id: 1, ...known(0.207, 0.265), figuresOver: MINED });
const tasb = source('tasb', 0.2155, {
  id: 2,
  ...known(0.191, 0.242),
  figuresOver: { ...MINED, mean_eta: 0.589 },
});
const bm25 = source('bm25', 0.1414, {
  id: 3,
  ...known(0.123, 0.162),
  figuresOver: { ...MINED, mean_eta: 0.501, mean_rho: 0.639 },
});
const random = source('random', 0.5318, {
  id: 4,
  ...known(0.507, 0.556),
  reference: false,
  figuresOver: RANDOM,
});

const pair = (a: number, b: number, difference: number, low: number, separated: boolean) => ({
  a,
  b,
  difference,
  low,
  high: 2 * difference - low,
  separated,
});

const order: OrderView = {
  level: 0.95,
  unitsUsed: 97,
  unitsTotal: 97,
  unitKind: 'query',
  pairs: [
    pair(1, 2, 0.0199, -0.018, false),
    pair(1, 3, 0.094, 0.05, true),
    pair(2, 3, 0.0741, 0.028, true),
    pair(4, 1, 0.2964, 0.25, true),
    pair(4, 2, 0.3163, 0.27, true),
    pair(4, 3, 0.3904, 0.35, true),
  ],
};

const shown = [bm25, tasb, repllama, random];
const certain = certainOrder(shown);
const isOpen = (a: number, b: number) => a === repllama.id && b === tasb.id;
const run = {
  ...runWith(shown, { random: [RANDOM_FOUND] }),
  certainty: {
    ...certain,
    pairs: certain.pairs.map((pair) => ({
      ...pair,
      status: isOpen(pair.a, pair.b) ? ('not separated' as const) : ('separated' as const),
    })),
  },
  random_baseline: { eci: 0.525 } as RandomBaseline,
};
const view = { ...rankingView(shown, run), order };

describe('the figure', () => {
  const figure = figureOf(view);
  const rows = rowsOf(figure.groups);

  it('shares ranks among those too close to call, and joins neighbours by a bracket', () => {
    expect(rows.map(({ source }) => rankLabel(source))).toEqual(['1–2', '1–2', '3', '–']);
    expect(rows.map(({ tiedAbove }) => tiedAbove)).toEqual([false, true, false, false]);
    expect(rows.map(({ tiedBelow }) => tiedBelow)).toEqual([true, false, false, false]);
  });

  it('sets sources without a rank below the rule, and they take none from the others', () => {
    const [group] = figure.groups;
    expect(group?.unranked.map(({ source }) => source.name)).toEqual(['random']);
    expect(group?.ranked.map(({ source }) => source.name)).toEqual(['repllama', 'tasb', 'bm25']);
  });

  it('shows each gate over the range of the references', () => {
    const eta = rows[3]?.strips.find(({ gate }) => gate === 'eta');
    expect(eta).toMatchObject({ mean: 0.574, standing: 'inside' });
    expect(eta?.range?.left).toBeCloseTo(50.1, 9);
    expect(eta?.range?.width).toBeCloseTo(14.5, 9);
    expect(rows[3]?.strips.filter(({ standing }) => standing === 'outside').map(({ gate }) => gate)).toEqual([
      'rho',
      'psi',
    ]);
  });
});

describe('what is not known yet', () => {
  it('is not drawn: an interval without end has no whisker, and does not stretch the axis', () => {
    const figure = figureOf(rankingView([bm25, tasb, { ...repllama, interval: null }, random], run));
    expect(figure.groups[0]?.ranked[0]?.whisker).toBeNull();
    expect(figure.axis.to).toBe(0.6);
  });

  it('has no range where no source is a reference', () => {
    const alone = rankingView([{ ...bm25, reference: false }], null);
    const figure = figureOf(alone);
    expect(figure.ranged).toBe(false);
    expect(figure.groups[0]?.ranked[0]?.strips.map(({ range }) => range)).toEqual([null, null, null]);
  });
});
