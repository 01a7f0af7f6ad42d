/**
 * `npm test [-- check|unit|browser]`: all its own set-up, then the unit tests, the browser tests on the built page, and
 * beside them the checks, in what these leave of the processors. `npm test -- --deep [unit|browser]`: the deep tests, `*.deep.test.ts`, `tests/browser/deep/` and
 * browser tests with `@deep` in their title; it brings Firefox and WebKitGTK where they are missing.
 * Each part's seconds are printed; the last line is `N passed, N failed, N skipped`.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { check } from './check.mjs';
import { run, tool } from './lib/commands.mjs';
import { bringOtherBrowsers } from './lib/other-browsers.mjs';
import { PROJECT } from './lib/paths.mjs';
import { NOTHING, readPlaywright, readVitest, sum } from './lib/test-results.mjs';
import { SetupError, ensureBuild, ensureDependencies, runMain } from './setup.mjs';

/** @typedef {import('./lib/test-results.mjs').Outcome} Outcome */

/** @typedef {(reports: string) => Promise<Outcome>} Part given the folder for report files */

/** Of the checks: the tests of the other parts come first. */
const LOW_PRIORITY = 10;

/** The projects are those of vitest.config.ts and playwright.config.ts. @type {Record<string, Part>} */
const PARTS = {
  unit: (reports) => runUnit(reports, ['pure', 'session', 'unit']),
  browser: (reports) => runBrowser(reports, 'page'),
};

/** @type {Record<string, Part>} */
const DEEP_PARTS = {
  unit: (reports) => runUnit(reports, ['deep', 'deep-session']),
  browser: (reports) => {
    bringOtherBrowsers();
    return runBrowser(reports, 'deep');
  },
};

/**
 * A failed check is a failed test; a passed one is not counted.
 *
 * @param {string[]} said gets what the checks print: other parts print meanwhile
 * @returns {Promise<Outcome>}
 */
async function runChecks(said) {
  const results = await check([], { print: (text) => said.push(text), priority: LOW_PRIORITY });
  const failed = results.filter(({ failure }) => failure !== null).map(({ name }) => `check: ${name}`);
  return { ...NOTHING, failed };
}

/** @param {string} reports @param {readonly string[]} projects @returns {Promise<Outcome>} */
async function runUnit(reports, projects) {
  const file = join(reports, 'vitest.json');
  const args = tool(
    'vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  );
  const { code } = await run(process.execPath, args, { stdout: 'inherit' });
  return readVitest(file, code);
}

/** @param {string} reports @param {string} project @returns {Promise<Outcome>} */
async function runBrowser(reports, project) {
  const file = join(reports, 'playwright.json');
  const args = tool('@playwright/test/cli.js', 'test', `--project=${project}`, '--reporter=list,json');
  const { code } = await run(process.execPath, args, {
    stdout: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return readPlaywright(file, code);
}

/**
 * Runs one part after the other, each even after one failed, and the checks beside them.
 *
 * @param {readonly [string, Part][]} parts
 * @param {boolean} withChecks
 * @returns {Promise<Outcome>}
 */
async function runParts(parts, withChecks) {
  const reports = mkdtempSync(join(tmpdir(), 'negscope-test-'));
  /** @type {Outcome[]} */
  const outcomes = [];
  /** @type {string[]} */
  const seconds = [];
  try {
    /** @type {string[]} */
    const said = [];
    await Promise.all([inTurn(), withChecks ? measured('check', () => runChecks(said)) : null]);
    if (withChecks) console.log(['\ncheck', ...said].join('\n'));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`\nparts: ${seconds.join(', ')}`);
  return sum(outcomes);

  async function inTurn() {
    for (const [name, part] of parts) {
      console.log(`\n${name}`);
      await measured(name, part);
    }
  }

  /** @param {string} name @param {Part} part */
  async function measured(name, part) {
    const start = Date.now();
    const outcome = await part(reports).catch((/** @type {unknown} */ error) => {
      console.log(error instanceof SetupError ? error.message : error);
      return { ...NOTHING, failed: [`${name} could not be run`] };
    });
    outcomes.push(outcome);
    seconds.push(`${name} ${Math.round((Date.now() - start) / 1000)} s`);
  }
}

/**
 * @param {readonly string[]} asked names of parts; none for all
 * @param {readonly string[]} parts
 * @returns {(name: string) => boolean} whether a part is asked for
 * @throws {SetupError} where a name is not that of a part
 */
function chosenParts(asked, parts) {
  const unknown = asked.find((name) => !parts.includes(name));
  if (unknown !== undefined)
    throw new SetupError(`"${unknown}" is not a part; the parts are ${parts.join(', ')}`);
  return (name) => asked.length === 0 || asked.includes(name);
}

await runMain(async () => {
  await ensureDependencies();
  process.chdir(PROJECT);
  const { values, positionals } = parseArgs({
    options: { deep: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const known = values.deep ? DEEP_PARTS : PARTS;
  const isAsked = chosenParts(positionals, [...(values.deep ? [] : ['check']), ...Object.keys(known)]);
  const parts = Object.entries(known).filter(([name]) => isAsked(name));
  const onlyChecks = parts.length === 0;
  /** @type {[string, Part][]} */
  const build = onlyChecks ? [] : [['build', () => ensureBuild().then(() => NOTHING)]];
  const withChecks = !values.deep && isAsked('check');
  const { passed, failed, skipped, retried } = await runParts([...build, ...parts], withChecks);
  console.log('');
  for (const name of skipped) console.log(`skipped: ${name}`);
  for (const name of retried) console.log(`retried: ${name}`);
  for (const name of failed) console.log(`failed: ${name}`);
  const noneRan = passed + failed.length === 0 && !onlyChecks;
  if (noneRan) console.log('No test ran.');
  console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  return failed.length > 0 || noneRan ? 1 : 0;
});
