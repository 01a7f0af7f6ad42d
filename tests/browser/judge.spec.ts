import { LIGHT_AND_DARK, expectAccessible } from './accessible';
import { basketOf, goTo, pairs, saved } from './audit-page';
import { alphaAndBeta, embedded, jsonlFile, textFile } from './files';
import { expect, test } from './helpers';

test('marks, verdicts by three keys and those of files are one list', async ({ page, rankPage }) => {
  test.slow();
  await rankPage.loadFiles(alphaAndBeta());
  await rankPage.rank();
  const basket = basketOf(page);
  const pair = page.getByRole('region', { name: 'The pair to judge' });
  const judges = page.getByRole('region', { name: 'Who judges' });
  const verdictsOf = (judge: string | RegExp) => judges.getByRole('listitem').filter({ hasText: judge });
  const undo = () => page.keyboard.press('Control+z');
  await goTo(page, '#audit?tab=pairs');
  await expect(page.locator('[data-pair]')).toBeVisible();
  await pairs(page).focus();
  await page.keyboard.press('d');
  await expect(basket).toContainText('1 dropped');

  await rankPage.openJudge();
  const rates = page.getByRole('region', { name: 'False negatives, so far' });
  await expect(pair).toContainText('0 of 80');
  // The source shows after the verdict.
  await expect(pair).not.toContainText(/alpha|beta/);
  await expect(rates).toContainText('not known');
  const first = await pair.locator('[data-key]').getAttribute('data-key');
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
  await expectAccessible(page, 'judging', { schemes: LIGHT_AND_DARK });

  const sample = (await rankPage.saveSample()).trimEnd().split('\n');
  expect(sample).toHaveLength(80);
  await page.getByLabel('Form of the sample').selectOption({ index: 1 });
  await expect(page.getByRole('button', { name: 'Save the sample' })).toBeDisabled();
  const lines = sample.slice(0, 10).map((line) => {
    const { key } = JSON.parse(line) as { key: string };
    return JSON.stringify({ key, verdict: 'answers', judge: 'model' });
  });
  const given = page.getByLabel('File of verdicts');
  await given.setInputFiles(textFile('theirs.jsonl', [...lines, '{"key":"0'].join('\n')));
  await expect(judges).toContainText('4 differ from labels that were there');
  await expect(judges).toContainText(/Line 11: No whole JSON object/);
  await expect(judges).toContainText('me and file theirs.jsonl say the same of 33 % of 6 pairs');
  await expect(verdictsOf('file theirs.jsonl')).toContainText('10 verdicts');
  await expect(verdictsOf(/^me\s+6 verdicts/)).toHaveCount(1);
  await expect(pair).toContainText('10 of 80');
  await judges.getByRole('button', { name: 'Remove the verdicts of file theirs.jsonl' }).click();
  await expect(verdictsOf('file theirs.jsonl')).toHaveCount(0);
  await undo();
  await expect(verdictsOf('file theirs.jsonl')).toContainText('10 verdicts');
  // A file in which nothing is right changes nothing, in words either; one fault stands once with its number.
  const wrong = [0, 1, 2].map((i) => JSON.stringify({ key: `k${i}`, judge: 'x', verdict: 'yes' }));
  await given.setInputFiles(textFile('wrong.jsonl', wrong.join('\n')));
  await expect(judges).toContainText('Nothing was read from wrong.jsonl.');
  await expect(judges).toContainText(/Line 1, key k0 and 2 more: The verdict is "yes"/);

  await basket.getByRole('button', { name: 'Details' }).click();
  const save = basket.getByRole('button', { name: 'Save as JSON' });
  const content = String(await saved(page, save, 'negscope-labels.json'));
  const { labels } = JSON.parse(content) as { labels: readonly object[] };
  // The import, six verdicts and the mark come off one by one.
  for (const left of [6, 5, 4, 3, 2, 1, 0]) {
    await undo();
    await expect(pair).toContainText(`${left} of 80`);
  }
  await expect(pair.locator(`[data-key="${first}"]`)).toBeVisible();
  await goTo(page, '#audit?tab=pairs');
  await basket.getByRole('button', { name: 'Undo (Drop: 1 pair)' }).click();
  await expect(basket).toContainText('Nothing to remove.');

  await basket.getByLabel('Import labels').setInputFiles(textFile('mine.json', content));
  await expect(basket).toContainText('1 dropped');
  await expect(basket).toContainText(`${labels.length} labels from mine.json`);
  await rankPage.openJudge();
  await expect(verdictsOf('file mine.json')).toContainText('10 verdicts');
  await basket.getByRole('button', { name: 'Details' }).click();
  await basket.getByRole('button', { name: 'Forget all labels' }).click();
  await basket.getByRole('button', { name: 'Forget them' }).click();
  await expect(basket).toContainText('0 labels');
});

test('shortcuts are named and flagged, by the keyboard alone @deep', async ({ page, rankPage }) => {
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
