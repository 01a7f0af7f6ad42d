/**
 * `npm test [-- check|unit|browser]`: all its own set-up, then two lanes side by side, since each alone leaves processors
 * idle: checks and unit tests; the build and the browser tests on the built page. `npm test -- --deep [unit|browser]`: the
 * deep tests, in two such lanes: `*.deep.test.ts`; `tests/browser/deep/` and browser tests with `@deep` in their title.
 * It brings Firefox and WebKitGTK where they are missing. Each part's seconds are printed; the last line is
 * `N passed, N failed, N skipped`.
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

/**
 * @typedef {object} Stage
 * @property {string} reports the folder for report files
 * @property {boolean} alone no other part runs beside: what its tool prints is shown as it comes
 */
/** @typedef {(stage: Stage) => Promise<Test[]>} Part */
/** @typedef {Record<string, Part>} Lane parts by name, one after the other */

/** @type {Promise<void> | null} */
let building = null;

/** Builds once, whoever asks. */
const built = () => (building ??= ensureBuild());

/** The projects are those of vitest.config.ts and playwright.config.ts. @type {Lane[]} */
const LANES = [
  {
    build: () => built().then(() => []),
    browser: (stage) => runBrowser(stage, 'page'),
  },
  {
    check: runChecks,
    unit: (stage) => runUnit(stage, ['pure', 'session', 'unit']),
  },
];

/** @type {Lane[]} */
const DEEP_LANES = [
  {
    build: () => built().then(() => []),
    browser: (stage) => {
      bringOtherBrowsers();
      return runBrowser(stage, 'deep');
    },
  },
  { unit: (stage) => runUnit(stage, ['deep', 'deep-session']) },
];

/** A failed check is a failed test; a passed one is not counted. @returns {Promise<Test[]>} */
async function runChecks() {
  const failed = (await check()).filter(({ failure }) => failure !== null);
  return failed.map(({ name }) => ({ name: `check: ${name}`, status: 'failed' }));
}

/** @param {Stage} stage @param {readonly string[]} projects @returns {Promise<Test[]>} */
async function runUnit({ reports, alone }, projects) {
  // Some of its tests start the built commands. That the build fails is said of the build.
  await built().catch(() => undefined);
  const file = join(reports, 'vitest.json');
  const args = tool(
    'vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  );
  const { code, output } = await run(process.execPath, args, { stdout: alone ? 'inherit' : 'pipe' });
  if (!alone) console.log(output.trimEnd());
  return readVitest(file, code);
}

/** @param {Stage} stage @param {string} project @returns {Promise<Test[]>} */
async function runBrowser({ reports, alone }, project) {
  const file = join(reports, 'playwright.json');
  const args = tool('@playwright/test/cli.js', 'test', `--project=${project}`, '--reporter=list,json');
  // On a terminal it writes over lines above, which may be those of another lane.
  const plain = alone ? {} : { PLAYWRIGHT_FORCE_TTY: '0' };
  const { code } = await run(process.execPath, args, {
    stdout: 'inherit',
    env: { ...process.env, ...plain, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return readPlaywright(file, code);
}

/**
 * Runs lanes side by side, in each one part after the other, each even after one failed.
 *
 * @param {readonly Lane[]} lanes
 * @returns {Promise<Test[]>}
 */
async function runLanes(lanes) {
  const reports = mkdtempSync(join(tmpdir(), 'negscope-test-'));
  const alone = lanes.length < 2;
  /** @type {Test[]} */
  const tests = [];
  /** @type {string[]} */
  const seconds = [];
  const begun = Date.now();
  const since = (/** @type {number} */ start) => `${Math.round((Date.now() - start) / 1000)} s`;
  const runLane = async (/** @type {Lane} */ lane) => {
    for (const [name, part] of Object.entries(lane)) {
      console.log(`\n${name}`);
      const start = Date.now();
      try {
        tests.push(...(await part({ reports, alone })));
      } catch (error) {
        console.log(error instanceof SetupError ? error.message : error);
        tests.push({ name: `${name} could not be run`, status: 'failed' });
      }
      seconds.push(`${name} ${since(start)}`);
    }
  };
  try {
    await Promise.all(lanes.map(runLane));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`\nparts: ${seconds.join(', ')}; together ${since(begun)}`);
  return tests;
}

/**
 * @param {readonly string[]} asked names of parts; none for all
 * @param {readonly Lane[]} lanes
 * @returns {Lane[]} the lanes with the parts that were asked for, and the build where one of them needs it
 * @throws {SetupError} where a name is not that of a part
 */
function chosenLanes(asked, lanes) {
  const names = lanes.flatMap((lane) => Object.keys(lane)).filter((name) => name !== 'build');
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new SetupError(`"${unknown}" is not a part; the parts are ${names.join(', ')}`);
  }
  if (asked.length === 0) return [...lanes];
  const parts = Object.fromEntries(lanes.flatMap((lane) => Object.entries(lane)));
  const needed = asked.some((name) => name !== 'check') ? ['build', ...asked] : asked;
  return [Object.fromEntries(Object.entries(parts).filter(([name]) => needed.includes(name)))];
}

await runMain(async () => {
  await ensureDependencies();
  process.chdir(PROJECT);
  const { values, positionals } = parseArgs({
    options: { deep: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const lanes = chosenLanes(positionals, values.deep ? DEEP_LANES : LANES);
  const onlyChecks = lanes.every((lane) => Object.keys(lane).every((name) => name === 'check'));
  const tests = await runLanes(lanes);
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
