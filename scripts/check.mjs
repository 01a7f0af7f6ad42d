/**
 * `npm run check`: format, lint, types, no part without a user, the arrows between folders, no address of another origin in
 * what the browser loads, and only agreed licences.
 */

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { run, tool } from './lib/commands.mjs';
import { notAgreed } from './lib/licences.mjs';
import { PROJECT, isMain } from './lib/paths.mjs';
import { ensureDependencies, runMain } from './setup.mjs';

/** @typedef {{ name: string, failure: string | null }} CheckResult */

const CACHE = join(PROJECT, 'node_modules', '.cache', 'negscope');

/** It writes the declarations that the other checks of types read. */
const NUMERIC_TYPES = 'types of scoring, lexical and gpu';

/** Checks by name, longest first on a fresh clone: the arguments with which Node runs each one's tool. */
const TOOLS = {
  prettier: tool('prettier/bin/prettier.cjs', ...cachedByContent('prettier'), '--check', '.'),
  eslint: tool(
    'eslint/bin/eslint.js',
    ...cachedByContent(`eslint-${lintRules()}`),
    ...['--max-warnings', '0', '.'],
  ),
  'types of scripts and tests': tool(
    'typescript/bin/tsc',
    ...['-p', 'tsconfig.node.json'],
    ...incremental('node'),
  ),
  // Its cache is the folder .svelte-check.
  'svelte-check': tool(
    'svelte-check/bin/svelte-check',
    ...['--tsconfig', 'tsconfig.json', '--fail-on-warnings', '--incremental'],
  ),
  arrows: tool(
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ...['--cache', join(CACHE, 'arrows'), '--cache-strategy', 'content'],
    ...['--config', 'dependency-cruiser.config.mjs', 'src', 'workers'],
  ),
  unused: tool('knip/bin/knip.js', '--no-progress', ...cached('unused')),
  'used by tests alone': tool(
    'knip/bin/knip.js',
    ...['--production', '--config', 'knip.production.json', '--no-progress'],
    ...cached('used by tests alone'),
  ),
  'types of workers': tool('typescript/bin/tsc', '-p', 'tsconfig.workers.json', ...incremental('workers')),
};

/** @param {string} name */
function cached(name) {
  return ['--cache', '--cache-location', join(CACHE, name)];
}

/** @param {string} name */
function cachedByContent(name) {
  return [...cached(name), '--cache-strategy', 'content'];
}

/** Hash of our own lint rules: ESLint's cache knows the configuration, not what a rule of ours does. */
function lintRules() {
  const rules = readFileSync(join(PROJECT, 'scripts', 'lib', 'lint-rules.mjs'));
  return createHash('sha256').update(rules).digest('hex').slice(0, 16);
}

/** @param {string} name */
function incremental(name) {
  return ['--incremental', '--tsBuildInfoFile', join(CACHE, `types-${name}.tsbuildinfo`)];
}

/** What the browser loads. The only addresses in it are XML namespaces. */
const LOADED = ['index.html', 'learn.html', 'src', 'workers'];
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
 * Runs every check, even after one failed, two at a time, and prints one line for each, with what a failed one said.
 *
 * @returns {Promise<CheckResult[]>}
 */
export async function check() {
  /** @type {CheckResult[]} */
  const results = [];
  await runTool(NUMERIC_TYPES, tool('typescript/bin/tsc', '-b', 'tsconfig.numeric.json'));
  const waiting = Object.entries(TOOLS);
  await Promise.all([lane(), lane()]);
  const addresses = foreignAddresses(PROJECT);
  report({
    name: 'addresses of other origins',
    failure: addresses.length === 0 ? null : addresses.join('\n'),
  });
  const licences = notAgreed(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'));
  report({ name: 'licences', failure: licences.length === 0 ? null : licences.join('\n') });
  return results;

  async function lane() {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await runTool(...next);
  }

  /** @param {string} name @param {readonly string[]} args */
  async function runTool(name, args) {
    const start = Date.now();
    const { code, output } = await run(process.execPath, args, { stdout: 'pipe' });
    const seconds = Math.round((Date.now() - start) / 1000);
    report({ name, failure: code === 0 ? null : output }, ` (${seconds} s)`);
  }

  /** @param {CheckResult} result @param {string} [time] */
  function report(result, time = '') {
    results.push(result);
    console.log(`${result.failure === null ? 'pass' : 'FAIL'}  ${result.name}${time}`);
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
