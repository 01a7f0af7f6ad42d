/**
 * `npm test [-- unit|browser|check]`: all its own set-up, then the checks, the unit tests, the build and the
 * browser tests on it. The last line is `N passed, N failed, N skipped`, over tests and failed steps.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { check } from './check.mjs';
import { run, tool } from './lib/commands.mjs';
import { PROJECT } from './lib/paths.mjs';
import { readPlaywright, readVitest, sum } from './lib/test-results.mjs';
import { SetupError, ensureBuild, ensureDependencies, runMain } from './setup.mjs';

/** @typedef {import('./lib/test-results.mjs').Outcome} Outcome */

/** @type {Record<string, (reports: string) => Promise<Outcome>>} */
const PARTS = { check: runChecks, unit: runUnit, browser: runBrowser };

/** A failed check is a failed test; a passed one is not counted. @returns {Promise<Outcome>} */
async function runChecks() {
  const failed = (await check())
    .filter(({ failure }) => failure !== null)
    .map(({ name }) => `check: ${name}`);
  return { passed: 0, failed, skipped: [] };
}

/** @param {string} reports folder for the report files @returns {Promise<Outcome>} */
async function runUnit(reports) {
  // Some unit tests run the commands around the page: they find the page built, instead of building it at once.
  await ensureBuild();
  const file = join(reports, 'vitest.json');
  const args = tool(
    'vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  );
  const { code } = await run(process.execPath, args, { stdout: 'inherit' });
  return readVitest(file, code);
}

/** @param {string} reports folder for the report files @returns {Promise<Outcome>} */
async function runBrowser(reports) {
  await ensureBuild();
  const file = join(reports, 'playwright.json');
  const { code } = await run(
    process.execPath,
    tool('@playwright/test/cli.js', 'test', '--reporter=list,json'),
    {
      stdout: 'inherit',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  return readPlaywright(file, code);
}

/**
 * @param {string} name
 * @param {string} reports
 * @returns {Promise<Outcome>}
 */
async function timed(name, reports) {
  const part = PARTS[name];
  if (part === undefined) {
    throw new SetupError(
      `"${name}" is no part of the tests; usage: npm test [-- ${Object.keys(PARTS).join('|')}]`,
    );
  }
  console.log(`\n${name}`);
  const start = Date.now();
  const outcome = await part(reports).catch((/** @type {unknown} */ error) => {
    console.log(error instanceof SetupError ? error.message : error);
    return { passed: 0, failed: [`${name} could not be run`], skipped: [] };
  });
  console.log(`${name}: ${Math.round((Date.now() - start) / 1000)} s`);
  return outcome;
}

await runMain(async () => {
  await ensureDependencies();
  const asked = process.argv.slice(2);
  const names = asked.length > 0 ? asked : Object.keys(PARTS);
  const reports = mkdtempSync(join(tmpdir(), 'negscope-test-'));
  process.chdir(PROJECT);
  /** @type {Outcome[]} */
  const outcomes = [];
  try {
    for (const name of names) outcomes.push(await timed(name, reports));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  const { passed, failed, skipped } = sum(outcomes);
  console.log('');
  for (const name of skipped) console.log(`skipped: ${name}`);
  for (const name of failed) console.log(`failed: ${name}`);
  const onlyChecks = names.every((name) => name === 'check');
  const noneRan = passed + failed.length === 0 && !onlyChecks;
  if (noneRan) console.log('No test ran.');
  console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  return failed.length > 0 || noneRan ? 1 : 0;
});
