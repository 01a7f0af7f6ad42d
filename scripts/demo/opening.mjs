/** What the page shows of the demo before anything is computed: its result in short, and one query as an example. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('../../src/report/types').Report} Report */
/** @typedef {import('../../src/pages/rank/opening/demo-result').DemoResult} DemoResult */
/** @typedef {import('./sources.mjs').DemoRecord} DemoRecord */

/** The example: the first query of every source, and one negative of three of them by its title. */
const EXAMPLE = /** @type {const} */ ([
  { source: 'random', title: 'Karst springs' },
  { source: 'bm25', title: 'Horseshoe crabs' },
  { source: 'written', title: 'Camouflage' },
]);

/**
 * @param {Report} report of the demo, its references as its index names them
 * @param {string} folder of the demo's files
 * @returns {DemoResult}
 * @throws {Error} where the example's passages are not among those of the first query
 */
export function openingOf(report, folder) {
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  const firstOf = (/** @type {string} */ name) =>
    /** @type {DemoRecord} */ (
      JSON.parse(readFileSync(join(folder, `${name}.jsonl`), 'utf8').split('\n', 1)[0] ?? '')
    );
  const { query, positive_passages: positives } = firstOf(EXAMPLE[0].source);
  return {
    headline: report.verdict.headline,
    encoder: report.encoder.name,
    level: report.certainty.level,
    random_baseline: report.yardstick?.eci ?? null,
    sources: index.sources.map((/** @type {{ name: string, how: string }} */ { name, how }) => {
      const source = report.sources[name];
      const verdict = report.verdict.sources[name];
      const interval = report.certainty.scores[name];
      if (!source || !verdict || !interval) throw new Error(`The report has no source ${name}.`);
      return {
        name,
        how,
        records: source.records,
        negatives: source.negatives,
        eci: source.eci,
        low: interval.low,
        high: interval.high,
        mean_rho: source.mean_rho,
        mean_eta: source.mean_eta,
        mean_psi: source.mean_psi,
        rank: verdict.rank,
        reading: verdict.reading,
        flags: report.audit.flags[name] ?? [],
      };
    }),
    example: {
      query,
      positive: passageOf(positives[0]),
      negatives: EXAMPLE.map(({ source, title }) => {
        const passages = firstOf(source).negative_passages;
        const place = passages.findIndex((passage) => passage.title === title);
        const pair = report.sources[source]?.first_pairs[place];
        if (place < 0 || !pair) throw new Error(`${title} is no negative of the first query of ${source}.`);
        const { rho, eta, psi, coverage } = pair;
        return { source, ...passageOf(passages[place]), rho, eta, psi, coverage };
      }),
    },
  };
}

/**
 * @param {{ title: string, text: string } | undefined} passage
 * @returns {{ title: string, text: string }}
 */
function passageOf(passage) {
  if (passage === undefined) throw new Error('The passage is missing.');
  const { title, text } = passage;
  return { title, text };
}
