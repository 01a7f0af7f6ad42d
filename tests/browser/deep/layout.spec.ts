/** What moves by itself when a first result comes, by the width of the window, with few sources and with many. */

import { RankPage } from '../../../scripts/lib/rank-page.mjs';
import { demoFile, embedded, jsonlFile } from '../files';
import { expect, test } from '../helpers';
import { layoutShift, watchLayout } from '../layout-shift';

/** What browsers call good. */
const MOST = 0.05;

const NAMES = [
  'bm25s-lucene_k1-0.9_b0.4',
  'minilm-l6-v2_dense',
  'fusion_5+5',
  'random25',
  'leak_v2',
  'seed42',
];

const GIVEN = {
  'the demo’s files': ['bm25', 'embedding', 'written', 'random'].map(demoFile),
  'eight sources of long names': [...NAMES, 'ranks6-10', 'uniform'].map((name) =>
    jsonlFile(`xquad_2026-08_${name}_top10.jsonl`, embedded(40, 8, name)),
  ),
};

for (const [what, files] of Object.entries(GIVEN)) {
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    test(`${what}, ${width} pixels: little moves when the result comes`, async ({ page, baseURL }) => {
      const rankPage = new RankPage(page, { bundled: true });
      await watchLayout(page);
      await page.setViewportSize({ width, height });
      await rankPage.open(baseURL ?? '');
      await rankPage.loadFiles(files);
      const [first = '', second = ''] = await rankPage.sourceNames();
      await rankPage.chooseReference([first, second]);
      const before = await layoutShift(page);
      await rankPage.rank();
      const shift = (await layoutShift(page)) - before;
      console.log(`layout shift, ${what}, ${width} pixels: ${shift.toFixed(4)}`);
      expect(shift).toBeLessThanOrEqual(MOST);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, 'nothing lies beside the window').toBeLessThanOrEqual(0);
    });
  }
}
