/** f. The demo, from an address to the table. */

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { bytes, count, median, percent, seconds } from '../lib/format.mjs';

/** @typedef {import('../lib/bench.mjs').Bench} Bench */

/**
 * @typedef {object} DemoRun
 * @property {number} button from navigation to the click on "Try the demo"
 * @property {number} stored from navigation to the figure with the stored result
 * @property {number} total from navigation to the table with its final figures
 * @property {number} encodes
 * @property {number} run of the total, from "Rank" to the result by the page's own clock
 * @property {number} encoder_busy of the run, time in which the encoder was under way
 */

/**
 * @typedef {object} DemoFigures
 * @property {DemoRun[]} runs
 * @property {SentFile[]} sent until the table, largest first
 */

/** A file, and the bytes of its answer with the head. @typedef {{ file: string, bytes: number }} SentFile */

const RUNS = 3;
const GOAL_SECONDS = 2.5;
const GOAL_BYTES = 8e6;

/** Files that are named by their size. */
const LARGEST = 4;

const LIMIT_MS = 180_000;

/** @type {import('../types').Scenario<DemoFigures>} */
export const demo = {
  id: 'f',
  title: 'The demo from a cold page',
  about:
    'A new browser context each time, so that nothing is cached: from navigation, over a click on "Try the demo" as soon as it is ' +
    `there, to the figure with the stored result and to the table with the figures computed here. Median of ${RUNS}.`,

  async run(bench) {
    const runs = [];
    for (let i = 0; i < (bench.options.quick ? 1 : RUNS); i++) {
      bench.say(`f: run ${i + 1}`);
      runs.push(await runDemo(bench));
    }
    return { runs, sent: await sentFiles(bench) };
  },

  tables: ({ runs }) => [
    {
      title: `${count(runs[0]?.encodes ?? 0)} texts encoded`,
      columns: [
        ...['', 'to the button', 'to the stored result', 'the run', 'of it, encoder under way'],
        'to the table computed here',
      ],
      rows: runs.map(({ button, stored, run, encoder_busy, total }, i) => [
        String(i + 1),
        ...[button, stored, run, encoder_busy, total].map(seconds),
      ]),
    },
  ],

  goals({ runs, sent }) {
    const middle = (/** @type {'stored' | 'total' | 'run' | 'encoder_busy'} */ key) =>
      median(runs.map((run) => run[key]));
    const time = middle('total');
    const why =
      `${seconds(middle('encoder_busy'))} are the encoder's, ${seconds(middle('run') - middle('encoder_busy'))} the rest of the run, ` +
      `${seconds(time - middle('run'))} opening the page, starting DuckDB and reading.`;
    return [
      timeGoal('the stored result', middle('stored')),
      timeGoal('the ranking computed here', time, why),
      bytesGoal(sent),
    ];
  },
};

/** @param {string} end @param {number} time in seconds @param {string | null} [parts] what it is made of */
function timeGoal(end, time, parts = null) {
  const met = time <= GOAL_SECONDS;
  return {
    what: `demo from a cold page to ${end}, median`,
    goal: `≤ ${seconds(GOAL_SECONDS)}`,
    figure: seconds(time),
    met,
    why: met ? parts : `Missed by ${percent(time / GOAL_SECONDS - 1)}${parts === null ? '.' : `: ${parts}`}`,
  };
}

/** @param {SentFile[]} sent */
function bytesGoal(sent) {
  const sum = sent.reduce((total, one) => total + one.bytes, 0);
  const largest = sent.slice(0, LARGEST).map((one) => `${one.file} ${bytes(one.bytes)}`);
  return {
    what: 'bytes from a cold page to the ranking',
    goal: `≤ ${bytes(GOAL_BYTES)}`,
    figure: bytes(sum),
    met: sum <= GOAL_BYTES,
    why: `The largest: ${largest.join(', ')}.`,
  };
}

/** @param {Bench} bench @returns {Promise<DemoRun>} */
async function runDemo(bench) {
  const context = await bench.browser.newContext();
  try {
    const page = await context.newPage();
    const start = performance.now();
    const elapsed = () => (performance.now() - start) / 1000;
    const { button, stored } = await showDemo(bench, page, elapsed);
    const total = elapsed();
    const { encodes, seconds } = await costOf(page);
    return { button, stored, total, encodes, run: seconds.total, encoder_busy: seconds.encoder_busy };
  } finally {
    await context.close();
  }
}

/**
 * What is sent for the demo. No service worker: it would answer for the network, and fetches the page for use offline.
 *
 * @param {Bench} bench
 * @returns {Promise<SentFile[]>}
 */
async function sentFiles(bench) {
  const context = await bench.browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    /** @type {Promise<SentFile>[]} */
    const answers = [];
    context.on('requestfinished', (request) => answers.push(sizeOf(request)));
    await showDemo(bench, page);
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
 * @param {import('@playwright/test').Page} page
 * @param {() => number} [elapsed]
 * @returns {Promise<{ button: number, stored: number }>} `elapsed` at the click, and when the stored result was there
 * @throws {Error} with what the page said
 */
async function showDemo(bench, page, elapsed = () => 0) {
  await page.goto(bench.sites.dist.url, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Try the demo' }).click();
  const button = elapsed();
  const alert = page.getByRole('alert').first();
  const row = page.locator('main[data-phase="running"] [role=row][data-source]').first();
  await row.or(alert).first().waitFor({ timeout: LIMIT_MS });
  const stored = elapsed();
  const ended = page.locator('main[data-phase="done"]').or(alert).first();
  await ended.waitFor({ timeout: LIMIT_MS });
  await page.getByRole('table', { name: 'Ranking' }).or(alert).first().waitFor({ timeout: LIMIT_MS });
  if (await alert.isVisible()) throw new Error(`The demo failed: ${await alert.innerText()}`);
  return { button, stored };
}

/** @param {import('@playwright/test').Page} page with a result */
async function costOf(page) {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export report' }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  return /** @type {import('../../src/report/types').Report} */ (JSON.parse(text)).cost;
}
