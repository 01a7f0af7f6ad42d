/** Verdicts on real files under a real encoder: who is ranked, who is not, and what is asked. */

import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';
import Papa from 'papaparse';

import type { RankPage } from '../../support/rank-page.mjs';
import { membersOfZip } from '../../support/zip';
import { textFile } from '../files';
import { expect, sharedData, test } from '../helpers';

/** Loads files of a shared folder and ranks them with potion-base-2M. @param sample records a source; null: all */
async function rankShared(
  rankPage: RankPage,
  folder: string,
  names: readonly string[],
  reference: readonly string[],
  sample: number | null,
): Promise<void> {
  await rankPage.loadFiles(names.map((name) => sharedData(`data/${folder}/${name}.jsonl`)));
  await rankPage.chooseModel(sharedData('models/potion-base-2M'));
  await rankPage.setOptions({ sample });
  await rankPage.chooseReference(reference);
  await rankPage.rank();
}

const headline = (page: Page) => page.getByRole('heading', { level: 1 });
const row = (rankPage: RankPage, name: string) => rankPage.table.locator(`[role=row][data-source="${name}"]`);

test.describe('on real files', () => {
  test('with nothing ticked, and with all ticked, random passages have no rank', async ({
    page,
    rankPage,
  }) => {
    const all = ['bm25', 'tasb', 'repllama', 'random'];
    await rankShared(rankPage, 'dl1920', all, [], null);
    for (const ticked of [[], all, ['bm25', 'tasb', 'repllama']]) {
      await rankPage.chooseReference(ticked);
      await expect(headline(page)).toContainText(
        /repllama.*tasb.*too close to call|tasb.*repllama.*too close to call/,
      );
      await expect(row(rankPage, 'repllama').getByRole('cell').first()).toHaveText(/^1–2/);
      await expect(row(rankPage, 'random').getByRole('cell').first()).toHaveText('–');
    }
  });

  test('random passages and planted positives are each set apart, in their own words', async ({
    page,
    rankPage,
  }) => {
    await rankShared(rankPage, 'xquad', ['bm25', 'dense', 'random', 'leaky'], ['bm25', 'dense'], 300);
    await expect(headline(page)).toHaveText(/^\s*(bm25|dense) ranks first of two; /);
    await expect(headline(page)).toContainText('random passages');
    await expect(headline(page)).toHaveText(/leaky: 1\d\d copies of the positive/);
    await expect(row(rankPage, 'leaky')).toContainText('copies');
    for (const name of ['random', 'leaky']) {
      await expect(row(rankPage, name).getByRole('cell').first()).toHaveText('–');
    }
  });

  test('copies of the positive: found, one press to the basket, and a file that ranks as it said', async ({
    page,
    rankPage,
  }) => {
    test.setTimeout(480_000);
    await rankShared(rankPage, 'xquad', ['bm25', 'dense', 'leaky'], ['bm25', 'dense'], null);
    await expect(headline(page)).toHaveText(/leaky: 121 copies of the positive/);
    const before = (await rankPage.exportReport()).report.sources['leaky']?.negatives ?? NaN;
    await page.evaluate(() => (location.hash = '#audit?found=same_text'));
    await expect(page.getByText('121 pairs', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Drop all' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the cleaned file' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('leaky.cleaned.dropped.zip');
    const files = membersOfZip(readFileSync(await saved.path()));
    expect(Object.keys(files)).toEqual(['leaky.cleaned.jsonl', 'leaky.removed.csv', 'retention.json']);
    const rows = Papa.parse<Record<string, string>>(String(files['leaky.removed.csv']), {
      header: true,
    }).data;
    const removed = rows.filter(({ reason }) => reason);
    expect(removed).toHaveLength(121);
    expect(new Set(removed.map(({ reason, marked_by }) => `${reason} (${marked_by})`))).toEqual(
      new Set(['dropped; same text as the positive (in bulk: same text as the positive)']),
    );
    const score = page.getByRole('region', { name: 'Basket' }).locator('strong[data-after]');
    await expect(score).toBeVisible();
    const said = Number(await score.getAttribute('data-after'));

    await page.evaluate(() => (location.hash = '#rank'));
    await rankPage.leave(() => page.reload());
    const fileOf = (name: string) =>
      textFile(`${name}.jsonl`, readFileSync(sharedData(`data/xquad/${name}.jsonl`)));
    const cleaned = textFile('leaky.jsonl', String(files['leaky.cleaned.jsonl']));
    await rankPage.loadFiles([fileOf('bm25'), fileOf('dense'), cleaned]);
    await rankPage.chooseModel(sharedData('models/potion-base-2M'));
    await rankPage.chooseReference(['bm25', 'dense']);
    await rankPage.rank();
    await expect(headline(page)).not.toHaveText(/copies/);
    const { report } = await rankPage.exportReport();
    expect(report.sources['leaky']?.negatives).toBe(before - 121);
    expect(Math.abs((report.sources['leaky']?.eci ?? NaN) - said)).toBeLessThan(1e-6);
  });
});
