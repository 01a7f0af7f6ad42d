/**
 * `npm test [-- check|unit|browser]`: all its own set-up, then the checks, the unit tests and the browser tests on the
 * built page. `npm test -- --deep [unit|browser]`: the deep tests, `*.deep.test.ts`, `tests/browser/deep/` and
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
import { readPlaywright, readVitest } from './lib/test-results.mjs';
import { SetupError, ensureBuild, ensureDependencies, runMain } from './setup.mjs';

/** @typedef {import('./lib/test-results.mjs').Test} Test */

/** @typedef {(reports: string) => Promise<Test[]>} Part given the folder for report files */

/** The projects are those of vitest.config.ts and playwright.config.ts. @type {Record<string, Part>} */
const PARTS = {
  check: runChecks,
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

/** A failed check is a failed test; a passed one is not counted. @returns {Promise<Test[]>} */
async function runChecks() {
  const failed = (await check()).filter(({ failure }) => failure !== null);
  return failed.map(({ name }) => ({ name: `check: ${name}`, status: 'failed' }));
}

/** @param {string} reports @param {readonly string[]} projects @returns {Promise<Test[]>} */
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

/** @param {string} reports @param {string} project @returns {Promise<Test[]>} */
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
 * Runs one part after the other, each even after one failed.
 *
 * @param {readonly [string, Part][]} parts
 * @returns {Promise<Test[]>}
 */
async function runParts(parts) {
  const reports = mkdtempSync(join(tmpdir(), 'negscope-test-'));
  /** @type {Test[]} */
  const tests = [];
  /** @type {string[]} */
  const seconds = [];
  try {
    for (const [name, part] of parts) {
      console.log(`\n${name}`);
      const start = Date.now();
      try {
        tests.push(...(await part(reports)));
      } catch (error) {
        console.log(error instanceof SetupError ? error.message : error);
        tests.push({ name: `${name} could not be run`, status: 'failed' });
      }
      seconds.push(`${name} ${Math.round((Date.now() - start) / 1000)} s`);
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`\nparts: ${seconds.join(', ')}`);
  return tests;
}

/**
 * @param {readonly string[]} asked names of parts; none for all
 * @param {Record<string, Part>} parts
 * @returns {[string, Part][]}
 * @throws {SetupError} where a name is not that of a part
 */
function chosenParts(asked, parts) {
  const unknown = asked.find((name) => !(name in parts));
  if (unknown !== undefined) {
    throw new SetupError(`"${unknown}" is not a part; the parts are ${Object.keys(parts).join(', ')}`);
  }
  return Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name));
}

await runMain(async () => {
  await ensureDependencies();
  process.chdir(PROJECT);
  const { values, positionals } = parseArgs({
    options: { deep: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const parts = chosenParts(positionals, values.deep ? DEEP_PARTS : PARTS);
  const onlyChecks = parts.every(([name]) => name === 'check');
  /** @type {[string, Part][]} */
  const build = onlyChecks ? [] : [['build', () => ensureBuild().then(() => [])]];
  const tests = await runParts([...build, ...parts]);
  const of = (/** @type {Test['status']} */ status) => tests.filter((test) => test.status === status);
  console.log('');
  for (const status of /** @type {const} */ (['skipped', 'retried', 'failed']))
    for (const { name } of of(status)) console.log(`${status}: ${name}`);
  const [passed, failed] = [of('passed').length + of('retried').length, of('failed').length];
  const noneRan = passed + failed === 0 && !onlyChecks;
  if (noneRan) console.log('No test ran.');
  console.log(`${passed} passed, ${failed} failed, ${of('skipped').length} skipped`);
  return failed > 0 || noneRan ? 1 : 0;
});
