/** h. Bytes over the wire: to the opened page, and to the demo's result. */

import { RankPage } from '../../scripts/lib/rank-page.mjs';
import { bytes, count } from '../lib/format.mjs';
import { meter } from '../lib/meter.mjs';

/** @typedef {import('../lib/bench.mjs').Bench} Bench */

/**
 * @typedef {object} Weight
 * @property {number} bytes that the server has sent since navigation, headers too
 * @property {number} requests
 */

/** @typedef {{ opened: Weight, demo: Weight, largest: { file: string, bytes: number }[] }} WeightFigures */

const GOALS = { opened: 1.5e6, demo: 16e6 };
const LARGEST = 8;

/** @type {import('../types').Scenario<WeightFigures>} */
export const weight = {
  id: 'h',
  title: 'Bytes over the wire',
  about:
    'A new browser context, so that nothing is cached, and a relay before the server of `npm run preview` that counts what the server ' +
    'sends: once the page is open and the network is quiet, and when the demo has its result.',

  async run(bench) {
    bench.say('h: the page and the demo');
    const relay = await meter(bench.sites.dist.url);
    const context = await bench.browser.newContext();
    try {
      /** @type {import('@playwright/test').Request[]} */
      const finished = [];
      context.on('requestfinished', (request) => finished.push(request));
      const now = () => ({ bytes: relay.received(), requests: finished.length });
      const page = new RankPage(await context.newPage());
      await page.open(relay.url);
      await page.page.waitForLoadState('networkidle');
      const opened = now();
      await page.tryDemo();
      await page.page.waitForLoadState('networkidle');
      const demo = now();
      return { opened, demo, largest: await largestOf(finished) };
    } finally {
      await context.close();
      await relay.close();
    }
  },

  tables: ({ opened, demo, largest }) => [
    {
      title: 'Sent by the server',
      columns: ['', 'bytes', 'requests'],
      rows: [
        ['the page is open', bytes(opened.bytes), count(opened.requests)],
        ["the demo's result", bytes(demo.bytes), count(demo.requests)],
      ],
    },
    {
      title: 'The largest answers, as sent',
      columns: ['', 'bytes'],
      rows: largest.map((answer) => [answer.file, bytes(answer.bytes)]),
    },
  ],

  goals: ({ opened, demo }) => [
    goal('sent before the first click', opened.bytes, GOALS.opened),
    goal("sent to the demo's result", demo.bytes, GOALS.demo),
  ],
};

/**
 * @param {string} what
 * @param {number} sent bytes
 * @param {number} most bytes
 * @returns {import('../types').Goal}
 */
function goal(what, sent, most) {
  const met = sent <= most;
  const why = met ? null : `Missed by ${bytes(sent - most)}.`;
  return { what, goal: `≤ ${bytes(most)}`, figure: bytes(sent), met, why };
}

/** @param {readonly import('@playwright/test').Request[]} requests */
async function largestOf(requests) {
  const answers = await Promise.all(
    requests.map(async (request) => ({
      file: new URL(request.url()).pathname.slice(1),
      bytes: (await request.sizes().catch(() => null))?.responseBodySize ?? 0,
    })),
  );
  return answers.sort((a, b) => b.bytes - a.bytes).slice(0, LARGEST);
}
