/** The Lab page: the paper's figures, the source that controls are built from, and the names of saved tables. tests/browser/deep/lab.spec.ts has the demo. */

import { expectAccessible } from './accessible';
import { goTo } from './audit-page';
import { embeddedFiles } from './files';
import { expect, test } from './helpers';
import { cell, idle, openLab, tableOf, title } from './lab-cells';

test('figures of training join the scores; controls; saved tables', async ({ page, rankPage, traffic }) => {
  await goTo(page, '#lab');
  await expect(title(page, 'training')).toHaveText(
    'In the paper, the higher score trained the better encoder in 18 of 18 pairs',
  );
  await expect(page.getByRole('link', { name: 'Rank sources first' })).toHaveAttribute('href', '#rank');
  await expect(cell(page, 'training')).toContainText('Baseline: inversion rate, 2 of 6 pairs.');
  const known = page.getByRole('link', { name: 'Evidence' });
  expect((await page.request.get((await known.getAttribute('href')) ?? '')).status()).toBe(200);
  await cell(page, 'training').getByText('More', { exact: true }).click();
  await expect(cell(page, 'training')).toContainText(
    '0.94 (DistilBERT), 0.60 (E5-base) and 0.89 (Contriever)',
  );
  await expect(cell(page, 'training')).toContainText('0.97 in non-hybrid and 0.96 in hybrid');
  expect(await tableOf(page, 'training')).toHaveLength(18);
  await page.getByText('The paper’s audit, with our flags').first().click();
  const audit = cell(page, 'training').getByRole('row', { name: /^Mix random 25 %/ });
  await expect(audit).toHaveText(/none\s*none$/);

  await page.getByLabel('Figures', { exact: true }).selectOption('yours');
  const figures = page.getByLabel(/nDCG@10, or any metric/);
  await figures.fill('source,NQ\nbm25,0.39\ndense,0.41');
  await expect(cell(page, 'training')).toContainText('Line 2: Nothing is ranked yet');
  await expectAccessible(page, 'without a ranking');
  expect(traffic.outside).toEqual([]);

  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  await rankPage.loadFiles(embeddedFiles(['one', 'other'], 30, 8));
  await rankPage.rank();
  await openLab(page);
  await figures.fill('source,NQ\none,0.39\nother,0.41');
  await expect(title(page, 'training')).toHaveText(
    /^The higher score trained the better encoder in (1|none) of 1 pairs$/,
  );
  await expect(cell(page, 'training')).toContainText(/Baseline: inversion rate, [01] of 1 pairs\./);
  await expect(cell(page, 'controls')).toContainText('from one, seed 42');
  await cell(page, 'controls').getByLabel('Built from').selectOption('other');
  // A fast machine runs it again by itself.
  const run = cell(page, 'controls').getByRole('button', { name: /^Run( again)?$/ });
  await expect(run.or(cell(page, 'controls').getByText('from other')).first()).toBeVisible();
  await expect(idle(page)).toBeVisible();
  await expect(cell(page, 'permutation')).not.toContainText('Out of date.');
  if (await run.isVisible()) await run.click();
  await expect(cell(page, 'controls')).toContainText('from other, seed 42');
  await cell(page, 'controls').getByText('More', { exact: true }).click();
  const names: string[] = [];
  const tables = cell(page, 'controls')
    .locator('details:not(:has(details))')
    .filter({ has: page.locator('button', { hasText: 'CSV' }) });
  for (const table of await tables.all()) {
    await table.locator('summary').click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      table.getByRole('button', { name: 'CSV' }).click(),
    ]);
    names.push(saved.suggestedFilename());
  }
  expect(names).toHaveLength(2);
  expect(new Set(names).size, names.join()).toBe(2);
});
