/** l. Sums at size: many pairs of large embeddings under twelve weightings, without a GPU. */

import { ask } from '../lib/browser.mjs';
import { count, figure, percent, seconds, small } from '../lib/format.mjs';

/** @typedef {import('../browser/sums').SumsFigures} SumsFigures */

const JOB = { dimension: 768, pairs: 250_000, weights: 12, float64_pairs: 4096 };
const QUICK = { dimension: 64, pairs: 2048, weights: 12, float64_pairs: 512 };
const GOAL_SECONDS = 60;
const GOAL_ERROR = 1e-6;

/** @type {import('../types').Scenario<SumsFigures>} */
export const sums = {
  id: 'l',
  title: 'Sums at size, without a GPU',
  about:
    'Random unit embeddings, pairs drawn among 2,048 of them, twelve random weights a pair: residuals formed, and all matrices ' +
    'summed by the WebAssembly of `src/simd` in a worker a core, from the start of the workers to the last sum. Float64 in ' +
    'JavaScript sums a part of them for its pace and for the gap of the scores.',

  run: (bench) => {
    bench.say('l: sums in workers');
    return bench.onBenchPage((page) => ask(page, 'sums', bench.options.quick ? QUICK : JOB));
  },

  tables: ({ dimension, pairs, weights, workers, seconds: time, float64 }) => [
    {
      title: `${count(pairs)} pairs, d = ${dimension}, ${weights} weightings`,
      columns: ['', 'workers', 'time', 'multiply-adds', 'relative gap of the scores'],
      rows: [
        [
          'WebAssembly, float32 blocks and float64 sums',
          String(workers),
          seconds(time),
          pace(pairs, dimension, weights, time),
          small(float64.error),
        ],
        [
          `float64 JavaScript, at its pace of ${count(float64.pairs)} pairs`,
          '1',
          seconds((float64.seconds * pairs) / float64.pairs),
          pace(float64.pairs, dimension, weights, float64.seconds),
          '–',
        ],
      ],
    },
  ],

  goals({ dimension, pairs, weights, seconds: time, float64 }) {
    const what = `${count(pairs)} pairs at d = ${dimension}, ${weights} weightings, on the CPU`;
    const met = time <= GOAL_SECONDS;
    return [
      {
        what,
        goal: '≤ 60 s',
        figure: seconds(time),
        met,
        why: met ? null : `Missed by ${percent(time / GOAL_SECONDS - 1)}.`,
      },
      {
        what: `${what}: scores against float64`,
        goal: '≤ 1e-6',
        figure: small(float64.error),
        met: float64.error <= GOAL_ERROR,
        why: null,
      },
    ];
  },
};

/**
 * Multiply-adds of the upper triangles.
 *
 * @param {number} pairs
 * @param {number} dimension
 * @param {number} weights
 * @param {number} time
 */
function pace(pairs, dimension, weights, time) {
  return `${figure((pairs * weights * dimension * (dimension + 1)) / 2 / time / 1e9)} · 10⁹/s`;
}
