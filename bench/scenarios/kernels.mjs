/** c. Accumulate and log-det: float64 in JavaScript beside the WGSL kernels. */

import { ask } from '../lib/browser.mjs';
import { count, figure, milliseconds, small } from '../lib/format.mjs';
import { adapterInWords } from '../lib/machine.mjs';

/** @typedef {import('../browser/kernels').KernelFigures} KernelFigures */
/** @typedef {import('../types').Goal} Goal */

/**
 * @typedef {object} AllKernelFigures
 * @property {string} adapter in words
 * @property {boolean} software
 * @property {KernelFigures[]} dimensions
 */

const DIMENSIONS = [64, 384, 768, 1024];
const PAIRS = { software: 2048, real: 16_384, quick: 256 };
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
    const { quick } = bench.options;
    const gpu = bench.adapter !== null;
    const software = bench.adapter?.fallback ?? false;
    const pairs = quick ? PAIRS.quick : software ? PAIRS.software : PAIRS.real;
    const repeats = quick ? 1 : REPEATS;
    return bench.onBenchPage(async (page) => {
      const dimensions = [];
      for (const dimension of quick ? DIMENSIONS.slice(0, 2) : DIMENSIONS) {
        bench.say(`c: d = ${dimension}`);
        dimensions.push(await ask(page, 'kernels', { dimension, pairs, gpu, repeats }));
      }
      return { adapter: adapterInWords(bench.adapter), software, dimensions };
    });
  },

  tables({ adapter, software, dimensions }) {
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

  goals({ dimensions, software }) {
    const where = software ? 'software adapter' : 'adapter';
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
    ];
  },
};

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
