/** The Lab with eight sources of long names: readable on a phone and on a wide screen; saved pictures open in another program. */

import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

import { embeddedFiles } from '../files';
import { expect, test } from '../helpers';
import { openLab, runRest } from '../lab-cells';

const MINERS = ['bm25', 'tasb', 'repllama', 'contriever', 'e5', 'splade', 'llm', 'random'];
const LONG = MINERS.map((miner) => `msmarco-passage-trec-dl-2019-negatives-mined-by-${miner}-k10-v2`);

/** Another program that draws SVG, and how to get it. */
const RSVG = 'rsvg-convert';
const hasRsvg = (() => {
  try {
    execFileSync(RSVG, ['--version']);
    return true;
  } catch {
    return false;
  }
})();

test('eight sources of long names: told apart in the cards, wide and on a phone', async ({
  page,
  rankPage,
}) => {
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

test('saved pictures are SVG that another program draws and makes a PDF of', async ({ page, rankPage }) => {
  test.skip(!hasRsvg, 'rsvg-convert is not here: apt-get install librsvg2-bin');
  test.slow();
  await rankPage.loadFiles(embeddedFiles(['one', 'other', 'third'], 30, 8));
  await rankPage.rank();
  await openLab(page);
  await runRest(page);
  const buttons = await page.getByRole('button', { name: /^Save as SVG/ }).all();
  expect(buttons.length).toBeGreaterThan(9);
  for (const button of buttons) {
    const [saved] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const name = saved.suggestedFilename();
    const file = test.info().outputPath(name);
    await saved.saveAs(file);
    const drawn = execFileSync(RSVG, ['--format', 'png', file], { maxBuffer: 1e8 });
    const [, width] = /^<svg[^>]*\swidth="([\d.]+)"/.exec(await readFile(file, 'utf8')) ?? [];
    expect(drawn.readUInt32BE(16), name).toBeCloseTo(Number(width), -0.5);
    const pdf = execFileSync(RSVG, ['--format', 'pdf', file], { maxBuffer: 1e8 });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  }
});
