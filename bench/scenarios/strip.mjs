/** g. The strip over the figure: from a move of τ, a gate or a reference to the figure that is drawn with it. */

import { join } from 'node:path';

import { BUNDLED } from '../../tests/support/rank-page.mjs';
import { count, median, milliseconds, percent } from '../lib/format.mjs';
import { CACHE } from '../lib/paths.mjs';
import { ensureTopicFiles } from '../lib/topic-files.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../lib/bench.mjs').Bench} Bench */

/**
 * Seconds from the browser's event to the frame that shows it.
 *
 * @typedef {object} Move
 * @property {number} first something of the figure has moved
 * @property {number} whole dots, whiskers, ranks and flags stand where they stay until the settled figures come
 * @property {number} commits in how many steps they moved there
 * @property {number} settled exact scores and intervals are there
 */

/** @typedef {{ what: string, moves: Move[] }} StripRow */

/** @typedef {{ pairs: number, sources: number, encodes: number, rows: StripRow[] }} StripFigures */

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
/** 250,000 pairs in eight sources. */
const SIZE = { queries: 1250, negatives: 25 };
const QUICK_SIZE = { queries: 60, negatives: 4 };
const MOVES = 5;
const QUICK_MOVES = 2;
const GOAL_SECONDS = 0.05;
/** To the exact figures. */
const SETTLED_GOAL_SECONDS = 3;
/** After a move the settled figures are begun at a quarter of a second: then this is in the midst of them. */
const AMIDST_MS = 400;
const LIMIT_MS = 180_000;

/** @type {import('../types').Scenario<StripFigures>} */
export const strip = {
  id: 'g',
  title: 'The strip over the figure',
  about:
    'Eight made sources of one set of queries on the page, ranked by the encoder that comes with it. Then τ is moved by the arrow keys, a gate ' +
    'left out or put back, a reference unticked or ticked. Time from the event in the browser to the frame in which dots, whiskers, ranks ' +
    'and flags stand where they stay until the settled figures come (a quarter of a second after the last move, with their sums and ' +
    `resamples). Amidst: a move ${AMIDST_MS} ms after another, while those are computed; else they were waited for. Median of ${MOVES}.`,

  async run(bench) {
    const size = bench.options.quick ? QUICK_SIZE : SIZE;
    bench.say('g: making the files');
    const folder = join(CACHE, `topics-${size.queries}-${size.negatives}`);
    const files = ensureTopicFiles(folder, { ...size, sources: SOURCES });
    const page = await bench.rankPage(bench.browser);
    try {
      await page.loadFiles(files);
      await page.chooseBundled();
      await page.chooseReference(REFERENCES);
      await page.rank();
      const { report } = await page.exportReport();
      await watchFigure(page.page);
      const rows = await measured(bench, page.page);
      const pairs = Object.values(report.sources).reduce((sum, { negatives }) => sum + negatives, 0);
      const after = (await page.exportReport()).report;
      return {
        pairs,
        sources: files.length,
        encodes: after.cost.encodes - report.cost.encodes,
        rows,
      };
    } finally {
      await page.page.context().close();
    }
  },

  tables: ({ pairs, sources, encodes, rows }) => [
    {
      title: `${count(pairs)} pairs in ${sources} sources, encoder ${BUNDLED}; encoded by the moves: ${encodes}`,
      columns: ['', 'median', 'fastest', 'slowest', 'moved in one step', 'settled'],
      rows: rows.map(({ what, moves }) => {
        const whole = moves.map((move) => move.whole);
        return [
          what,
          milliseconds(median(whole)),
          milliseconds(Math.min(...whole)),
          milliseconds(Math.max(...whole)),
          `${moves.filter(({ commits }) => commits === 1).length} of ${moves.length}`,
          milliseconds(median(moves.map(({ settled }) => settled))),
        ];
      }),
    },
  ],

  goals: ({ pairs, rows }) =>
    rows.flatMap(({ what, moves }) => [
      goal(
        `${what}, ${count(pairs)} pairs: to the figure, median`,
        moves.map(({ whole }) => whole),
        GOAL_SECONDS,
      ),
      goal(
        `${what}, ${count(pairs)} pairs: to the exact figures, median`,
        moves.map(({ settled }) => settled),
        SETTLED_GOAL_SECONDS,
      ),
    ]),
};

