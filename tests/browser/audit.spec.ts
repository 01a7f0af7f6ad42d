/** The Audit page over pairs of several sources; the demo is in demo.spec.ts, hostile texts in hostile.spec.ts. */

import { basketOf, counted, goTo, openPairs, pairs, reader } from './audit-page';
import { embedded, jsonlFile } from './files';
import { expect, test } from './helpers';

test('a pair of several sources is one row; its mark counts in all of them; the reader follows the list', async ({
  page,
  rankPage,
}) => {
  const alpha = embedded(20, 3, 'x');
  const beta = alpha.map((record, i) =>
    i < 5 ? record : { ...record, negatives: [`one ${i} of beta`, `another ${i} of beta`] },
  );
  await rankPage.loadFiles([jsonlFile('alpha.jsonl', alpha), jsonlFile('beta.jsonl', beta)]);
  await rankPage.rank();
  await openPairs(page);
  const basket = basketOf(page);
  await expect(counted(page)).toHaveText('80 pairs');
  await expect(page.getByText('80 pairs, 70 distinct')).toBeVisible();
  await expect(pairs(page)).toHaveAttribute('aria-rowcount', '71');

  await goTo(page, '#audit?pair=beta:1:1');
  await expect(reader(page)).toContainText('beta, record 1, negative 1');
  await expect(reader(page)).toContainText('The mark counts in alpha and beta.');
  const selected = pairs(page).locator('[aria-selected=true]');
  await expect(selected).toContainText('alpha, beta:');
  await page.keyboard.press('d');
  await expect(basket).toContainText('2 dropped');
  await page.keyboard.press('l');
  await expect(selected).toContainText('in 2');
  await page.keyboard.press('Control+z');
  await expect(basket).toContainText('Nothing to remove.');

  // Pairs that one source alone has.
  await page.getByRole('checkbox', { name: 'in one source only' }).press('Space');
  await expect(counted(page)).toHaveText('60 pairs');
  await page.getByRole('checkbox', { name: /^beta/ }).press('Space');
  await expect(counted(page)).toHaveText('30 pairs');

  // What is marked leaves a list of what is not, and the next pair is read.
  await goTo(page, '#audit?mark=none&sort=file-up');
  await expect(pairs(page)).toHaveAttribute('aria-rowcount', '71');
  await pairs(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(reader(page)).toContainText('pair 2 of 70');
  const next = await pairs(page).getByRole('row').nth(3).getAttribute('id');
  await page.keyboard.press('d');
  await expect(reader(page)).toContainText('pair 2 of 69');
  await expect(page.locator('[data-pair]')).toHaveAttribute('data-pair', (next ?? '').replace('pair-', ''));

  // Under another filter the reader has a pair of its list.
  await page.getByRole('checkbox', { name: /^beta/ }).press('Space');
  await expect(counted(page)).toHaveText('39 pairs');
  await expect(reader(page)).toContainText('of 39');
  // What stands in other sources too is marked there.
  await page.getByRole('button', { name: 'Drop these 39' }).press('Enter');
  // More than a fifth of all: it asks.
  await page.getByRole('button', { name: 'Drop them' }).press('Enter');
  await expect(basket).toContainText('50 dropped');

  // The rows of a query stand together, and two findings are both asked for.
  await goTo(page, '#audit?tab=pairs');
  await page.getByRole('checkbox', { name: 'by query' }).press('Space');
  await expect(page).toHaveURL(/group=query/);
  await expect(pairs(page).getByRole('columnheader', { name: 'suspicion' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const stretches = async () => {
    const queries = await pairs(page).locator('[role=row] b').allInnerTexts();
    return queries.filter((text, i) => text !== queries[i - 1]).length - new Set(queries).size;
  };
  await expect.poll(stretches, 'the rows of each query stand together').toBe(0);
});
