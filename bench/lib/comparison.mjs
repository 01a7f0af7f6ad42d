/** Six sources through the page: a first run with an empty cache, a second one that finds every embedding. */

import { join } from 'node:path';

import { CACHE, sharedFile } from './paths.mjs';
import { pairsOf, readSource, sampleQueries, withHybrids, writeSources } from './sources.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */
/** @typedef {import('./sources.mjs').Source} Source */
/** @typedef {import('../../src/report/types').Report} Report */
/** @typedef {import('../../src/engine/results').RunCost} RunCost */

/** @typedef {Pick<RunCost, 'texts' | 'cached_texts' | 'encodes' | 'tokens' | 'padded_tokens' | 'seconds'>} PageRun */

/**
 * @typedef {object} PageRuns
 * @property {string} device in words
 * @property {string} dtype
 * @property {number} queries
 * @property {{ name: string, pairs: number }[]} sources
 * @property {PageRun} cold
 * @property {PageRun} warm
 * @property {number} largest_gap relative, between the scores of the two runs
 */

const NAMES = ['bm25', 'tasb', 'repllama'];

/**
 * @param {Bench} bench
 * @returns {Source[]}
 * @throws {import('./errors.mjs').NotRunError}
 */
export function sixSources(bench) {
  const sources = NAMES.map((name) => readSource(sharedFile(`data/dl1920/${name}.jsonl`)));
  return withHybrids(sampleQueries(sources, bench.options.records));
}

/**
 * Both runs, by the page's own controls, in one new browser context.
 *
 * @param {Bench} bench
 * @returns {Promise<PageRuns>}
 */
export function pageRuns(bench) {
  return bench.once('page runs', async () => {
    const sources = sixSources(bench);
    const files = writeSources(sources, join(CACHE, `sources-${bench.options.records}`));
    const context = await bench.browser.newContext();
    try {
      const run = async () => {
        const page = await bench.rankPage(context);
        await page.loadFiles(files);
        await page.chooseModel(bench.model());
        await page.rank();
        const { report } = await page.exportReport();
        await page.page.close();
        return report;
      };
      const cold = await run();
      const warm = await run();
      return {
        device: cold.device.reason,
        dtype: 'dtype' in cold.encoder ? cold.encoder.dtype : '',
        queries: sources[0]?.records.length ?? 0,
        sources: sources.map((source) => ({ name: source.name, pairs: pairsOf(source) })),
        cold: costOf(cold),
        warm: costOf(warm),
        largest_gap: largestGap(cold, warm),
      };
    } finally {
      await context.close();
    }
  });
}

/** @param {Report} report @returns {PageRun} */
function costOf({ cost: { texts, cached_texts, encodes, tokens, padded_tokens, seconds } }) {
  return { texts, cached_texts, encodes, tokens, padded_tokens, seconds };
}

/** @param {Report} first @param {Report} second */
function largestGap(first, second) {
  const gaps = Object.entries(first.sources).map(([name, { eci }]) => {
    return Math.abs((second.sources[name]?.eci ?? NaN) / eci - 1);
  });
  return Math.max(...gaps);
}
