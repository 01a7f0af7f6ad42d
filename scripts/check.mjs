/**
 * `npm run check [-- NAME…]`: format, lint, types, no part without a user, the arrows between folders, no address of another
 * origin in what the browser loads, and no room (rooms.json) above its number; or the checks of these
 * names alone. `npm run check -- rooms` prints every room's lines; with `--lower` each number becomes the lower of itself
 * and the lines + 3 %.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { alignColumns } from '../src/cli/columns.mjs';
import { filesUnder } from './lib/build-inputs.mjs';
import { run, tool } from './lib/commands.mjs';
import { PROJECT, isMain } from './lib/paths.mjs';
import { countRooms, lowerRooms, roomFaults } from './lib/rooms.mjs';
import { SetupError, ensureDependencies, runMain } from './setup.mjs';

/** @typedef {{ name: string, failure: string | null }} CheckResult */

const CACHE = join(PROJECT, 'node_modules', '.cache', 'negscope');

/** It writes the declarations that the other checks of types read. */
const NUMERIC_TYPES = 'types of scoring, lexical and gpu';

/** TypeScript 7, which is native; svelte-check takes it by this name. ESLint and knip read types by TypeScript 6. */
const TSC = '@typescript/native/bin/tsc';

/** Checks by name, longest first on a fresh clone: the arguments with which Node runs each one's tool. */
const TOOLS = {
  eslint: tool(
    'eslint/bin/eslint.js',
    ...cachedByContent(`eslint-${lintRules()}`),
    ...['--max-warnings', '0', '.'],
  ),
  arrows: tool(
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ...['--cache', join(CACHE, 'arrows'), '--cache-strategy', 'content'],
    ...['--config', 'dependency-cruiser.config.mjs', 'src', 'workers'],
  ),
  unused: tool('knip/bin/knip.js', '--no-progress', ...cached('unused')),
  format: tool('oxfmt/bin/oxfmt', '--check'),
  // Its cache is the folder .svelte-check.
  'svelte-check': tool(
    'svelte-check/bin/svelte-check',
    ...['--tsconfig', 'tsconfig.json', '--fail-on-warnings', '--tsgo', '--incremental'],
  ),
  'used by tests alone': tool(
    'knip/bin/knip.js',
    ...['--production', '--config', 'knip.production.json', '--no-progress'],
    ...cached('used by tests alone'),
  ),
  'types of scripts and tests': tool(TSC, '-p', 'tsconfig.node.json', ...incremental('node')),
  'types of workers': tool(TSC, '-p', 'tsconfig.workers.json', ...incremental('workers')),
};

/** Checks without a tool: what is wrong, a line each. */
const OWN = {
  'addresses of other origins': () => foreignAddresses(PROJECT),
  rooms: () => roomFaults(PROJECT),
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
 * Runs checks, even after one failed, two at a time, and prints one line for each, with what a failed one said.
 *
 * @param {readonly string[]} [names] none: all of them
 * @returns {Promise<CheckResult[]>}
 * @throws {SetupError} where no check has a name
 */
export async function check(names = []) {
  const known = [NUMERIC_TYPES, ...Object.keys(TOOLS), ...Object.keys(OWN)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new SetupError(`"${unknown}" is not a check; the checks are ${known.join(', ')}.`);
  const asked = (/** @type {string} */ name) => names.length === 0 || names.includes(name);
  /** @type {CheckResult[]} */
  const results = [];
  const waiting = Object.entries(TOOLS).filter(([name]) => asked(name));
  if (waiting.length > 0 || asked(NUMERIC_TYPES))
    await runTool(NUMERIC_TYPES, tool(TSC, '-b', 'tsconfig.numeric.json'));
  await Promise.all([lane(), lane()]);
  for (const [name, faultsOf] of Object.entries(OWN).filter(([each]) => asked(each))) {
    const faults = faultsOf();
    report({ name, failure: faults.length === 0 ? null : faults.join('\n') });
  }
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

function printRooms() {
  const rows = countRooms(PROJECT).counted.map(({ room, lines, number }) =>
    [room, lines, number].map(String),
  );
  console.log(alignColumns([['room', 'lines', 'number'], ...rows], (column) => column === 0));
}

if (isMain(import.meta.url)) {
  await runMain(async () => {
    const { values, positionals } = parseArgs({
      options: { lower: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    await ensureDependencies();
    if (values.lower) await lowerRooms(PROJECT);
    if (positionals.includes('rooms')) printRooms();
    const results = await check(positionals);
    return results.every(({ failure }) => failure === null) ? 0 : 1;
  });
}
