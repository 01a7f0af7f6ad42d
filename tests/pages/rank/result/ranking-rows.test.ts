import { describe, expect, it } from 'vitest';

import { figureOf } from '../../../../src/pages/rank/result/ranking-rows';
import type { RandomBaseline } from '../../../../src/engine/result';
import { rankingOf, runningRanking } from '../../../../src/report/ranking';
import { certainOf, MINED, RANDOM, source, viewOfSources } from '../../../session/sources';

/** Scores of four sources, as TREC-DL with potion-base-2M gives them, rounded. */
const repllama = source('repllama', 0.2354, { figuresOver: MINED });
const tasb = source('tasb', 0.2155, { figuresOver: { ...MINED, mean_eta: 0.589 } });
const bm25 = source('bm25', 0.1414, { figuresOver: { ...MINED, mean_eta: 0.501, mean_rho: 0.639 } });
const random = source('random', 0.5318, { reference: false, figuresOver: RANDOM });

const shown = [bm25, tasb, repllama, random];
const certain = certainOf(shown);
const isOpen = (a: string, b: string) => a === String(repllama.id) && b === String(tasb.id);
const view = viewOfSources(shown, {
  certainty: {
    ...certain,
    pairs: certain.pairs.map((pair) =>
      isOpen(pair.a, pair.b) ? { ...pair, low: -0.01, status: 'not separated' as const } : pair,
    ),
  },
  shares: { random: { random: 0.3 } },
  yardstick: { eci: 0.525 } as RandomBaseline,
});

describe('the figure', () => {
  const figure = figureOf(view);
  const rows = figure.parts.flatMap((part) => part.rows);

  it('shares ranks among those too close to call, and joins neighbours by a bracket', () => {
    expect(rows.map(({ rank }) => rank)).toEqual(['1–2', '1–2', '3', '–']);
    expect(rows.map(({ tiedAbove }) => tiedAbove)).toEqual([false, true, false, false]);
    expect(rows.map(({ tiedBelow }) => tiedBelow)).toEqual([true, false, false, false]);
  });

  it('sets sources without a rank below the rule, and they take none from the others', () => {
    expect(figure.parts.map((part) => [part.title, part.rows.map(({ source }) => source.name)])).toEqual([
      ['', ['repllama', 'tasb', 'bm25']],
      ['Not ranked', ['random']],
    ]);
  });

  it('shows each gate over the range of the references', () => {
    const eta = rows[3]?.strips.find(({ gate }) => gate === 'eta');
    expect(eta).toMatchObject({ mean: 0.574, standing: 'inside' });
    expect(eta?.range?.from).toBeCloseTo(50.1, 9);
    expect(eta?.range?.width).toBeCloseTo(14.5, 9);
    expect(rows[3]?.strips.filter(({ standing }) => standing === 'outside').map(({ gate }) => gate)).toEqual([
      'rho',
      'psi',
    ]);
  });
});

describe('what is not known yet', () => {
  it('is not drawn: an interval without end has no whisker, and does not stretch the axis', () => {
    const { result } = view;
    if (result === null) throw new Error('There is no result.');
    const scores = {
      ...result.certainty.scores,
      repllama: { ...result.certainty.scores['tasb'], low: null },
    };
    const certainty = { ...result.certainty, scores } as typeof result.certainty;
    const figure = figureOf(rankingOf({ ...result, certainty }));
    expect(figure.parts[0]?.rows[0]?.whisker).toBeNull();
    expect(figure.axis.to).toBe(0.6);
  });

  it('has no range where no source is a reference', () => {
    const [row] = view.rows;
    const alone = runningRanking(row ? [{ ...row, reference: false, verdict: null }] : [], null);
    const figure = figureOf(alone);
    expect(figure.parts[0]?.rows[0]?.strips.map(({ range }) => range)).toEqual([null, null, null]);
  });
});
