/** What moves by itself when a first result comes, by the width of the window: files of one's own, many of them, and the demo. */

import { RankPage } from '../../support/rank-page.mjs';
import { demoFile, embedded, jsonlFile } from '../files';
import { expect, test } from '../helpers';
import { layoutShift, watchLayout } from '../layout-shift';

/** What browsers call good is 0.1. */
const MOST = 0.05;

const NAMES = [
  'bm25s-lucene_k1-0.9_b0.4',
  'minilm-l6-v2_dense',
  'fusion_5+5',
  'random25',
  'leak_v2',
  'seed42',
  'ranks6-10',
  'uniform',
];

async function giveFiles(rankPage: RankPage, files: Parameters<RankPage['loadFiles']>[0]): Promise<void> {
  await rankPage.loadFiles(files);
  const [first = '', second = ''] = await rankPage.sourceNames();
  await rankPage.chooseReference([first, second]);
}

const WINDOWS = {
  wide: { width: 1440, height: 900 },
  medium: { width: 1024, height: 768 },
  narrow: { width: 390, height: 844 },
};

/** What is done before the layout is watched, the way from there to the result, and in which windows. */
const WAYS = {
  'the demo’s files': {
    before: (rankPage: RankPage) =>
      giveFiles(rankPage, ['bm25', 'embedding', 'written', 'random'].map(demoFile)),
    ranked: (rankPage: RankPage) => rankPage.rank(),
    windows: ['narrow'],
  },
  'eight files of long names': {
    before: (rankPage: RankPage) =>
      giveFiles(
        rankPage,
        NAMES.map((name) => jsonlFile(`xquad_2026-08_${name}_top10.jsonl`, embedded(40, 8, name))),
      ),
    ranked: (rankPage: RankPage) => rankPage.rank(),
    windows: ['medium', 'narrow'],
  },
  'the demo': {
    before: () => Promise.resolve(),
    ranked: (rankPage: RankPage) => rankPage.tryDemo(),
    windows: ['wide'],
  },
} as const;

for (const [what, { before, ranked, windows }] of Object.entries(WAYS)) {
  for (const window of windows) {
    test(`${what}, ${window} window: little moves when the result comes`, async ({ page, baseURL }) => {
      const rankPage = new RankPage(page, { bundled: true });
      await watchLayout(page);
      await page.setViewportSize(WINDOWS[window]);
      await rankPage.open(baseURL ?? '');
      await before(rankPage);
      const earlier = await layoutShift(page);
      await ranked(rankPage);
      const shift = (await layoutShift(page)) - earlier;
      expect(shift).toBeLessThanOrEqual(MOST);
      const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beside, 'nothing lies beside the window').toBeLessThanOrEqual(0);
    });
  }
}
