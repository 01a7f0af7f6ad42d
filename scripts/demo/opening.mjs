/**
 * What the page shows of the demo before anything is computed: its report, cut to what is shown, and one query as an example.
 * `npm run bench -- --make opening` ranks the demo and writes it.
 */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { run } from '../lib/commands.mjs';
import { writeFormatted } from '../lib/formatted.mjs';
import { PROJECT } from '../lib/paths.mjs';
import { SetupError } from '../setup.mjs';

/** @typedef {import('../../src/report/result').Report} Report */
/** @typedef {import('../../src/report/result').ReportVerdict} ReportVerdict */
/** @typedef {import('./sources').DemoRecord} DemoRecord */

/** The example: the first query of every source, the answer in its positive, and what is shown of the texts. */
const SHOWN = ['An octopus has three hearts', 'The blood is blue because it carries oxygen with copper'];
const ANSWER = SHOWN[1] ?? '';

/** A negative of three sources, by its title. */
const EXAMPLE = [
  {
    source: 'random',
    title: 'Language fieldwork',
    shown: ['To describe a language that has never been written'],
  },
  {
    source: 'bm25',
    title: 'Horseshoe crabs',
    shown: [
      'Horseshoe crabs have changed little',
      'Their blood is blue and clots around the slightest trace of bacteria.',
    ],
  },
  {
    source: 'written',
    title: 'Lobsters',
    shown: ['About one lobster in two million has a shell of brilliant blue.'],
  },
];

/** Needs the built page. @throws {SetupError} where the demo is not ranked */
export async function makeOpening() {
  const file = join(PROJECT, '.cache', 'opening.json');
  mkdirSync(join(PROJECT, '.cache'), { recursive: true });
  const { code } = await run(process.execPath, ['scripts/negscope.mjs', 'rank', '--report', file]);
  if (code !== 0) throw new SetupError('The demo was not ranked; the reason stands above.');
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const shown = openingOf(report, join(PROJECT, 'public/demo'));
  const path = join(PROJECT, 'src/pages/rank/opening/demo.json');
  await writeFormatted(path, JSON.stringify(shown));
  console.log(`${path}: ${report.verdict.headline}`);
}

/**
 * @param {Report} report of the demo, its references as its index names them
 * @param {string} folder of the demo's files
 * @throws {Error} where the example's passages are not among those of the first query, or what is shown is not in them
 */
export function openingOf(report, folder) {
  const firstOf = (/** @type {string} */ name) =>
    /** @type {DemoRecord} */ (
      JSON.parse(readFileSync(join(folder, `${name}.jsonl`), 'utf8').split('\n', 1)[0] ?? '')
    );
  const { query, positive_passages: positives } = firstOf('random');
  const { stop, sources, yardstick, certainty, verdict } = report;
  return {
    report: {
      stop: { ended: stop.ended },
      sources: mapped(sources, ({ setting, records, eci }) => ({ setting, records, eci })),
      yardstick: yardstick && { eci: yardstick.eci },
      audit: { reference: [], reference_left: [], range: null },
      certainty: {
        level: certainty.level,
        scores: mapped(certainty.scores, ({ low, high }) => ({ low, high })),
        pairs: [],
      },
      verdict: { headline: verdict.headline, sources: mapped(verdict.sources, storedVerdict) },
    },
    example: {
      query,
      positive: passageOf(positives[0], SHOWN),
      answer: ANSWER,
      negatives: EXAMPLE.map(({ source, title, shown }) => {
        const passages = firstOf(source).negative_passages;
        const place = passages.findIndex((passage) => passage.title === title);
        const pair = report.sources[source]?.first_pairs[place];
        if (place < 0 || !pair) throw new Error(`${title} is no negative of the first query of ${source}.`);
        const { rho, eta, psi, coverage } = pair;
        return { source, ...passageOf(passages[place], shown), rho, eta, psi, coverage };
      }),
    },
  };
}

/** @template T @template U @param {Readonly<Record<string, T>>} record @param {(value: T) => U} cut @returns {Record<string, U>} */
function mapped(record, cut) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, cut(value)]));
}

/**
 * @param {ReportVerdict} verdict
 * @returns {object} its rank, and of its findings the one that the headline may say
 */
function storedVerdict({ rank, unranked, findings }) {
  const said = findings
    .slice(0, 1)
    .filter(({ severity }) => severity !== 'note')
    .map(({ id, severity, words, share, low, high }) => ({ id, severity, words, share, low, high }));
  return { rank, unranked, findings: said, flags: [] };
}

/**
 * @param {{ title: string, text: string } | undefined} passage
 * @param {readonly string[]} shown in the order of the text
 * @returns {{ title: string, text: string, shown: readonly string[] }}
 */
function passageOf(passage, shown) {
  if (passage === undefined) throw new Error('The passage is missing.');
  const { title, text } = passage;
  for (const part of shown) if (!text.includes(part)) throw new Error(`"${part}" is not in ${title}.`);
  return { title, text, shown };
}
