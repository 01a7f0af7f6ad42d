/** d. Another τ or weighting: every figure again, from the pair columns. */

import { ask } from '../lib/browser.mjs';
import { count, median, milliseconds, percent } from '../lib/format.mjs';

/** @typedef {import('../../src/scoring/weightings').WeightingId} WeightingId */

/** @typedef {{ what: string, seconds: number[] }} RecomputeRow seconds of each repeat */

/** @typedef {{ pairs: number, rows: RecomputeRow[] }} RecomputeFigures */

const PAIRS = 250_000;
const QUICK_PAIRS = 5000;
const REPEATS = 25;
const GOAL_SECONDS = 0.033;

/** @type {{ what: string, sources: number, weightings: WeightingId[] }[]} */
const CASES = [
  { what: 'six sources of equal share, another τ each time', sources: 6, weightings: ['full'] },
  { what: 'one source, another τ each time', sources: 1, weightings: ['full'] },
  {
    what: 'six sources, another τ and another weighting each time',
    sources: 6,
    weightings: [
      'full',
      'drop-rho',
      'drop-eta',
      'drop-psi',
      'uniform',
      'gradient',
      'margin-hardness',
      'two-sided',
    ],
  },
];

/** @type {import('../types').Scenario<RecomputeFigures>} */
export const recompute = {
  id: 'd',
  title: 'Recomputing',
  about:
    'Every mean, rate, bucket and histogram of all sources from their pair columns (`gatedSource`), in one worker of the browser; ' +
    `median of ${REPEATS} after 3 to warm up.`,

  async run(bench) {
    const pairs = bench.options.quick ? QUICK_PAIRS : PAIRS;
    return bench.onBenchPage(async (page) => {
      const rows = [];
      for (const { what, sources, weightings } of CASES) {
        bench.say(`d: ${what}`);
        rows.push({
          what,
          seconds: await ask(page, 'recompute', { pairs, sources, weightings, repeats: REPEATS }),
        });
      }
      return { pairs, rows };
    });
  },

  tables: ({ pairs, rows }) => [
    {
      title: `${count(pairs)} pairs in all`,
      columns: ['', 'median', 'fastest', 'slowest'],
      rows: rows.map(({ what, seconds }) => [
        what,
        milliseconds(median(seconds)),
        milliseconds(Math.min(...seconds)),
        milliseconds(Math.max(...seconds)),
      ]),
    },
  ],

  goals({ pairs, rows }) {
    const time = median(rows[0]?.seconds ?? [NaN]);
    const met = time <= GOAL_SECONDS;
    return [
      {
        what: `recomputing ${count(pairs)} pairs of six sources, median`,
        goal: '≤ 33 ms',
        figure: milliseconds(time),
        met,
        why: met
          ? null
          : `Missed by ${percent(time / GOAL_SECONDS - 1)} in one worker on one core: each pair costs three exponentials and a logarithm.`,
      },
    ];
  },
};
