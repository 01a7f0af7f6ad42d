import { demoBeginnings } from '../files';
import { expect, sharedData, test } from '../helpers';
import { cell, idle, openLab, tableOf, title } from '../lab-cells';

const OWN = 'negscope-mini';
const SOURCES = ['bm25', 'embedding', 'written', 'random'];

test('two encoders, one after the other: a row for each, and a title of both', async ({ page, rankPage }) => {
  const model = sharedData('models/potion-base-2M');
  await rankPage.loadFiles(demoBeginnings(SOURCES, 40));
  await rankPage.chooseReference(SOURCES.slice(0, 3));
  await rankPage.rank();
  await openLab(page);
  await expect(title(page, 'encoders')).toHaveText('Does the order hold under another encoder?');

  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  await rankPage.chooseModel(model);
  await rankPage.rank();
  await openLab(page);
  await expect(cell(page, 'encoders').locator('svg[role=img]')).toHaveCount(1, { timeout: 120_000 });

  const rows = await tableOf(page, 'encoders');
  const head = await cell(page, 'encoders').locator('.behind thead th').allTextContents();
  expect(rows.map(([encoder]) => encoder)).toEqual(['potion-base-2M', OWN]);
  expect(head).toEqual(expect.arrayContaining(SOURCES));
  await expect(title(page, 'encoders')).toHaveText(/^The order holds in all two encoders$| passes .*\(/);

  // The earlier one is a column of the ranks.
  await expect(idle(page)).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('main')).not.toContainText('Out of date.');
  await expect(page.getByRole('columnheader', { name: OWN, exact: true })).toBeVisible();
});
