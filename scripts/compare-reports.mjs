/** `npm run compare`: whether the figures are those of tests/base; with two reports, whether both hold the same figures. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from './lib/commands.mjs';
import { OF_THE_RUN, baseDifferences, figuresOf, reportDifferences } from './lib/figures.mjs';
import { PROJECT, goToInvocation } from './lib/paths.mjs';
import { SetupError, ensureBuild, ensureDependencies, readJson, runMain } from './setup.mjs';

/** @typedef {import('./lib/figures.mjs').Figures} Figures */
/** @typedef {import('./lib/figures.mjs').Difference} Difference */
/** @typedef {{ name: string, files: readonly string[], model?: string, options: readonly string[] }} BaseRun */

const USAGE = `usage: npm run compare [-- A.json B.json]

Without a file: ranks golden, dl1920, xquad (of ../shared) and the demo, and compares all figures with those of commit
89241fa8 that there still are, which tests/base keeps under the paths that they have now.
With two reports of "Export report" or of npm run rank: compares them, all but what changes from run to run (created,
cost, environment, negscope).
Lists the paths that differ with their relative gaps. Exit status: 0 the same to within 1e-12, 1 not.`;

/** Room for another order of summation. */
const MOST_GAP = 1e-12;

const MOST_LISTED = 20;
const BASE = join(PROJECT, 'tests', 'base');
const SHARED = join(PROJECT, '..', 'shared');
const POTION = 'models/potion-base-2M';

/** Shortcuts take long where sources are large: of two alone. @type {readonly BaseRun[]} */
const RUNS = [
  { name: 'demo', files: [], options: [] },
  {
    name: 'xquad',
    files: sources('data/xquad', ['bm25', 'dense', 'random', 'leaky']),
    model: POTION,
    options: ['--reference', 'bm25,dense'],
  },
  {
    name: 'dl1920',
    files: sources('data/dl1920', ['bm25', 'tasb', 'repllama', 'random']),
    model: POTION,
    options: ['--reference', 'bm25,tasb,repllama', '--shortcuts'],
  },
  {
    name: 'golden',
    files: sources('golden', ['bm25', 'dense', 'llm', 'noise']),
    options: ['--reference', 'bm25,dense,llm', '--tau', '0.05', '--shortcuts'],
  },
];

/** @param {string} folder @param {readonly string[]} names */
function sources(folder, names) {
  return names.map((name) => `${folder}/${name}.jsonl`);
}

/**
 * @param {BaseRun} asked
 * @param {string} folder for its report
 * @returns {Promise<Figures>}
 * @throws {SetupError} where it cannot be ranked
 */
async function rank({ name, files, model, options }, folder) {
  const report = join(folder, `${name}.json`);
  const { code, output } = await run(
    process.execPath,
    [
      join(PROJECT, 'scripts', 'negscope.mjs'),
      'rank',
      ...files.map((file) => join(SHARED, file)),
      ...(model === undefined ? [] : ['--model', join(SHARED, model)]),
      ...[...options, '--experiments', 'all', '--report', report],
    ],
    { stdout: 'pipe' },
  );
  if (code !== 0) throw new SetupError(`${name} could not be ranked:\n${output}`);
  return figuresOf(readJson(report));
}

/** @returns {Promise<boolean>} whether all that could be ranked has the figures of the base */
async function compareWithBase() {
  await ensureDependencies();
  await ensureBuild();
  const folder = mkdtempSync(join(tmpdir(), 'negscope-compare-'));
  let same = true;
  try {
    for (const asked of RUNS) {
      const missing = [...asked.files, asked.model ?? ''].find((path) => !existsSync(join(SHARED, path)));
      if (missing !== undefined) {
        console.log(`${asked.name}: skipped, ${join(SHARED, missing)} is not here`);
        continue;
      }
      const base = figuresOf(readJson(join(BASE, `${asked.name}.json`)));
      const differing = baseDifferences(base, await rank(asked, folder)).filter(({ gap }) => gap > MOST_GAP);
      console.log(`${asked.name}: ${base.size - differing.length} the same, ${differing.length} differ`);
      printDifferences(differing.slice(0, MOST_LISTED));
      if (differing.length > MOST_LISTED) console.log(`and ${differing.length - MOST_LISTED} more`);
      same &&= differing.length === 0;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return same;
}

/** @param {string} a @param {string} b */
function compareTwo(a, b) {
  goToInvocation('compare');
  const [left, right] = [a, b].map((path) => readJson(path));
  const found = reportDifferences(left ?? {}, right ?? {});
  if (found.length === 0) console.log(`byte-equal, but for ${OF_THE_RUN.join(', ')}`);
  printDifferences(found);
  return found.every(({ gap }) => gap <= MOST_GAP);
}

/** @param {readonly Difference[]} differences */
function printDifferences(differences) {
  for (const { path, gap } of differences) {
    console.log(`${path}: ${gap === Infinity ? 'differs' : `gap ${gap.toExponential(2)}`}`);
  }
}

await runMain(async () => {
  const [a, b, ...others] = process.argv.slice(2);
  if (a === undefined) return (await compareWithBase()) ? 0 : 1;
  if (b === undefined || others.length > 0) throw new SetupError(USAGE);
  return compareTwo(a, b) ? 0 : 1;
});
