/** What the page shows of the demo before anything is computed: its report, cut to what is shown, and one query as an example. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('../../src/report/types').Report} Report */
/** @typedef {import('../../src/report/types').ReportSource} ReportSource */
/** @typedef {import('../../src/pages/rank/opening/demo-result').StoredDemo} StoredDemo */
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
 * @returns {StoredDemo}
 * @throws {Error} where the example's passages are not among those of the first query
 */
export function openingOf(report, folder) {
  const firstOf = (/** @type {string} */ name) =>
    /** @type {DemoRecord} */ (
      JSON.parse(readFileSync(join(folder, `${name}.jsonl`), 'utf8').split('\n', 1)[0] ?? '')
    );
  const { query, positive_passages: positives } = firstOf(EXAMPLE[0].source);
  const { settings, encoder, audit } = report;
  return {
    report: {
      settings: { queries: settings.queries, negatives: settings.negatives },
      stop: { ended: report.stop.ended },
      encoder: { name: encoder.name, ...('bundled' in encoder && { bundled: encoder.bundled }) },
      sources: Object.fromEntries(
        Object.entries(report.sources).map(([name, source]) => [name, storedSource(source)]),
      ),
      yardstick: report.yardstick,
      file_findings: report.file_findings,
      overlap: report.overlap,
      own_mining: report.own_mining,
      audit: { reference: audit.reference, envelope: audit.envelope, pairs: audit.pairs },
      certainty: report.certainty,
    },
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

/** What a report says of a source's file, which the demo has not. */
const OF_THE_FILE = ['file', 'label', 'format', 'place_kind', 'rejected', 'records_loaded', 'figures_of'];

/**
 * @param {ReportSource} source
 * @returns {StoredDemo['report']['sources'][string]} without the other weightings, its first pairs and how it was read
 */
function storedSource({ reading, file_counts: counts, ...source }) {
  const figures = { ...source };
  for (const name of OF_THE_FILE) Reflect.deleteProperty(figures, name);
  const { negatives_equal_positive, pairs, duplicate_negatives_removed } = counts;
  return {
    ...figures,
    weightings: {},
    first_pairs: [],
    reading: { signs: reading.signs, as_meant: reading.as_meant },
    file_counts: { negatives_equal_positive, pairs, duplicate_negatives_removed },
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
