/** `npm run bench -- frames`: the main thread's work for a frame while Learn is dragged, and how soon the Lab's sliders are answered. */

import { alignColumns } from '../../scripts/lib/columns.mjs';
import { DIST } from '../../scripts/lib/paths.mjs';
import { RankPage } from '../../scripts/lib/rank-page.mjs';
import { serve } from '../../scripts/serve.mjs';
import { launch } from '../lib/browser.mjs';
import { median } from '../lib/format.mjs';
import { describeMachine, load } from '../lib/machine.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Locator} Locator */
/** @typedef {import('@playwright/test').Page} Page */

const LESSONS = 10;

const VIEWS = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

const STEPS = { full: 120, quick: 20 };

/** Moves of each slider of the Lab. */
const MOVES = { full: 15, quick: 3 };

const LIMIT_MS = 180_000;

/**
 * @param {boolean} quick
 * @param {(text: string) => void} say
 * @returns {Promise<string>} the tables
 */
export async function benchFrames(quick, say) {
  const before = load();
  const site = await serve({ root: DIST, port: 0 });
  const browser = await launch();
  try {
    const { cpu, cores, browser: name } = describeMachine(browser.version(), null, before);
    return [
      `${cpu}, ${cores} cores, ${name}, load ${before.toFixed(1)}`,
      await learnTable(browser, site.url, quick ? STEPS.quick : STEPS.full, say),
      await labTable(browser, site.url, quick ? MOVES.quick : MOVES.full, say),
    ].join('\n\n');
  } finally {
    await browser.close();
    await site.close();
  }
}

/**
 * Each lesson in each window: the negative is led round where there is one, else the lesson's slider is drawn to and fro;
 * where there is neither, the choices of gates are pressed.
 *
 * @param {Browser} browser
 * @param {string} url
 * @param {number} steps
 * @param {(text: string) => void} say
 */