/** @param {string} what @param {number[]} seconds @param {number} most */
function goal(what, seconds, most) {
  const time = median(seconds);
  const met = time <= most;
  const why = met ? null : `Missed by ${percent(time / most - 1)}.`;
  return { what, goal: `≤ ${milliseconds(most)}`, figure: milliseconds(time), met, why };
}

/** @param {Bench} bench @param {Page} page @returns {Promise<StripRow[]>} */
async function measured(bench, page) {
  const strip = page.getByRole('region', { name: 'Try other settings' });
  const slider = strip.getByRole('slider', { name: 'τ' });
  const gate = (/** @type {string} */ sign) => strip.getByRole('checkbox', { name: `gate ${sign}` });
  const trust = (/** @type {string} */ name) => strip.getByRole('checkbox', { name: `Trust ${name}` });
  const press = async (/** @type {import('@playwright/test').Locator} */ box) => box.press('Space');
  const rise = (/** @type {number} */ at) => slider.press(at % 8 < 4 ? 'ArrowRight' : 'ArrowLeft');
  // Left out and put back by turns.
  const gates = ['ψ', 'ψ', 'η', 'η', 'ρ', 'ρ'];
  const trusted = ['fusion', 'fusion', 'tasb', 'tasb', 'bm25', 'bm25'];
  /** @type {{ what: string, amidst: boolean, move: (at: number) => Promise<void> }[]} */
  const kinds = [
    { what: 'τ', amidst: false, move: rise },
    { what: 'τ, amidst', amidst: true, move: rise },
    { what: 'a gate', amidst: false, move: (at) => press(gate(gates[at % gates.length] ?? '')) },
    { what: 'a reference', amidst: false, move: (at) => press(trust(trusted[at % trusted.length] ?? '')) },
  ];
  const rows = [];
  for (const { what, amidst, move } of kinds) {
    const moves = [];
    for (let at = 0; at < (bench.options.quick ? QUICK_MOVES : MOVES); at++) {
      bench.say(`g: ${what}, move ${at + 1}`);
      if (amidst) {
        await move(at);
        await page.waitForTimeout(AMIDST_MS);
      }
      await page.evaluate(() => Reflect.get(globalThis, 'figureWatch').begin());
      const began = performance.now();
      await move(at);
      await whenSettled(page);
      const settled = (performance.now() - began) / 1000;
      moves.push({ ...(await moveSeen(page)), settled });
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

/** @param {Page} page @returns {Promise<Omit<Move, 'settled'>>} */
async function moveSeen(page) {
  return page.evaluate(() => Reflect.get(globalThis, 'figureWatch').seen());
}

/** Has the page note each frame in which the figure has moved. @param {Page} page */
async function watchFigure(page) {
  await page.evaluate(() => {
    /** @typedef {{ at: number, preview: boolean }} Moved */
    const main = document.querySelector('main');
    if (main === null) throw new Error('There is no result.');
    /** What dots, whiskers, ranks and flags are. */
    const standing = () =>
      [...document.querySelectorAll('[role=row][data-source]')]
        .map((row) => {
          const inner = (/** @type {string} */ part) => row.querySelector(part)?.innerHTML ?? '';
          const flags = [...row.querySelectorAll('.strip g')].map((flag) => flag.getAttribute('class'));
          const place = row.getAttribute('transform');
          return [place, inner('.rank'), inner('.plot'), inner('.reading'), ...flags].join('|');
        })
        .join('\n');
    /** @type {Moved[]} */
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
      const preview = document.querySelector('[role=columnheader][aria-label="ECI"]') === null;
      // A message that is sent before a frame is drawn is delivered after it.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => moved.push({ at: performance.now(), preview });
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
        const previews = moved.filter(({ preview }) => preview);
        const seconds = (/** @type {Moved | undefined} */ one) => ((one?.at ?? NaN) - start) / 1000;
        return {
          first: seconds(previews[0]),
          whole: seconds(previews.at(-1)),
          commits: previews.length,
        };
      },
    });
  });
}
