import { it } from 'vitest';

import { asksForMargin, figureOf, lookOf } from '../../../../src/pages/rank/result/ranking-rows';
import { scopeOf } from '../../../../src/pages/rank/result/state-line';
import type { RandomBaseline } from '../../../../src/engine/result';
import { rankingOf, runningRanking, type Order, type RankingView } from '../../../../src/report/ranking';
import { expectWords } from '../../../support/golden-words';
import { pairAudit, RUN_SETTINGS } from '../../../support/results';
import { certainOf, MINED, RANDOM, source, viewOfSources, type RunChanges } from '../../../session/sources';

/** Scores of four sources, as TREC-DL with potion-base-2M gives them, rounded; two are too close to call. */
function trecDl(): RankingView {
  const repllama = source('repllama', 0.2354, { figuresOver: MINED });
  const tasb = source('tasb', 0.2155, { figuresOver: { ...MINED, mean_eta: 0.589 } });
  const bm25 = source('bm25', 0.1414, { figuresOver: { ...MINED, mean_eta: 0.501, mean_rho: 0.639 } });
  const random = source('random', 0.5318, { reference: false, figuresOver: RANDOM });
  const shown = [bm25, tasb, repllama, random];
  const certain = certainOf(shown);
  const pairs = certain.pairs.map((pair) =>
    pair.a === String(repllama.id) && pair.b === String(tasb.id)
      ? { ...pair, low: -0.01, status: 'not separated' as const }
      : pair,
  );
  return viewOfSources(shown, {
    certainty: { ...certain, pairs },
    shares: { random: { random: 0.3 } },
    yardstick: { eci: 0.525 } as RandomBaseline,
  });
}

/** An interval of the first source without an end. */
function withoutEnd({ result }: RankingView): RankingView {
  if (result === null) throw new Error('There is no result.');
  const scores = { ...result.certainty.scores };
  scores['repllama'] = { ...scores['tasb'], low: null } as (typeof scores)[string];
  return rankingOf({ ...result, certainty: { ...result.certainty, scores } });
}

const a = source('a', 0.3, { figuresOver: { ...MINED, negatives: 2910 } });
const b = source('b', 0.2, { figuresOver: { ...MINED, negatives: 2910 } });
const random = source('random', 0.5, { reference: false, figuresOver: { ...RANDOM, negatives: 2910 } });
const copied = (negativesEqualPositive: number) => ({ ...random, negativesEqualPositive });
const uninverted = source('random', 0.5, {
  reference: false,
  figuresOver: { ...RANDOM, negatives: 2910, inversion_rate: 0 },
});
const SHARES: RunChanges = { shares: { random: { random: 0.3 }, half: 0.04 } };
const UNKNOWN: RunChanges = { pair_audit: { ...pairAudit([]), corner: null, random_share: null } };
const plain = viewOfSources([a, b, random]);

const order = (status: 'separated' | 'not separated', low: number): Order => ({
  level: 0.95,
  units: { kind: 'query', count: 97 },
  units_used: 64,
  pairs: [
    {
      a: 'a',
      b: 'b',
      difference: 0.021,
      low,
      high: 0.083,
      status,
      unlike_units: 97,
      shared_queries: 97,
    },
  ],
});
const open = order('not separated', -0.042);

const VIEWS: Readonly<Record<string, RankingView>> = {
  'two too close to call, one set below the rule': trecDl(),
  'an interval without an end': withoutEnd(trecDl()),
  'no reference': runningRanking(
    plain.rows.slice(0, 1).map((row) => ({ ...row, reference: false, verdict: null })),
    null,
  ),
  'means outside the range': plain,
  'random passages, and copies behind': viewOfSources([a, b, copied(10)], SHARES),
  'many copies': viewOfSources([a, b, copied(1000)], SHARES),
  'random passages at which somebody looked': viewOfSources([a, b, { ...random, lookedAt: true }], SHARES),
  'a reference that looks drawn at random': viewOfSources([a, b, { ...random, reference: true }], SHARES),
  'random passages could not be looked for': viewOfSources([a, b], UNKNOWN),
  'compared on the queries that they share': viewOfSources([a, b], {
    settings: { ...RUN_SETTINGS, queries: 'shared' },
    overlap: { sources: {}, common: [], shared: [{ setting: 'default', queries: 60 }] },
  }),
  'no pair is inverted': viewOfSources([a, b, uninverted]),
  'no pair is inverted, and random passages': viewOfSources([a, b, uninverted], SHARES),
  'a shared place': { ...plain, order: open },
  'above the next': { ...plain, order: order('separated', 0.004) },
  'during a run': runningRanking(
    plain.rows.map((row) => ({ ...row, figures: null, verdict: null })),
    open,
  ),
};

it('shows what figure.txt has', () =>
  expectWords('figure.txt', VIEWS, (view) => {
    const { axis, baseline, parts } = figureOf(view);
    const rows = parts.flatMap(({ title, rows: own }) => [
      `  ${title === '' ? 'Ranked' : title}`,
      ...own.map((row) => {
        const bracket = `${row.tiedAbove ? '↑' : ''}${row.tiedBelow ? '↓' : ''}`;
        const drawn = [row.dot, row.whisker?.from, row.whisker?.width].map((at) => at?.toFixed(1) ?? '–');
        const strips = row.strips.map(({ gate, mean, range, standing }) => {
          const [from, width] = [range?.from, range?.width].map((at) => Number(at?.toFixed(9)));
          const ends = range ? `${from}+${width}` : '–';
          return `${gate} ${mean ?? '–'} ${standing} of ${ends}`;
        });
        const may = [lookOf(row.source), asksForMargin(row.source) ? 'asks for a margin' : null].filter(
          Boolean,
        );
        const reading = row.reading.map(({ text, warm }) => `${warm ? '(!) ' : ''}${text}`);
        return `    ${row.rank}${bracket} ${row.source.name}: ${drawn.join(' ')} | ${strips.join(', ')} | ${reading.join('; ')} | ${may.join()}`;
      }),
    ]);
    const scope = view.result ? scopeOf(view, view.result) : '';
    return [`axis to ${axis.to}, random ${baseline?.eci ?? '–'} ${scope}`, ...rows].join('\n');
  }));
