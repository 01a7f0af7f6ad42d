/**
 * `npm run check`: format, lint, types, no part without a user, the arrows between folders, and no address of another
 * origin in what the browser loads.
 */

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { run, tool } from './lib/commands.mjs';
import { PROJECT, isMain } from './lib/paths.mjs';
import { ensureDependencies, runMain } from './setup.mjs';

/** @typedef {{ name: string, failure: string | null }} CheckResult */

/** Checks by name, in the order in which they run: the arguments with which Node runs each one's tool. */
const TOOLS = {
  prettier: tool('prettier/bin/prettier.cjs', '--check', '.'),
  eslint: tool('eslint/bin/eslint.js', '--max-warnings', '0', '.'),
  // First of the types: it writes the declarations on which the other three stand.
  'types of scoring, lexical and gpu': tool('typescript/bin/tsc', '-b', 'tsconfig.numeric.json'),
  'svelte-check': tool('svelte-check/bin/svelte-check', '--tsconfig', 'tsconfig.json', '--fail-on-warnings'),
  'types of workers': tool('typescript/bin/tsc', '-p', 'tsconfig.workers.json'),
  'types of scripts and tests': tool('typescript/bin/tsc', '-p', 'tsconfig.node.json'),
  unused: tool('knip/bin/knip.js', '--no-progress'),
  arrows: tool(
    'dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    'dependency-cruiser.config.mjs',
    'src',
    'workers',
  ),
};

/** What the browser loads. The only addresses in it are XML namespaces. */
const LOADED = ['index.html', 'src', 'workers'];
const ADDRESS = /https?:\/\/(?!www\.w3\.org\/)\S*/gi;

/**
 * @param {string} folder the project's
 * @returns {string[]} `file:line: address` of every address of another origin
 */
export function foreignAddresses(folder) {
  return LOADED.flatMap((path) => filesUnder(folder, path)).flatMap((path) =>
    readFileSync(join(folder, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(ADDRESS)].map(([found]) => `${path}:${index + 1}: ${found}`),
      ),
  );
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(folder, path) {
  const stats = statSync(join(folder, path), { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(join(folder, path)).flatMap((name) => filesUnder(folder, `${path}/${name}`));
}

/**
 * Runs every check, even after one failed, and prints one line for each, with what a failed one said.
 *
 * @returns {Promise<CheckResult[]>}
 */
export async function check() {
  /** @type {CheckResult[]} */
  const results = [];
  for (const [name, args] of Object.entries(TOOLS)) {
    const { code, output } = await run(process.execPath, args, { stdout: 'pipe' });
    report({ name, failure: code === 0 ? null : output });
  }
  const addresses = foreignAddresses(PROJECT);
  report({
    name: 'addresses of other origins',
    failure: addresses.length === 0 ? null : addresses.join('\n'),
  });
  return results;

  /** @param {CheckResult} result */
  function report(result) {
    results.push(result);
    console.log(`${result.failure === null ? 'pass' : 'FAIL'}  ${result.name}`);
    if (result.failure !== null) console.log(result.failure.trimEnd());
  }
}

if (isMain(import.meta.url)) {
  await runMain(async () => {
    await ensureDependencies();
    const results = await check();
    return results.every(({ failure }) => failure === null) ? 0 : 1;
  });
}
