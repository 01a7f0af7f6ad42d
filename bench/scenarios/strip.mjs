/** The strip over the figure: from a move of τ, a gate or a reference to the figure that is drawn with it. */

import { join } from 'node:path';

import { median } from '../lib/format.mjs';
import { inSeconds } from '../lib/line.mjs';
import { CACHE } from '../../scripts/lib/paths.mjs';
import { ensureTopicFiles } from '../lib/topic-files.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../lib/bench.mjs').Bench} Bench */

/**
 * Seconds from the browser's event to the frame that shows it.
 *
 * @typedef {object} Move
 * @property {number} whole dots, whiskers, ranks, flags and the reference range have moved
 * @property {number} settled exact scores and intervals are there
 */

const SOURCES = {
  bm25: 0.9,
  splade: 0.85,
  tasb: 0.8,
  'e5-top': 0.75,
  fusion: 0.7,
  half: 0.5,
  quarter: 0.25,
  random: 0,
};
const REFERENCES = ['bm25', 'splade', 'tasb', 'e5-top', 'fusion'];
/** Of each size: most seconds to the figure, and to the exact figures where the project has such a goal. */
const SIZES = [
  { pairs: '250,000', queries: 1250, negatives: 25, most: 0.05, settled: 3 },
  { pairs: '1,000,000', queries: 5000, negatives: 25, most: 0.2, settled: null },
];
const QUICK_SIZES = [{ pairs: '1,920', queries: 60, negatives: 4, most: 0.05, settled: 3 }];
const MOVES = 5;
const QUICK_MOVES = 2;
/** After a move the settled figures are begun at a quarter of a second: then this is in the midst of them. */
const AMIDST_MS = 400;
const LIMIT_MS = 180_000;

/** @type {import('../types').Scenario} */
export const strip = {
  id: 'strip',
  about:
    'Eight made sources of one set of queries, ranked by the bundled encoder. Then τ is moved, a gate left out, a reference unticked. Time: ' +
    'from the event to the frame in which the figure stands, and to the exact figures (a quarter of a second after the last move). Amidst: a move ' +
    `${AMIDST_MS} ms after another. Median of ${MOVES}.`,

  async run(bench) {
    const lines = [];
    for (const size of bench.quick ? QUICK_SIZES : SIZES) {
      bench.say(`strip: making the files of ${size.pairs} pairs`);
      const folder = join(CACHE, `topics-${size.queries}-${size.negatives}`);
      const files = ensureTopicFiles(folder, { ...size, sources: SOURCES });
      const page = await bench.rankPage(bench.browser);
      try {
        await page.loadFiles(files);
        await page.chooseBundled();
        await page.chooseReference(REFERENCES);
        await page.rank();
        const before = await encodesOf(page);
        await watchFigure(page.page);
        for (const { what, moves } of await measured(bench, page.page)) {
          const middle = (/** @type {keyof Move} */ key) => median(moves.map((move) => move[key]));
          lines.push(
            inSeconds(`${what}, ${size.pairs} pairs: to the figure`, middle('whole'), size.most),
            inSeconds(`${what}, ${size.pairs} pairs: to the exact figures`, middle('settled'), size.settled),
          );
        }
        if ((await encodesOf(page)) !== before) throw new Error('A move encoded texts.');
      } finally {
        await page.page.context().close();
      }
    }
    return lines;
  },
};

/** @param {import('../../tests/support/rank-page.mjs').RankPage} page */
const encodesOf = async (page) => (await page.exportReport()).report.cost.encodes;

/** @param {Bench} bench @param {Page} page @returns {Promise<{ what: string, moves: Move[] }[]>} */
async function measured(bench, page) {
  const strip = page.getByRole('region', { name: 'Settings of the ranking' });
  const slider = strip.getByRole('slider', { name: 'τ' });
  const weighting = strip.getByRole('combobox', { name: 'Weighting' });
  const trust = (/** @type {string} */ name) => strip.getByRole('checkbox', { name: `${name} reference` });
  const press = async (/** @type {import('@playwright/test').Locator} */ box) => box.press('Space');
  const rise = (/** @type {number} */ at) => slider.press(at % 8 < 4 ? 'ArrowRight' : 'ArrowLeft');
  // A gate is left out and put back by turns.
  const weightings = ['drop-psi', 'full', 'drop-eta', 'full', 'drop-rho', 'full'];
  const trusted = ['fusion', 'fusion', 'tasb', 'tasb', 'bm25', 'bm25'];
  /** @type {{ what: string, amidst: boolean, move: (at: number) => Promise<void> }[]} */
  const kinds = [
    { what: 'τ', amidst: false, move: rise },
    { what: 'τ, amidst', amidst: true, move: rise },
    {
      what: 'a gate',
      amidst: false,
      move: async (at) => void (await weighting.selectOption(weightings[at % weightings.length] ?? 'full')),
    },
    { what: 'a reference', amidst: false, move: (at) => press(trust(trusted[at % trusted.length] ?? '')) },
  ];
  const rows = [];
  for (const { what, amidst, move } of kinds) {
    const moves = [];
    for (let at = 0; at < (bench.quick ? QUICK_MOVES : MOVES); at++) {
      bench.say(`strip: ${what}, move ${at + 1}`);
      if (amidst) {
        await move(at);
        await page.waitForTimeout(AMIDST_MS);
      }
      await page.evaluate(() => Reflect.get(globalThis, 'figureWatch').begin());
      const began = performance.now();
      await move(at);
      await whenSettled(page);
      const settled = (performance.now() - began) / 1000;
      const whole = await page.evaluate(() => Reflect.get(globalThis, 'figureWatch').seen());
      moves.push({ whole, settled });
    }
    rows.push({ what, moves });
  }
  return rows;
}

/** The settled figures have come. @param {Page} page */
async function whenSettled(page) {
  // Longer than the rest after which they are begun.
  await page.waitForTimeout(AMIDST_MS);
  await page
    .locator('[data-part="state"]')
    .filter({ hasText: /^current$/ })
    .waitFor({ timeout: LIMIT_MS });
}

/** Has the page note each frame in which the figure has moved. @param {Page} page */
async function watchFigure(page) {
  await page.evaluate(() => {
    const main = document.querySelector('main');
    if (main === null) throw new Error('There is no result.');
    /** What dots, whiskers, ranks, flags and the reference range are. */
    const standing = () =>
      [...document.querySelectorAll('table[aria-label=Ranking] tr[data-source]')]
        .map((row) => {
          const inner = (/** @type {string} */ part) => row.querySelector(part)?.innerHTML ?? '';
          const flags = [...row.querySelectorAll('.strip .gate')].map(
            (flag) => `${flag.getAttribute('class')}${flag.querySelector('.range')?.outerHTML}`,
          );
          return [inner('.rank'), inner('.plot'), inner('.reading'), ...flags].join('|');
        })
        .join('\n');
    /** Milliseconds. @type {number[]} */
    let moved = [];
    let start = 0;
    let last = standing();
    addEventListener(
      'input',
      ({ timeStamp }) => {
        start ||= timeStamp;
      },
      { capture: true },
    );
    const look = () => {
      const now = standing();
      if (now === last) return;
      last = now;
      // A message that is sent before a frame is drawn is delivered after it.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => moved.push(performance.now());
        port2.postMessage(null);
      });
    };
    new MutationObserver(look).observe(main, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    Reflect.set(globalThis, 'figureWatch', {
      begin() {
        moved = [];
        start = 0;
      },
      seen() {
        return ((moved[0] ?? NaN) - start) / 1000;
      },
    });
  });
}
