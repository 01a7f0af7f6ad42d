/** What is demanded of the verdict and of intervals, by simulation on real files. */

import { join } from 'node:path';

import { PROJECT } from '../../scripts/lib/paths.mjs';
import { openSources } from '../../scripts/lib/source-modules.mjs';
import { inShare } from '../lib/line.mjs';

const SIZES = { seeds: 500, draws: 2000, runs: 500 };
const QUICK = { seeds: 3, draws: 20, runs: 10 };

/** @type {import('../types').Scenario} */
export const certainty = {
  id: 'certainty',
  about:
    `In Node, on files of ../shared and the demo: ${SIZES.seeds} draws of queries and passages for who keeps a rank, ${SIZES.draws} for intervals, ${SIZES.runs} runs that may stop ` +
    'early. Shares are of the draws; docs/CERTAINTY.md has what is drawn.',

  async run({ quick, say }) {
    const sources = await openSources(join(PROJECT, 'vitest.config.ts'));
    try {
      const main = await sources.ssrLoadModule('/tests/scoring/certainty/simulation/main.ts');
      const places = main['placesOf'](PROJECT, join(PROJECT, '..', 'shared'));
      if (!places.isHere) return [inShare('the verdict by simulation', null, null, '../shared is not here')];
      const tell = (/** @type {string} */ text) => say(`certainty: ${text}`);
      const figures = await main['measureCertainty'](quick ? QUICK : SIZES, places, tell);
      return main['demandsOf'](figures).map((/** @type {Parameters<typeof inShare>} */ line) =>
        inShare(...line),
      );
    } finally {
      await sources.close();
    }
  },
};
