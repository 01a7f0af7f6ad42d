/** k. The lab: six real sources and eight controls under every weighting, on a warm cache. */

import { join } from 'node:path';

import { count, percent, seconds } from '../lib/format.mjs';
import { CACHE, sharedFile } from '../lib/paths.mjs';
import { pairsOf, readSource, sampleQueries, withHybrids, writeSources } from '../lib/sources.mjs';

/** @typedef {import('../../src/experiments/report').SessionReport} Report */

/**
 * @typedef {object} LabFigures
 * @property {number} queries
 * @property {number} pairs of the six sources
 * @property {number} controls
 * @property {number} run seconds of the ranking
 * @property {number} weightings seconds of the six sources under all weightings
 * @property {number} control_seconds of the controls, built, measured and under all weightings
 * @property {number} sum_seconds of both, while matrices were summed
 * @property {number} encodes of the ranking
 */

const NAMES = ['bm25', 'dense', 'random'];
const QUICK_QUERIES = 40;
const GOAL_SECONDS = 60;

/** @type {import('../types').Scenario<LabFigures>} */
export const lab = {
  id: 'k',
  title: 'The lab: fourteen sources under all weightings',
  about:
    "XQuAD's bm25, dense and random with the hybrid of every two, under potion-base-2M, ranked for the second time so that every " +
    'embedding is in the cache; then the experiments `weightings` and `controls` (eight, from bm25) through the built page. All ' +
    'thirteen weightings of all fourteen, on the CPU.',

  async run(bench) {
    const read = NAMES.map((name) => readSource(sharedFile(`data/xquad/${name}.jsonl`)));
    const model = sharedFile('models/potion-base-2M');
    const three = bench.options.quick ? sampleQueries(read, QUICK_QUERIES) : read;
    const sources = withHybrids(three);
    const files = writeSources(sources, join(CACHE, 'lab'));
    const page = await bench.rankPage(bench.browser);
    try {
      await page.open(bench.sites.dist.url, { stop: 'all', experiments: ['weightings', 'controls'] });
      await page.loadFiles(files);
      await page.chooseModel(model);
      bench.say('k: ranking once for the cache');
      await page.rank();
      await page.waitForExperiments();
      await page.rank();
      await page.waitForExperiments();
      const { report } = await page.exportReport();
      return figuresOf(report, three[0]?.records.length ?? 0, sources.map(pairsOf));
    } finally {
      await page.page.context().close();
    }
  },

  tables: ({ queries, pairs, controls, run, weightings, control_seconds, sum_seconds, encodes }) => [
    {
      title: `${count(queries)} queries; six sources of ${count(pairs)} pairs, ${controls} controls; ${count(encodes)} texts encoded`,
      columns: [
        'the ranking',
        'six sources, all weightings',
        'the controls',
        'all',
        'of the experiments, in Î',
      ],
      rows: [
        [
          seconds(run),
          seconds(weightings),
          seconds(control_seconds),
          seconds(run + weightings + control_seconds),
          percent(sum_seconds / (weightings + control_seconds)),
        ],
      ],
    },
  ],

  goals({ run, weightings, control_seconds, controls }) {
    const time = run + weightings + control_seconds;
    const met = time <= GOAL_SECONDS;
    return [
      {
        what: `${6 + controls} sources × thirteen weightings on the XQuAD files, warm cache, ranking included`,
        goal: '≤ 60 s',
        figure: seconds(time),
        met,
        why: met ? null : `Missed by ${percent(time / GOAL_SECONDS - 1)}.`,
      },
    ];
  },
};

/**
 * @param {Report} report
 * @param {number} queries
 * @param {readonly number[]} pairs of each source
 * @returns {LabFigures}
 */
function figuresOf({ experiments, cost }, queries, pairs) {
  const { weightings, controls } = experiments?.runs ?? {};
  if (!weightings || !controls) throw new Error('The report has no experiments.');
  return {
    queries,
    pairs: pairs.reduce((sum, own) => sum + own, 0),
    controls: Object.keys(experiments?.controls?.sources ?? {}).length,
    run: cost.seconds.total,
    weightings: weightings.seconds,
    control_seconds: controls.seconds,
    sum_seconds: weightings.sum_seconds + controls.sum_seconds,
    encodes: cost.encodes,
  };
}
