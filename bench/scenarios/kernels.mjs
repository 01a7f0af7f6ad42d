/** The WGSL kernels beside float64. */

import { withSource } from '../../scripts/lib/source-modules.mjs';
import { inTimes } from '../lib/line.mjs';

const DIMENSIONS = { full: [384, 1024], quick: [64] };

/** @type {import('../types').Scenario} */
export const kernels = {
  id: 'kernels',
  about:
    'In Node on Dawn, on the GPU of the machine, else on a software adapter, which shows only that the kernels are right. Random unit ' +
    'embeddings, pairs drawn among 2,048 of them, one weighting. Accumulate: residuals and Σ w r rᵀ, from row indices to sums; log-det: ' +
    'of Î, the upload included, median of 5. Both beside float64 in JavaScript on the same numbers; more than 1e-6 apart, and the run fails.',

  async run({ quick, say }) {
    say('kernels');
    const dimensions = quick ? DIMENSIONS.quick : DIMENSIONS.full;
    /** @type {import('../native/kernels').KernelFigures[]} */
    const figures = await withSource('/bench/native/kernels.ts', (module) =>
      module['measureKernels'](dimensions),
    );
    return figures.flatMap(({ adapter, pairs, accumulate, logDet }, i) => [
      inTimes(
        `Σ w r rᵀ by WGSL to float64, d = ${dimensions[i]}`,
        accumulate,
        null,
        `${pairs} pairs on ${adapter}`,
      ),
      inTimes(`log det by WGSL to float64, d = ${dimensions[i]}`, logDet, null, `on ${adapter}`),
    ]);
  },
};
