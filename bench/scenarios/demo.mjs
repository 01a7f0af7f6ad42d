/** f. The demo, from an address to the table. */

import { readFile } from 'node:fs/promises';

import { count, median, percent, seconds } from '../lib/format.mjs';

/** @typedef {import('../lib/bench.mjs').Bench} Bench */

/**
 * @typedef {object} DemoRun
 * @property {number} button from navigation to the click on "Try the demo"
 * @property {number} total from navigation to the table with its final figures
 * @property {number} encodes
 * @property {number} run of the total, from "Rank" to the result by the page's own clock
 * @property {number} encoder_busy of the run, time in which the encoder was under way
 */

/** @typedef {{ runs: DemoRun[] }} DemoFigures */

const RUNS = 3;
const GOAL_SECONDS = 5;
const LIMIT_MS = 180_000;

/** @type {import('../types').Scenario<DemoFigures>} */
export const demo = {
  id: 'f',
  title: 'The demo from a cold page',
  about:
    'A new browser context each time, so that nothing is cached: from navigation, over a click on "Try the demo" as soon as it is ' +
    `there, to the table with its final figures. Median of ${RUNS}.`,

  async run(bench) {
    const runs = [];
    for (let i = 0; i < (bench.options.quick ? 1 : RUNS); i++) {
      bench.say(`f: run ${i + 1}`);
      runs.push(await runDemo(bench));
    }
    return { runs };
  },

  tables: ({ runs }) => [
    {
      title: `${count(runs[0]?.encodes ?? 0)} texts encoded`,
      columns: ['', 'to the button', 'the run', 'of it, encoder under way', 'to the final table'],
      rows: runs.map(({ button, run, encoder_busy, total }, i) => [
        String(i + 1),
        ...[button, run, encoder_busy, total].map(seconds),
      ]),
    },
  ],

  goals({ runs }) {
    const time = median(runs.map(({ total }) => total));
    const met = time <= GOAL_SECONDS;
    const middle = (/** @type {'run' | 'encoder_busy'} */ key) => median(runs.map((run) => run[key]));
    const why =
      `${met ? '' : `Missed by ${percent(time / GOAL_SECONDS - 1)}: `}${seconds(middle('encoder_busy'))} are the encoder's, ` +
      `${seconds(middle('run') - middle('encoder_busy'))} the rest of the run, ${seconds(time - middle('run'))} opening the page and reading.`;
    return [
      {
        what: 'demo from a cold page to the ranking, median',
        goal: '≤ 5 s',
        figure: seconds(time),
        met,
        why,
      },
    ];
  },
};

/** @param {Bench} bench @returns {Promise<DemoRun>} */
async function runDemo(bench) {
  const context = await bench.browser.newContext();
  try {
    const page = await context.newPage();
    const start = performance.now();
    const elapsed = () => (performance.now() - start) / 1000;
    await page.goto(bench.sites.dist.url, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Try the demo' }).click();
    const button = elapsed();
    const alert = page.getByRole('alert').first();
    const ended = page.locator('main[data-phase="done"]').or(alert).first();
    await ended.waitFor({ timeout: LIMIT_MS });
    await page.getByRole('table', { name: 'Ranking' }).or(alert).first().waitFor({ timeout: LIMIT_MS });
    const total = elapsed();
    if (await alert.isVisible()) throw new Error(`The demo failed: ${await alert.innerText()}`);
    const { encodes, seconds } = await costOf(page);
    return { button, total, encodes, run: seconds.total, encoder_busy: seconds.encoder_busy };
  } finally {
    await context.close();
  }
}

/** @param {import('@playwright/test').Page} page with a result */
async function costOf(page) {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export report' }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  return /** @type {import('../../src/report/types').Report} */ (JSON.parse(text)).cost;
}
