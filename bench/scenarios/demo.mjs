/** From an address to a table: the demo, and two files of one's own. */

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { bytes, median, seconds } from '../lib/format.mjs';
import { inBytes, inSeconds } from '../lib/line.mjs';
import { run } from '../../scripts/lib/commands.mjs';
import { CACHE, PROJECT } from '../../scripts/lib/paths.mjs';
import { ensureTopicFiles } from '../lib/topic-files.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../lib/bench.mjs').Bench} Bench */
/** @typedef {{ file: string, bytes: number }} SentFile a file, and the bytes of its answer with the head */

const RUNS = 3;
const MOST_SECONDS = 1.5;
const MOST_OWN = 2;
const MOST_BYTES = 2.5e6;

/** Files that are named by their size. */
const LARGEST = 4;

const OWN = { queries: 1000, negatives: 8, sources: { bm25: 0.9, random: 0 } };

const LIMIT_MS = 180_000;

/** @type {import('../types').Scenario} */
export const demo = {
  id: 'demo',
  about:
    'A new browser context each time, so that nothing is cached. Time: from navigation, over a click on "Try the demo", to the table. ' +
    'Bytes: all that is sent until then, compressed. Two files: made ones of one set of queries, from the file input to the table, with the ' +
    `bundled encoder. Terminal: "rank" of the demo, from the command to its end. Median of ${RUNS}.`,

  async run(bench) {
    /** @type {{ total: number, run: number }[]} */
    const runs = [];
    const own = [];
    const typed = [];
    for (let i = 0; i < (bench.quick ? 1 : RUNS); i++) {
      bench.say(`demo: run ${i + 1}`);
      runs.push(await runDemo(bench));
      own.push(await rankOwn(bench));
      typed.push(await secondsOfCommand());
    }
    const sent = await sentFiles(bench);
    const middle = (/** @type {'total' | 'run'} */ key) => median(runs.map((run) => run[key]));
    const largest = sent.slice(0, LARGEST).map((one) => `${one.file} ${bytes(one.bytes)}`);
    return [
      inSeconds(
        'demo from a cold page to the ranking computed here',
        middle('total'),
        MOST_SECONDS,
        `${seconds(middle('run'))} are the run's, the rest opening the page and reading`,
      ),
      inBytes(
        'bytes from a cold page to the ranking',
        sent.reduce((total, one) => total + one.bytes, 0),
        MOST_BYTES,
        `the largest ${largest.join(', ')}`,
      ),
      inSeconds('two files of 1,000 records to the ranking', median(own), MOST_OWN),
      inSeconds('terminal: from the command to the last line of the demo', median(typed), MOST_SECONDS),
    ];
  },
};

/** @param {Bench} bench */
async function runDemo(bench) {
  const context = await bench.browser.newContext();
  try {
    const page = await context.newPage();
    const start = performance.now();
    await showDemo(bench, page);
    const total = (performance.now() - start) / 1000;
    return { total, run: await secondsOfRun(page) };
  } finally {
    await context.close();
  }
}

/** @param {Bench} bench @returns {Promise<number>} seconds from the choice of two files to the table */
async function rankOwn(bench) {
  const files = ensureTopicFiles(join(CACHE, 'topics-two'), OWN);
  const context = await bench.browser.newContext();
  try {
    const page = await bench.rankPage(context);
    const start = performance.now();
    await page.loadFiles(files);
    await page.chooseBundled();
    await page.rank();
    return (performance.now() - start) / 1000;
  } finally {
    await context.close();
  }
}

/** The demo by `rank`. @returns {Promise<number>} seconds */
async function secondsOfCommand() {
  const start = performance.now();
  const { code, output } = await run(process.execPath, [join(PROJECT, 'scripts', 'negscope.mjs'), 'rank'], {
    stdout: 'pipe',
  });
  if (code !== 0) throw new Error(output);
  return (performance.now() - start) / 1000;
}

/**
 * What is sent for the demo. No service worker: it would answer for the network, and fetches the page for use offline.
 *
 * @param {Bench} bench
 * @returns {Promise<SentFile[]>} largest first
 */
async function sentFiles(bench) {
  const context = await bench.browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    /** @type {Promise<SentFile>[]} */
    const answers = [];
    const listen = (/** @type {import('@playwright/test').Request} */ request) => {
      answers.push(sizeOf(request));
    };
    context.on('requestfinished', listen);
    await showDemo(bench, page);
    // Of what comes later nobody could say the size once the context is closed.
    context.off('requestfinished', listen);
    const sent = await Promise.all(answers);
    // What the browser still has is answered without a byte.
    return sent.filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes);
  } finally {
    await context.close();
  }
}

/** @param {import('@playwright/test').Request} request @returns {Promise<SentFile>} */
async function sizeOf(request) {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  return { file: basename(new URL(request.url()).pathname), bytes: responseBodySize + responseHeadersSize };
}

/**
 * Opens the page and clicks through to the table of the demo.
 *
 * @param {Bench} bench
 * @param {Page} page
 * @throws {Error} with what the page said
 */
async function showDemo(bench, page) {
  await page.goto(bench.dist.url, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Try the demo' }).click();
  const alert = page.getByRole('alert').first();
  const ended = page.locator('main[data-phase="done"]').or(alert).first();
  await ended.waitFor({ timeout: LIMIT_MS });
  await page.getByRole('table', { name: 'Ranking' }).or(alert).first().waitFor({ timeout: LIMIT_MS });
  if (await alert.isVisible()) throw new Error(`The demo failed: ${await alert.innerText()}`);
}

/** By the page's own clock. @param {Page} page with a result */
async function secondsOfRun(page) {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exports' }).click();
  await page.getByRole('button', { name: 'Export report' }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  return /** @type {import('../../src/report/result').Report} */ (JSON.parse(text)).cost.seconds.total;
}
