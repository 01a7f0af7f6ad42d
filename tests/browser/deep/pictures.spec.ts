import { embeddedFiles } from '../files';
import { expect, test } from '../helpers';
import { openLab, runRest } from '../lab-cells';

const MINERS = ['bm25', 'tasb', 'repllama', 'contriever', 'e5', 'splade', 'llm', 'random'];
const LONG = MINERS.map((miner) => `msmarco-passage-trec-dl-2019-negatives-mined-by-${miner}-k10-v2`);

test('eight sources of long names are told apart, wide and on a phone', async ({ page, rankPage }) => {
  test.slow();
  await rankPage.loadFiles(embeddedFiles(LONG, 30, 8));
  await rankPage.rank();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await openLab(page);
    await runRest(page);
    for (const id of ['temperature', 'weightings', 'controls', 'lexical']) {
      const figure = page.locator(`[data-experiment=${id}] svg[role=img]`);
      const texts = await figure.locator('text').allTextContents();
      const named = MINERS.filter((miner) => texts.some((text) => text.includes(miner.slice(0, 3))));
      expect(named, `${id}, ${width}`).toEqual(MINERS);
    }
    await expect(page.locator('main')).not.toContainText('e−17');
    // What was left out of the names is said once.
    await expect(page.getByText(/Names begin msmarco-passage/)).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole('link', { name: 'Rank', exact: true }).click();
  }
});
