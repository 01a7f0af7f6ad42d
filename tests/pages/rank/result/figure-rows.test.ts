import { describe, expect, it } from 'vitest';

import { figureOf } from '../../../../src/pages/rank/result/figure-rows';
import type { OrderView } from '../../../../src/session/result/order-view';
import { rankingView } from '../../../../src/session/result/ranking-view';
import { certainOrder } from '../../../support/results';
import { certainRun, MINED, RANDOM, source } from '../../../session/sources';

/** Scores and intervals of four sources, as TREC-DL with potion-base-2M gives them, rounded. */
const repllama = source('repllama', 0.2354, { key: 1, figuresOver: { ...MINED } });
const tasb = source('tasb', 0.2155, { key: 2, figuresOver: { ...MINED, mean_eta: 0.589 } });
const bm25 = source('bm25', 0.1414, { key: 3, figuresOver: { ...MINED, mean_eta: 0.501, mean_rho: 0.639 } });
const random = source('random', 0.5318, { key: 4, reference: false, figuresOver: { ...RANDOM } });

const pair = (a: number, b: number, difference: number, low: number, separated: boolean) => ({
  a,
  b,
  difference,
  low,
  high: 2 * difference - low,
  separated,
  settledAfter: null,
  queriesNeeded: null,
});

const order: OrderView = {
  interval: 'queries',
  level: 0.95,
  queriesUsed: 97,
  queriesTotal: 97,
  scores: new Map([
    [1, { low: 0.207, high: 0.265 }],
    [2, { low: 0.191, high: 0.242 }],
    [3, { low: 0.123, high: 0.162 }],
    [4, { low: 0.507, high: 0.556 }],
  ]),
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
const view = rankingView(shown, {
  ...certainRun(shown),
  certainty: {
    ...certain,
    pairs: certain.pairs.map((pair) => ({
      ...pair,
      status: isOpen(pair.a, pair.b) ? 'not separated' : 'separated',
    })),
  },
});

describe('the figure', () => {
  const figure = figureOf(view, order, 0.525);
  const rows = figure.groups.flatMap(({ ranked, outside }) => [...ranked, ...outside]);

  it('has one axis for all, from zero to the next tick above the largest whisker', () => {
    expect(figure.axis.to).toBe(0.6);
    expect(rows.map(({ dot }) => dot?.toFixed(2))).toEqual(['39.23', '35.92', '23.57', '88.63']);
    expect(rows[0]?.whisker?.left).toBeCloseTo(34.5, 9);
    expect(rows[0]?.whisker?.width).toBeCloseTo((100 * (0.265 - 0.207)) / 0.6, 9);
  });

  it('shares ranks among those too close to call, and joins neighbours by a bracket', () => {
    expect(rows.map(({ rank }) => rank)).toEqual(['1–2', '1–2', '3', '–']);
    expect(rows.map(({ tiedAbove }) => tiedAbove)).toEqual([false, true, false, false]);
    expect(rows.map(({ tiedBelow }) => tiedBelow)).toEqual([true, false, false, false]);
  });

  it('sets flagged sources below the rule, and they take no rank from the others', () => {
    const [group] = figure.groups;
    expect(group?.outside.map(({ name }) => name)).toEqual(['random']);
    expect(group?.ranked.map(({ name }) => name)).toEqual(['repllama', 'tasb', 'bm25']);
  });

  it('shows each gate over the range of the references', () => {
    const eta = rows[3]?.strips.find(({ gate }) => gate === 'eta');
    expect(eta).toMatchObject({ mean: 0.574, at: 57.4, standing: 'inside' });
    expect(eta?.range?.left).toBeCloseTo(50.1, 9);
    expect(eta?.range?.width).toBeCloseTo(14.5, 9);
    expect(rows[3]?.strips.filter(({ standing }) => standing === 'outside').map(({ gate }) => gate)).toEqual([
      'rho',
      'psi',
    ]);
  });

  it('writes the interval in figures', () => {
    expect(rows.map(({ interval }) => interval)).toEqual([
      '0.207 to 0.265',
      '0.191 to 0.242',
      '0.123 to 0.162',
      '0.507 to 0.556',
    ]);
  });
});

describe('what is not known yet', () => {
  it('is not drawn: an interval without end has no whisker, and does not stretch the axis', () => {
    const scores = new Map([...order.scores, [1, { low: -Infinity, high: Infinity }] as const]);
    const figure = figureOf(view, { ...order, scores }, null);
    const first = figure.groups[0]?.ranked[0];
    expect(first).toMatchObject({ whisker: null, interval: null });
    expect(figure.axis.to).toBe(0.6);
  });

  it('has no range where no source is a reference', () => {
    const alone = rankingView([{ ...bm25, reference: false }], null);
    const figure = figureOf(alone, null, null);
    expect(figure.ranged).toBe(false);
    expect(figure.groups[0]?.ranked[0]?.strips.map(({ range }) => range)).toEqual([null, null, null]);
  });
});
