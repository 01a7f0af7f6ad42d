/** The search by embedding that a run leaves out for its cost, asked for on the Audit page. */

import { jsonlFile } from '../files';
import { expect, test } from '../helpers';

test('known positives by embedding, looked for on request', async ({ page, rankPage }) => {
  test.slow();
  // 3,600 positives, each with a negative near to it: 3,600² × 256 products of numbers are more than a run does.
  const words = 'river copper winter ladder market violin desert engine forest bottle'.split(' ');
  const records = Array.from({ length: 3600 }, (_, i) => {
    const digits = [...String(i)].map((digit, place) => words[(Number(digit) + 3 * place) % 10]);
    const positive = `${digits.join(' ')} is number ${i} of the list`;
    return { query: `Which is number ${i}?`, positive, negatives: [`${positive}, they say`] };
  });
  await rankPage.loadFiles([jsonlFile('near.jsonl', records)]);
  await rankPage.chooseBundled();
  await rankPage.rank();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  const facet = page.getByRole('checkbox', { name: /^as near to the positive/ });
  const look = page.getByRole('button', { name: 'Look for them' });
  await expect(facet).toBeDisabled();
  await expect(
    page.getByText(/^Not looked for: [23]\.\d billion products of numbers, about \d s/),
  ).toBeVisible();

  await look.click();
  await expect(page.getByRole('progressbar', { name: 'Search by embedding' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(look).toBeVisible();
  await expect(facet).toBeDisabled();

  await look.click();
  await expect(facet).toBeEnabled({ timeout: 60_000 });
  await expect(look).toHaveCount(0);
  await facet.check();
  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  const { report } = await rankPage.exportReport();
  expect(report.findings_left_out).toEqual({});
  const found = report.findings.near?.near_embedding ?? 0;
  expect(found).toBeGreaterThan(0);
  await page.goBack();
  await expect(page.locator('[data-part=count]')).toHaveText(`${found.toLocaleString('en')} pairs`);
});
