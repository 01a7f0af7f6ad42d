/** From a move of τ, a gate or a reference to the figure that is drawn with it, and from a stroke of Audit's filter to its list. */

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
  { pairs: '250,000', queries: 1250, negatives: 25, most: 0.05, settled: 3, stroke: null },
  { pairs: '500,000', queries: 2500, negatives: 25, most: null, settled: null, stroke: 0.05 },
  { pairs: '1,000,000', queries: 5000, negatives: 25, most: 0.12, settled: null, stroke: null },
];
const QUICK_SIZES = [{ pairs: '1,920', queries: 60, negatives: 4, most: 0.05, settled: 3, stroke: 0.05 }];
const MOVES = 5;
const QUICK_MOVES = 2;
/** After a move the settled figures are begun at a quarter of a second: then this is in the midst of them. */
const AMIDST_MS = 400;
const LIMIT_MS = 180_000;
/** Most seconds from the click on Audit to the table of findings. */
const MOST_TO_FINDINGS = 0.3;
const SEARCH = 'a search';
/** Seconds that it waits for the next letter. */
const SEARCH_REST = 0.3;
/** Between strokes of the filter: what the one before does is done. */
const REST_MS = 1500;

/** @type {import('../types').Scenario} */
export const strip = {
  id: 'strip',
  about:
    'Eight made sources of one set of queries, ranked by the bundled encoder. Then τ is moved, a gate left out, a reference unticked. Time: ' +
    'from the event to the frame in which the figure stands, and to the exact figures (a quarter of a second after the last move). Amidst: a move ' +
    `${AMIDST_MS} ms after another. Audit: from the click that opens it to its table of findings; from the event to the frame in which the count of ` +
    `pairs or the rows have changed; an order is one that was not asked for before; a search waits ${SEARCH_REST} s for the next letter, which is counted. Median of ${MOVES}.`,

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
        await watch(page.page);
        for (const { what, moves } of await measured(bench, page.page)) {
          const middle = (/** @type {keyof Move} */ key) => median(moves.map((move) => move[key]));
          lines.push(
            inSeconds(`${what}, ${size.pairs} pairs: to the figure`, middle('whole'), size.most),
            inSeconds(`${what}, ${size.pairs} pairs: to the exact figures`, middle('settled'), size.settled),
          );
        }
        if ((await encodesOf(page)) !== before) throw new Error('A move encoded texts.');
        bench.say('strip: Audit');
        await begin(page.page, 'click', 'findings');
        await page.page.getByRole('link', { name: 'Audit', exact: true }).click();
        lines.push(inSeconds(`findings of ${size.pairs} pairs`, await drawn(page.page), MOST_TO_FINDINGS));
        for (const { what, times } of await strokes(bench, page.page)) {
          const most = size.stroke !== null && what === SEARCH ? size.stroke + SEARCH_REST : size.stroke;
          lines.push(inSeconds(`Audit's list of ${size.pairs} pairs, ${what}`, median(times), most));
        }
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
  // These two move the range of the references; one within it would change nothing that is drawn.
  const trusted = ['tasb', 'tasb', 'bm25', 'bm25'];
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
      await begin(page, 'input', 'figure');
      const began = performance.now();
      await move(at);
      await whenSettled(page);
      const settled = (performance.now() - began) / 1000;
      moves.push({ whole: await drawn(page), settled });
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

/** What changes Audit's list: each stroke gives another one than that before. @param {Bench} bench @param {Page} page */
async function strokes(bench, page) {
  await page.evaluate(() => (location.hash = '#audit?tab=pairs'));
  await page.locator('[data-part=count]').waitFor({ timeout: LIMIT_MS });
  const filter = page.getByRole('complementary', { name: 'Filter' });
  const from = filter.getByRole('textbox', { name: /from$/ });
  const order = filter.getByRole('combobox');
  const enter = async (/** @type {string} */ text) => {
    await from.fill(text);
    await from.press('Enter');
  };
  /** @type {{ what: string, move: (at: number) => Promise<unknown> }[]} */
  const kinds = [
    { what: 'a bound', move: (at) => enter(String((at + 1) / 10)) },
    { what: 'a source', move: () => filter.getByRole('checkbox', { name: /^half/ }).press('Space') },
    {
      what: 'another order',
      move: (at) => order.selectOption(['eta', 'psi', 'm', 'cos', 'w'][at] ?? 'file'),
    },
    { what: SEARCH, move: (at) => filter.getByRole('searchbox').fill(`e${'taoins'[at]}`) },
  ];
  const rows = [];
  for (const { what, move } of kinds) {
    const times = [];
    for (let at = 0; at < (bench.quick ? QUICK_MOVES : MOVES); at++) {
      await page.waitForTimeout(REST_MS);
      // A bound counts from Enter, not from its letters.
      await begin(page, what === 'a bound' ? 'change' : 'input', 'list');
      await move(at);
      times.push(await drawn(page));
    }
    rows.push({ what, times });
  }
  return rows;
}

/** @param {Page} page @param {string} event that a move begins with @param {'figure' | 'findings' | 'list'} part that moves */
const begin = (page, event, part) =>
  page.evaluate((names) => Reflect.get(globalThis, 'frameWatch').begin(...names), [event, part]);

/** @param {Page} page after a move @returns {Promise<number>} seconds, once the frame is drawn */
async function drawn(page) {
  const seen = () => Reflect.get(globalThis, 'frameWatch').seen() >= 0;
  await page.waitForFunction(seen, null, { timeout: LIMIT_MS });
  return page.evaluate(() => Reflect.get(globalThis, 'frameWatch').seen());
}

/** In the page: whether Audit's table of findings has a row. */
const findings = () => String(document.querySelector('[aria-label=Findings] td') !== null);

/** In the page: the count of pairs, and which rows are in view. */
function list() {
  const parts = document.querySelectorAll('[data-part=count], [aria-label=Pairs] [role=row]:not(.titles)');
  return [...parts].map((part) => part.id || part.textContent).join('\n');
}

/** In the page: what dots, whiskers, ranks, flags and the reference range are. */
function figure() {
  return [...document.querySelectorAll('table[aria-label=Ranking] tr[data-source]')]
    .map((row) => {
      const inner = (/** @type {string} */ part) => row.querySelector(part)?.innerHTML ?? '';
      const flags = [...row.querySelectorAll('.strip .gate')].map(
        (flag) => `${flag.getAttribute('class')}${flag.querySelector('.range')?.outerHTML}`,
      );
      return [inner('.rank'), inner('.plot'), inner('.reading'), ...flags].join('|');
    })
    .join('\n');
}

/**
 * Has the page note each frame in which a part has moved since the first event of a name: `frameWatch.begin` says which.
 *
 * @param {Page} page
 */
async function watch(page) {
  await page.evaluate(`(${noteFrames})({ figure: ${figure}, findings: ${findings}, list: ${list} })`);
}

/** In the page. @param {Record<string, () => string>} standings what moves, by name */
function noteFrames(standings) {
  /** Milliseconds. @type {number[]} */
  let moved = [];
  let start = 0;
  let [awaited, moving] = ['', ''];
  let last = '';
  for (const event of ['input', 'change', 'click'])
    addEventListener(event, ({ type, timeStamp }) => void (type === awaited && (start ||= timeStamp)), true);
  const look = () => {
    const now = standings[moving]?.() ?? '';
    if (now === last) return;
    last = now;
    // What is late of the move before.
    if (start === 0) return;
    // A message that is sent before a frame is drawn is delivered after it.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => moved.push(performance.now());
      port2.postMessage(null);
    });
  };
  const all = { attributes: true, characterData: true, childList: true, subtree: true };
  new MutationObserver(look).observe(document.body, all);
  Reflect.set(globalThis, 'frameWatch', {
    /** @param {string} event @param {string} part */
    begin(event, part) {
      [moved, start, awaited, moving] = [[], 0, event, part];
      last = standings[part]?.() ?? '';
    },
    seen: () => ((moved[0] ?? NaN) - start) / 1000,
  });
}
