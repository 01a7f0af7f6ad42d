/** `npm run bench`: measures the page, and what it is compared with, side by side in one go. See `--help`. */

import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { writeFormatted } from './lib/formatted.mjs';
import { goToInvocation, PROJECT } from './lib/paths.mjs';
import { ensureBuild, ensureDependencies, readJson, runMain, SetupError } from './setup.mjs';

/** @typedef {import('../bench/types').BenchResults} BenchResults */

const IDS = /** @type {const} */ ([
  'demo',
  'load',
  'strip',

  'mining',

  'certainty',
  'kernels',
]);

const USAGE = `usage: npm run bench -- [SCENARIO…] [options]

Measures in a browser without a window, beside what it is compared with, and prints a line a figure. Scenarios, all of them
unless named:

  demo     the demo from a cold page, and two files of one's own
  load     1 GB of JSON lines, and Parquet of 100 MB (writes 1.2 GB into .cache/bench)
  strip    moves of τ, gates, references, and strokes of Audit's filter, at 250,000 to 1,000,000 pairs
  mining   BM25 beside BM25S, dense top k beside NumPy's BLAS (both where Python has them)
  certainty  who keeps a rank, and how often intervals hold, by simulation on ../shared
  kernels  the WGSL kernels beside float64, on the machine's GPU where there is one

  --compare REPORT  an earlier run's results: its figures stand beside those of now
  --quick           small sizes, to see that everything works
  --out FILE        where the results go: else bench/results/DATE.json, .cache/bench/quick.json with --quick
  --make NAME       no run: makes what the project shows of itself. demo: public/demo from scripts/demo/facts (mined by an
                    encoder of ../shared); opening: what Rank shows of the demo before it is ranked; pictures: docs/images

A run of all scenarios without --quick writes docs/BENCHMARKS.md too. Exit status: 0 all that could be run was run, 1 something failed.`;

/** What the project shows of itself, by name. @type {Readonly<Record<string, () => Promise<void>>>} */
const MADE = {
  demo: async () => (await import('./demo/make-demo.mjs')).makeDemo(),
  opening: async () => (await import('./demo/opening.mjs')).makeOpening(),
  pictures: async () => (await import('../bench/lib/pictures.mjs')).takePictures(),
};

/** The command line. */
function commandLine() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      compare: { type: 'string' },
      quick: { type: 'boolean', default: false },
      out: { type: 'string' },
      make: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const unknown = positionals.filter((id) => !IDS.some((known) => known === id));
  if (unknown.length > 0) throw new SetupError(`There is no scenario ${unknown.join(', ')}.\n\n${USAGE}`);
  const ids = IDS.filter((id) => positionals.length === 0 || positionals.includes(id));
  return { ids, ...values };
}

/** @param {string} given path of an earlier run's @returns {BenchResults} */
function readResults(given) {
  const results = readJson(given, `--compare ${given}`);
  if (Object(results).schema_version === 2) return results;
  throw new SetupError(`--compare ${given}: these are no results of this bench.`);
}

/** @param {string} file @param {string} content */
async function write(file, content) {
  await writeFormatted(file, content);
  console.error(`Written: ${relative(process.cwd(), file)}`);
}

/** @param {string | undefined} out @param {boolean} quick */
function resultsFile(out, quick) {
  if (out !== undefined) return resolve(out);
  if (quick) return join(PROJECT, '.cache', 'bench', 'quick.json');
  return join(PROJECT, 'bench', 'results', `${new Date().toISOString().slice(0, 10)}.json`);
}

/** What stands below this line of docs/BENCHMARKS.md stays. */
const BY_HAND = '<!-- From here on written by hand -->';

/** @param {BenchResults} results @param {string} file of them */
async function writeDocument(results, file) {
  const { asMarkdown } = await import('../bench/lib/print.mjs');
  const text = asMarkdown(results, relative(PROJECT, file).replaceAll('\\', '/'));
  const document = join(PROJECT, 'docs', 'BENCHMARKS.md');
  const [, byHand = ''] = readFileSync(document, 'utf8').split(BY_HAND);
  await write(document, `${text}\n${BY_HAND}${byHand}`);
}

await runMain(async () => {
  const { ids, compare, quick, out, make, help } = commandLine();
  goToInvocation('bench');
  if (help) {
    console.log(USAGE);
    return 0;
  }
  const makeIt = make === undefined ? undefined : MADE[make];
  if (make !== undefined && makeIt === undefined)
    throw new SetupError(`There is no --make ${make}.\n\n${USAGE}`);
  const before = compare === undefined ? null : readResults(compare);
  await ensureDependencies();
  await ensureBuild();
  if (makeIt !== undefined) {
    await makeIt();
    return 0;
  }
  const { asText } = await import('../bench/lib/print.mjs');
  const { runScenarios } = await import('../bench/lib/scenarios.mjs');
  const results = await runScenarios(ids, quick, (text) => console.error(text));
  const file = resultsFile(out, quick);
  await write(file, JSON.stringify(results, null, 2));
  if (ids.length === IDS.length && !quick) await writeDocument(results, file);
  console.log(asText(results, before));
  return Object.values(results.scenarios).some(({ status }) => status === 'failed') ? 1 : 0;
});
