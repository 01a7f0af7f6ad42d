/** c. Accumulate and log-det: float64 in JavaScript beside the WGSL kernels. */

import { ask } from '../lib/browser.mjs';
import { count, figure, milliseconds, seconds, small } from '../lib/format.mjs';
import { adapterInWords } from '../lib/machine.mjs';

/** @typedef {import('../browser/kernels').KernelFigures} KernelFigures */
/** @typedef {import('../types').Goal} Goal */

/**
 * @typedef {object} AllKernelFigures
 * @property {string} adapter in words
 * @property {boolean} software
 * @property {KernelFigures[]} dimensions
 * @property {KernelFigures} long many pairs, one weighting
 * @property {number} long_pairs how many the long sum is asked for
 */

const DIMENSIONS = [64, 384, 768, 1024];
const LONG = { dimension: 768, pairs: 250_000 };
const PAIRS = { software: 2048, real: 16_384, quick: 256 };
/** What is run of the long sum where all of it would take minutes. */
const LONG_PART = { software: 16_384, quick: 512 };
const REPEATS = 3;
const GOAL = 1e-6;

/** @type {import('../types').Scenario<AllKernelFigures>} */
export const kernels = {
  id: 'c',
  title: 'Accumulate and log-det: float64 against the WGSL kernels',
  about:
    'Random unit embeddings, pairs drawn among 2,048 of them, one weighting. Accumulate: residuals and Σ w r rᵀ, from row indices ' +
    'to sums. Log-det: of the float64 Î, the upload included, median of 3. Errors are against float64 on the same numbers: the ' +
    'largest gap over the largest entry, and the relative gap of log det(I + Î), also of the sums that never left the device. A ' +
    'software adapter shows that the kernels are right; its speeds say nothing of a GPU.',

  async run(bench) {
    const { quick, full } = bench.options;
    const gpu = bench.adapter !== null;
    const software = bench.adapter?.fallback ?? false;
    const pairs = quick ? PAIRS.quick : software ? PAIRS.software : PAIRS.real;
    const longPart = quick ? LONG_PART.quick : software && !full ? LONG_PART.software : LONG.pairs;
    const repeats = quick ? 1 : REPEATS;
    return bench.onBenchPage(async (page) => {
      const dimensions = [];
      for (const dimension of quick ? DIMENSIONS.slice(0, 2) : DIMENSIONS) {
        bench.say(`c: d = ${dimension}`);
        dimensions.push(await ask(page, 'kernels', { dimension, pairs, gpu, repeats }));
      }
      bench.say(`c: ${count(longPart)} pairs at d = ${LONG.dimension}`);
      const dimension = quick ? 64 : LONG.dimension;
      const long = await ask(page, 'kernels', { dimension, pairs: longPart, gpu, repeats: 1 });
      return {
        adapter: adapterInWords(bench.adapter),
        software,
        dimensions,
        long,
        long_pairs: LONG.pairs,
      };
    });
  },

  tables({ adapter, software, dimensions, long, long_pairs }) {
    const speed = (/** @type {string} */ text) => (software ? `${text} (software)` : text);
    /** @param {KernelFigures} row */
    const accumulateRow = ({ dimension, pairs, accumulate: { float64_seconds, gpu } }) => [
      String(dimension),
      count(pairs),
      `${figure(pairs / float64_seconds)}/s`,
      gpu === null ? 'not run' : speed(`${figure(pairs / gpu.seconds)}/s, ${gpu.variant}`),
      gpu === null ? '–' : small(gpu.error),
    ];
    const columns = ['d', 'pairs', 'float64 JavaScript, pairs', 'WGSL, pairs', 'relative error'];
    return [
      { title: `Accumulate; adapter: ${adapter}`, columns, rows: dimensions.map(accumulateRow) },
      {
        title: longTitle(long, long_pairs),
        columns,
        rows: [accumulateRow(long)],
      },
      {
        title: 'Log-det',
        columns: ['d', 'float64 JavaScript', 'WGSL', 'relative error', 'of the sums on the device'],
        rows: dimensions.map(({ dimension, logdet: { float64_seconds, gpu } }) => [
          String(dimension),
          milliseconds(float64_seconds),
          gpu === null ? 'not run' : speed(milliseconds(gpu.seconds)),
          gpu === null ? '–' : small(gpu.error),
          gpu === null ? '–' : small(gpu.error_with_sums),
        ]),
      },
    ];
  },

  goals({ dimensions, long, long_pairs, software }) {
    const where = software ? 'software adapter' : 'adapter';
    const complete = long.pairs === long_pairs;
    const dims = dimensions.map(({ dimension }) => dimension).join(', ');
    return [
      errorGoal(
        `accumulate, d = ${dims}, on the ${where}`,
        dimensions.map(({ accumulate }) => accumulate.gpu?.error),
      ),
      errorGoal(
        `log-det, d = ${dims}, on the ${where}`,
        dimensions.flatMap(({ logdet: { gpu } }) => [gpu?.error, gpu?.error_with_sums]),
      ),
      complete
        ? errorGoal(`accumulate, ${count(long_pairs)} pairs at d = ${long.dimension}`, [
            long.accumulate.gpu?.error,
          ])
        : {
            what: `accumulate, ${count(long_pairs)} pairs at d = ${LONG.dimension}`,
            goal: '≤ 1e-6',
            figure: null,
            met: null,
            why: `Only ${count(long.pairs)} pairs at d = ${long.dimension} were summed: --full sums all of them.`,
          },
    ];
  },
};

/**
 * @param {KernelFigures} long
 * @param {number} asked
 */
function longTitle({ pairs, dimension, accumulate: { float64_seconds, gpu } }, asked) {
  if (pairs === asked) return `Accumulate, a long sum: ${count(asked)} pairs`;
  const whole = (/** @type {number} */ time) => seconds((time * asked) / pairs);
  const gpuWords = gpu === null ? '' : `, ${whole(gpu.seconds)} in WGSL`;
  return (
    `Accumulate, a part of a long sum: at this pace ${count(asked)} pairs at d = ${dimension} would take ` +
    `${whole(float64_seconds)} in float64${gpuWords}`
  );
}

/**
 * @param {string} what
 * @param {readonly (number | undefined)[]} errors
 * @returns {Goal}
 */
function errorGoal(what, errors) {
  const known = errors.filter((error) => error !== undefined);
  if (known.length === 0) return { what, goal: '≤ 1e-6', figure: null, met: null, why: 'no GPU adapter' };
  const worst = Math.max(...known);
  return { what, goal: '≤ 1e-6', figure: small(worst), met: worst <= GOAL, why: null };
}
