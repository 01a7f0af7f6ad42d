/** The WGSL kernels beside float64. */

import { withSource } from '../../scripts/lib/source-modules.mjs';
import { inTimes } from '../lib/line.mjs';

const DIMENSIONS = { full: [384, 1024], quick: [64] };

/** @type {import('../types').Scenario} */
export const kernels = {
  id: 'kernels',
  about:
    'In Node on Dawn, on the GPU of the machine, else on a software adapter, whose times say nothing of a GPU. Random unit embeddings, one ' +
    'weighting. Both kernels stand beside float64 in JavaScript on the same numbers; more than 1e-6 apart, and the run fails.',

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
