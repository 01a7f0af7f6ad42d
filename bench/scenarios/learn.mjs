/** i. The Learn page: main-thread work of a frame while something is dragged, and its bytes. */

import { bytes, milliseconds } from '../lib/format.mjs';
import { meter } from '../lib/meter.mjs';

/** @typedef {import('../lib/bench.mjs').Bench} Bench */
/** @typedef {import('@playwright/test').Page} Page */

/**
 * @typedef {object} DragRow
 * @property {string} what
 * @property {number} frames
 * @property {number} thread seconds of processor time of the main thread a frame: every task, painting included
 * @property {number} half seconds of script, style and layout that half of the frames need at most
 * @property {number} most the same of 95 frames of 100
 */

/** @typedef {{ rows: DragRow[], opened: number, requests: number, workers: number }} LearnFigures */

const GOALS = { thread: 0.004, bytes: 300_000 };

/** What is dragged: `mark` round the circle, else a range input from its least to its most and back. */
const DRAGS = [
  { what: 'the negative on the circle', hash: '#learn', target: '[role=slider]', mark: true },
  { what: 'the negative on the sphere', hash: '#learn?view=sphere', target: '[role=slider]', mark: true },
  {
    what: 'the negative beside loss and gradient',
    hash: '#learn?part=loss',
    target: '[role=slider]',
    mark: true,
  },
  {
    what: 'τ, which changes the whole ring',
    hash: '#learn',
    target: 'input[aria-label^=Temperature]',
    mark: false,
  },
  {
    what: 'the spread of twelve pairs',
    hash: '#learn?part=source&pairs=12',
    target: 'input[aria-label^=Spread]',
    mark: false,
  },
  {
    what: 'the share of a mix among eight sources',
    hash: '#learn?part=compete&tau=0.05&src=bm25,dense,llm,random,shuffled,own,falseneg&mix=bm25.random.0',
    target: 'input[aria-label^=Share]',
    mark: false,
  },
];

/** @type {import('../types').Scenario<LearnFigures>} */
export const learn = {
  id: 'i',
  title: 'The Learn page while something is dragged',
  about:
    'The built page at 1,440 × 900. One move a frame, dispatched to the mark or the slider. Main thread: the processor time of all tasks of ' +
    'the renderer’s main thread by the browser’s own count, over the frames; it holds script, style, layout, painting and the bench’s own ' +
    'calls. Script, style and layout: by the clock from the event until the layout is up to date. Bytes and requests: from an empty cache, ' +
    'by a relay before the server.',

  async run(bench) {
    const relay = await meter(bench.sites.dist.url);
    const context = await bench.browser.newContext({
      bypassCSP: true,
      viewport: { width: 1440, height: 900 },
    });
    try {
      const page = await context.newPage();
      let requests = 0;
      page.on('request', () => requests++);
      await page.goto(`${relay.url}#learn`);
      await page.getByRole('slider').first().waitFor();
      await page.waitForLoadState('networkidle');
      const opened = relay.received();
      const [loaded, workers] = [requests, page.workers().length];
      /** @type {DragRow[]} */
      const rows = [];
      for (const drag of DRAGS) {
        bench.say(`i: ${drag.what}`);
        await page.goto(`${relay.url}${drag.hash}`);
        rows.push(await measure(page, drag, bench.options.quick ? 20 : 300));
      }
      return { rows, opened, requests: loaded, workers };
    } finally {
      await context.close();
      await relay.close();
    }
  },

  tables: ({ rows, opened, requests, workers }) => [
    {
      title: 'A frame of dragging',
      columns: [
        'dragged',
        'frames',
        'main thread, mean (processor time)',
        'script, style and layout: half within',
        '95 of 100 within',
      ],
      rows: rows.map(({ what, frames, thread, half, most }) => [
        what,
        String(frames),
        milliseconds(thread),
        milliseconds(half),
        milliseconds(most),
      ]),
    },
    {
      title: 'Opening it from an empty cache',
      columns: ['over the wire', 'requests', 'workers'],
      rows: [[bytes(opened), String(requests), String(workers)]],
    },
  ],

  goals({ rows, opened }) {
    const worst = rows.reduce((a, b) => (b.thread > a.thread ? b : a));
    return [
      {
        what: 'main-thread work of a frame while dragging',
        goal: '≤ 4 ms',
        figure: milliseconds(worst.thread),
        met: worst.thread <= GOALS.thread,
        why: worst.thread <= GOALS.thread ? null : `Most is needed for ${worst.what}.`,
      },
      {
        what: 'bytes to the opened Learn page',
        goal: '≤ 300 kB',
        figure: bytes(opened),
        met: opened <= GOALS.bytes,
        why: opened <= GOALS.bytes ? null : 'See the files of the build.',
      },
    ];
  },
};

/**
 * @param {Page} page
 * @param {(typeof DRAGS)[number]} drag
 * @param {number} frames
 * @returns {Promise<DragRow>}
 */
async function measure(page, { what, target, mark }, frames) {
  const element = page.locator(target).first();
  await element.waitFor();
  await element.scrollIntoViewIfNeeded();
  if (mark) await grab(page, target);
  await drag(page, target, mark, 30);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskSeconds(session);
  const times = await drag(page, target, mark, frames);
  const thread = ((await taskSeconds(session)) - before) / frames;
  await session.detach();
  if (mark) await page.mouse.up();
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => (times[Math.floor(share * (times.length - 1))] ?? NaN) / 1000;
  return { what, frames, thread, half: at(0.5), most: at(0.95) };
}

/** Presses the mark with the mouse: what follows is dispatched to it. @param {Page} page @param {string} target */
async function grab(page, target) {
  const box = await page.locator(`${target} .grip`).boundingBox();
  if (box === null) throw new Error('The mark is not on the screen.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
}

/** @param {import('@playwright/test').CDPSession} session @returns {Promise<number>} */
async function taskSeconds(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
}

/**
 * One move a frame; how long each took until the layout was up to date, in milliseconds.
 *
 * @param {Page} page
 * @param {string} target
 * @param {boolean} mark
 * @param {number} frames
 * @returns {Promise<number[]>}
 */
function drag(page, target, mark, frames) {
  return page.evaluate(
    async ({ target, mark, frames }) => {
      const element = document.querySelector(target);
      const svg = element?.closest('svg')?.getBoundingClientRect();
      const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
      /** @type {number[]} */
      const times = [];
      for (let frame = 0; frame < frames; frame++) {
        await nextFrame();
        const start = performance.now();
        if (mark && svg) {
          const turn = (2 * Math.PI * frame) / 60;
          const reach = svg.width * 0.25;
          element?.dispatchEvent(
            new PointerEvent('pointermove', {
              bubbles: true,
              clientX: svg.left + svg.width / 2 + reach * Math.cos(turn),
              clientY: svg.top + svg.height / 2 + reach * Math.sin(turn),
            }),
          );
        } else if (element instanceof HTMLInputElement) {
          const [least, most] = [Number(element.min), Number(element.max)];
          const swing = Math.abs(((frame / 30) % 2) - 1);
          element.value = String(least + (most - least) * swing);
          element.dispatchEvent(new Event('input', { bubbles: true }));
        }
        // What follows from the event is put into the page in microtasks.
        for (let i = 0; i < 5; i++) await Promise.resolve();
        document.body.getBoundingClientRect();
        times.push(performance.now() - start);
      }
      return times;
    },
    { target, mark, frames },
  );
}