async function learnTable(browser, url, steps, say) {
  /** @type {string[][]} */
  const rows = Array.from({ length: LESSONS }, (_, i) => [`lesson ${i + 1}`]);
  for (const viewport of VIEWS) {
    const page = await browser.newPage({ viewport });
    for (const [i, row] of rows.entries()) {
      say(`lesson ${i + 1} at ${viewport.width} × ${viewport.height}`);
      await page.goto('about:blank');
      await page.goto(`${url}learn.html#learn?lesson=${i + 1}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      row.push(await workWhile(page, () => use(page, steps)));
    }
    await page.close();
  }
  const head = [
    'ms a frame: median, 95 %, most',
    ...VIEWS.map(({ width, height }) => `${width} × ${height}`),
  ];
  return alignColumns([head, ...rows]);
}

/** @param {Page} page @param {number} steps */
async function use(page, steps) {
  const mark = page.getByRole('slider', { name: 'Angle of the negative from the query' });
  if (await mark.isVisible()) return leadRound(page, mark, steps);
  const slider = page.locator('main input[type=range]').first();
  if (await slider.isVisible()) return drawToAndFro(page, slider, steps);
  for (const choice of await page.getByRole('button', { name: /^Gates / }).all()) await choice.click();
}

/** @param {Page} page @param {Locator} mark @param {number} steps */
async function leadRound(page, mark, steps) {
  const picture = page.getByRole('group', { name: /circle of embeddings/ });
  await picture.scrollIntoViewIfNeeded();
  const box = await boxOf(picture);
  const dot = await boxOf(mark.locator('circle').last());
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const start = { x: dot.x + dot.width / 2 - centre.x, y: dot.y + dot.height / 2 - centre.y };
  await page.mouse.move(centre.x + start.x, centre.y + start.y);
  await page.mouse.down();
  for (let step = 1; step <= steps; step++) {
    const [cos, sin] = [Math.cos((2 * Math.PI * step) / steps), Math.sin((2 * Math.PI * step) / steps)];
    await page.mouse.move(centre.x + cos * start.x - sin * start.y, centre.y + sin * start.x + cos * start.y);
  }
  await page.mouse.up();
}

/** @param {Page} page @param {Locator} slider @param {number} steps */
async function drawToAndFro(page, slider, steps) {
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await boxOf(slider);
  await page.mouse.move(x + 8, y + height / 2);
  await page.mouse.down();
  for (let step = 1; step <= steps; step++) {
    const share = 1 - Math.abs(1 - (2 * step) / steps);
    await page.mouse.move(x + 8 + share * (width - 16), y + height / 2);
  }
  await page.mouse.up();
}

/** @param {Locator} locator */
async function boxOf(locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${String(locator)} is not on the page.`);
  return box;
}

/**
 * The main thread's work for each frame that followed a pointer, from the event over style and layout to the paint, without
 * what it waited in between.
 *
 * @param {Page} page
 * @param {() => Promise<void>} action
 */
async function workWhile(page, action) {
  await page.evaluate(() => {
    /** @type {number[]} */
    const frames = [];
    Reflect.set(globalThis, 'frameTimes', frames);
    /** @type {{ start: number, handled: number, drawing: number } | null} */
    let frame = null;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      const now = performance.now();
      if (!frame) return;
      if (data === 'handled') frame.handled = now;
      else {
        const { start, handled, drawing } = frame;
        // Events of a pointer that moves come with the frame itself: then nothing lies between.
        frames.push(handled > drawing ? now - start : handled - start + (now - drawing));
        frame = null;
      }
    };
    const begin = () => {
      if (frame) return;
      frame = { start: performance.now(), handled: Infinity, drawing: Infinity };
      port2.postMessage('handled');
      requestAnimationFrame(() => {
        if (frame) frame.drawing = performance.now();
        port2.postMessage('drawn');
      });
    };
    for (const type of ['pointermove', 'input', 'click']) addEventListener(type, begin, { capture: true });
  });
  await action();
  await page.waitForTimeout(100);
  /** @type {number[]} */
  const frames = await page.evaluate(() => Reflect.get(globalThis, 'frameTimes'));
  const sorted = frames.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  return `${[at(0.5), at(0.95), at(1)].map((ms) => ms.toFixed(1)).join(', ')} (${sorted.length})`;
}

/**
 * The demo in the Lab: from a slider's move to its figures on the page, and to those that read the texts too.
 *
 * @param {Browser} browser
 * @param {string} url
 * @param {number} moves
 * @param {(text: string) => void} say
 */
async function labTable(browser, url, moves, say) {
  say('the demo');
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  const rankPage = new RankPage(page, {});
  await rankPage.open(url);
  await rankPage.tryDemo();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Lab' }).click();
  const cell = page.locator('[data-experiment=broken]');
  await cell.getByText(/^Took /).waitFor({ timeout: LIMIT_MS });
  await page.evaluate(() => {
    const chart = document.querySelector('[data-experiment=broken] .plot-chart');
    /** @type {number[][]} */
    const answers = [];
    Reflect.set(globalThis, 'answers', answers);
    let moved = 0;
    addEventListener(
      'input',
      () => {
        moved = performance.now();
        answers.push([]);
      },
      { capture: true },
    );
    if (chart)
      new MutationObserver(() => answers.at(-1)?.push(performance.now() - moved)).observe(chart, {
        childList: true,
      });
  });
  /** @type {string[][]} */
  const rows = [];
  for (const slider of await cell.getByRole('slider').all()) {
    const name = (await slider.getAttribute('aria-label')) ?? '';
    say(name);
    await page.evaluate(() => Reflect.get(globalThis, 'answers').splice(0));
    for (let move = 1; move <= moves; move++) {
      await slider.press('ArrowRight');
      await page.waitForFunction(
        (count) => Reflect.get(globalThis, 'answers')[count - 1]?.length >= 2,
        move,
        { timeout: LIMIT_MS },
      );
    }
    /** @type {number[][]} */
    const answers = await page.evaluate(() => Reflect.get(globalThis, 'answers'));
    const after = (/** @type {number} */ place) => {
      const times = answers.map((each) => each[place] ?? NaN);
      return `${median(times).toFixed(0)}, ${Math.max(...times).toFixed(0)}`;
    };
    rows.push([name, after(0), after(1)]);
  }
  await page.close();
  const head = ['ms after a move, the demo: median, most', 'score, means, pairs', 'shortcuts too'];
  return alignColumns([head, ...rows]);
}
