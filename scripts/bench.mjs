/** `npm run bench`: measures the page, and what it is compared with, side by side in one go. See `--help`. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { readArguments, UsageError, wholeNumber } from './lib/arguments.mjs';
import { fromInvocation, PROJECT } from './lib/paths.mjs';
import { progressLine } from './lib/progress-line.mjs';
import { withSource } from './lib/source-modules.mjs';
import { ensureBuild, ensureDependencies, runMain } from './setup.mjs';

/** @typedef {import('../bench/types').BenchOptions} BenchOptions */
/** @typedef {import('../bench/types').BenchResults} BenchResults */
/** @typedef {import('../bench/types').ScenarioId} ScenarioId */

const IDS = /** @type {const} */ (['a', 'c', 'd', 'e', 'f', 'g']);

const USAGE = `usage: npm run bench -- [SCENARIO…] [options]

Measures in a browser without a window. Scenarios, all of them unless named:

  a  encode: wasm in the browser against onnxruntime-node
  c  accumulate and log-det: float64 against the WGSL kernels
  d  recomputing the figures of 250,000 pairs
  e  loading 100 MB and 1 GB of JSONL, 100 MB of CSV and of Parquet (writes 1.3 GB into .cache/bench)
  f  the demo from a cold page
  g  the strip over the figure at 250,000 pairs: τ, gates, references
  mining  alone: BM25 beside MiniSearch (and BM25S where Python has it), dense top k beside numpy's BLAS; prints tables

  evaluation  alone: 100,000 evaluation queries against 1,000,000 records, in Node (writes 0.7 GB into .cache/bench)

  --texts N        texts of scenario a, 256 by default
  --quick          small sizes, to see that everything works; installs nothing
  --out FILE       where the results go: else bench/results/DATE.json, .cache/bench/quick.json with --quick
  --docs FILE      no run: writes docs/BENCHMARKS.md from the results in FILE

A run of all scenarios without --quick writes docs/BENCHMARKS.md too. Scenario a and mining install what they compare with
into bench/node_modules. The tables go to standard output. Exit status: 0 all that could be run was run, 1 something failed.`;

const TEXTS = { full: 256, quick: 24 };

/** The command line: a run, or only the document. */
function commandLine() {
  const { values, positionals } = readArguments(process.argv.slice(2), {
    texts: { type: 'string' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    docs: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  });
  const { quick, out, docs, help } = values;
  /** @type {BenchOptions} */
  const options = {
    quick,
    texts: wholeNumber('--texts', values.texts) ?? (quick ? TEXTS.quick : TEXTS.full),
  };
  const mining = positionals.length === 1 && positionals[0] === 'mining';
  const evaluation = positionals.length === 1 && positionals[0] === 'evaluation';
  const unknown = mining || evaluation ? [] : positionals.filter((id) => !IDS.some((known) => known === id));
  if (unknown.length > 0) throw new UsageError(`There is no scenario ${unknown.join(', ')}.\n\n${USAGE}`);
  const ids = IDS.filter((id) => positionals.length === 0 || positionals.includes(id));
  return { ids, options, mining, evaluation, out, docs, help };
}

/**
 * Writes JSON or Markdown as Prettier would; the plugin for Svelte would be looked for where the command was typed.
 *
 * @param {string} file
 * @param {string} content
 */
async function writeFormatted(file, content) {
  const prettier = await import('prettier');
  const options = await prettier.resolveConfig(join(PROJECT, 'package.json'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await prettier.format(content, { ...options, plugins: [], filepath: file }));
  console.error(`Written: ${relative(process.cwd(), file)}`);
}

/** @param {string | undefined} out @param {boolean} quick */
function resultsFile(out, quick) {
  if (out !== undefined) return fromInvocation(out, 'bench');
  if (quick) return join(PROJECT, '.cache', 'bench', 'quick.json');
  return join(PROJECT, 'bench', 'results', `${new Date().toISOString().slice(0, 10)}.json`);
}

/** @param {string} file of results */
async function writeDocument(file) {
  const { asMarkdown } = await import('../bench/lib/print.mjs');
  /** @type {BenchResults} */
  const results = JSON.parse(readFileSync(file, 'utf8'));
  const text = asMarkdown(results, relative(PROJECT, file).replaceAll('\\', '/'));
  await writeFormatted(join(PROJECT, 'docs', 'BENCHMARKS.md'), text);
}

await runMain(async () => {
  const { ids, options, mining, evaluation, out, docs, help } = commandLine();
  if (help) {
    console.log(USAGE);
    return 0;
  }
  await ensureDependencies();
  if (docs !== undefined) {
    await writeDocument(fromInvocation(docs, 'bench'));
    return 0;
  }
  const line = progressLine(process.stderr);
  if (mining) {
    const { benchMining } = await import('../bench/mining/mining.mjs');
    console.log(await benchMining(options.quick, line.show).finally(line.end));
    return 0;
  }
  if (evaluation) {
    const cache = join(PROJECT, '.cache', 'bench');
    const said = await withSource('/bench/evaluation/main.ts', ({ benchEvaluation }) =>
      benchEvaluation(options.quick, cache, line.show),
    ).finally(line.end);
    console.log(said);
    // DuckDB's thread would keep the process.
    process.exit(0);
  }
  await ensureBuild();
  const { asText, failures } = await import('../bench/lib/print.mjs');
  const { runScenarios } = await import('../bench/lib/scenarios.mjs');
  const results = await runScenarios(ids, options, line.show).finally(line.end);
  const file = resultsFile(out, options.quick);
  await writeFormatted(file, JSON.stringify(results, null, 2));
  if (ids.length === IDS.length && !options.quick) await writeDocument(file);
  console.log(asText(results));
  const failed = failures(results);
  if (failed !== '') console.error(`\n${failed}`);
  return failed === '' ? 0 : 1;
});
