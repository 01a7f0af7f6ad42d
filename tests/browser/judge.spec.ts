/** Judging pairs by the keyboard alone, and shortcuts. */

import { expectAccessible } from './accessible';
import { alphaAndBeta, embedded, jsonlFile, textFile } from './files';
import { expect, test } from './helpers';

test('pairs are judged by three keys; rates follow, a reload keeps them, and a file of verdicts joins', async ({
  page,
  rankPage,
}) => {
  await rankPage.loadFiles(alphaAndBeta());
  await rankPage.rank();
  await rankPage.openJudge();
  const pair = page.getByRole('region', { name: 'The pair to judge' });
  const rates = page.getByRole('region', { name: 'False negatives, so far' });
  await expect(pair).toContainText('0 of 80');
  // The source shows after the verdict.
  await expect(pair).not.toContainText(/alpha|beta/);
  await expect(rates).toContainText('not known');
  const keyOf = () => pair.locator('[data-key]').getAttribute('data-key');
  const first = await keyOf();
  for (const [i, key] of ['1', '2', '3', '2', '2', '1'].entries()) {
    await expect(pair.locator('[data-key]')).toBeVisible();
    await page.keyboard.press(key);
    await expect(pair).toContainText(`${i + 1} of 80`);
  }
  await expect(pair).toContainText(/Last: answers · in/);
  await expect(rates.getByRole('row')).toHaveCount(3);
  // Six judgements are too few for a forecast; why there is no order is said by name.
  await expect(rates).not.toContainText('halve');
  await expect(rates).toContainText(/Not ranked:\s+(beta and alpha|alpha and beta) overlap\./);
  for (let left = 5; left >= 0; left--) {
    await page.keyboard.press('Control+z');
    await expect(pair).toContainText(`${left} of 80`);
  }
  await expect(pair.locator(`[data-key="${first}"]`)).toBeVisible();
  await page.keyboard.press('2');
  await expect(pair).toContainText('1 of 80');
  await expectAccessible(page, 'judging');

  await page.getByRole('button', { name: 'Keep this session' }).press('Enter');
  await page.getByRole('button', { name: 'Keep in this browser' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Kept in this browser' })).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Rank', exact: true }).press('Enter');
  await rankPage.waitForResult();
  await rankPage.openJudge();
  await expect(pair).toContainText('1 of 80');

  const saved = (await rankPage.saveSample()).trimEnd().split('\n');
  expect(saved).toHaveLength(80);
  const verdicts = saved.map((line) => {
    const { key } = JSON.parse(line) as { key: string };
    return JSON.stringify({ key, verdict: 'does not answer', judge: 'model' });
  });
  const content = [...verdicts, '{"key":"0'].join('\n');
  await page.getByLabel('File of verdicts').setInputFiles(textFile('verdicts.jsonl', content));
  const judges = page.getByRole('region', { name: 'Who judges' });
  await expect(judges).toContainText('80 verdicts');
  await expect(judges).toContainText(/Line 81: No whole JSON object/);
  await expect(judges).toContainText('me and file verdicts.jsonl say the same of 100 % of 1 pair');

  // A file in which nothing is right changes nothing, in words either; one fault stands once with its number.
  const wrong = Array.from({ length: 200 }, (_, i) =>
    JSON.stringify({ key: `k${i}`, judge: 'x', verdict: 'yes' }),
  );
  await page.getByLabel('File of verdicts').setInputFiles(textFile('wrong.jsonl', wrong.join('\n')));
  await expect(judges).toContainText('Nothing was read from wrong.jsonl.');
  await expect(judges).toContainText(/Line 1, key k0 and 199 more: The verdict is "yes"/);
  await page.getByLabel('Form of the sample').selectOption({ index: 1 });
  await expect(page.getByRole('button', { name: 'Save the sample' })).toBeDisabled();
});

test('shortcuts are looked for, named and flagged, by the keyboard alone @deep', async ({
  page,
  rankPage,
}) => {
  const passage = (i: number) => `passage number ${i} of the file`;
  const plain = embedded(30, 3, 'x').map((record, i) => ({
    ...record,
    positive: passage(3 * i),
    negatives: [passage(3 * i + 1), passage(3 * i + 2)],
  }));
  const written = plain.map((record) => ({
    ...record,
    negatives: record.negatives.map((text) => text.replace('of the', 'however the')),
  }));
  await rankPage.loadFiles([jsonlFile('plain.jsonl', plain), jsonlFile('written.jsonl', written)]);
  await rankPage.chooseReference(['plain']);
  await rankPage.rank();
  await page.getByRole('link', { name: 'Audit', exact: true }).press('Enter');
  const row = page.locator('[data-finding=shortcuts]');
  await expect(row).toContainText('1.00', { timeout: 60_000 });
  await row.getByRole('button').press('Enter');
  await expect(page.locator('main')).toContainText(
    /Negatives of written can be told from positives without the query \(AUC 1\.00.*“however”/,
  );
  await expectAccessible(page, 'shortcuts');
});
