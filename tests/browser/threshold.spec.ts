/** A miner's limits by the keyboard alone: the curves' handle, the miners' lines, and the cleaned files. */

import { readFileSync } from 'node:fs';

import { membersOfZip } from '../support/zip';
import { expectAccessible } from './accessible';
import { alphaAndBeta, embedded, jsonlFile } from './files';
import { expect, test } from './helpers';

test('a margin is chosen by keys, held against chance, and the files are saved without what it drops', async ({
  page,
  rankPage,
}) => {
  // The file of alpha has scores of its own, in which every first negative stands within 2 of the positive.
  const scored = embedded(20, 3, 'x').map(({ positive, negatives, ...others }) => ({
    ...others,
    pos: [positive],
    neg: negatives,
    pos_scores: [12],
    neg_scores: [11, 2],
  }));
  await rankPage.loadFiles([jsonlFile('alpha.jsonl', scored), ...alphaAndBeta().slice(1)]);
  await rankPage.rank();
  // Half of all pairs are judged answers.
  await rankPage.openJudge();
  const pairs = (await rankPage.saveSample()).trimEnd().split('\n');
  const verdicts = pairs.map((line, i) => {
    const { key } = JSON.parse(line) as { key: string };
    return JSON.stringify({ key, verdict: i % 2 === 0 ? 'answers' : 'does not answer', judge: 'model' });
  });
  await page.getByLabel('File of verdicts').setInputFiles({
    name: 'verdicts.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(verdicts.join('\n')),
  });
  await expect(page.getByText(/labels? from verdicts.jsonl/)).toBeVisible();

  await page.getByRole('button', { name: 'Threshold' }).press('Enter');
  const handle = page.getByRole('slider', { name: 'Absolute margin' });
  await expect(handle).toHaveAttribute('aria-valuetext', '0.05');
  const headline = page.getByRole('heading', { level: 2 }).first();
  const go = (limit: string) =>
    page.evaluate((hash) => (location.hash = hash), `#audit?tab=threshold&limit=${limit}`);
  await page.getByRole('combobox', { name: 'Source' }).selectOption('alpha');
  await expect(headline).toContainText(
    /An absolute margin of 0.05 drops \d+.% of the pairs of alpha and .* of what stays still answers/,
  );
  // One chart, and a row for each rule and for chance.
  await expect(page.getByRole('img', { name: /An absolute margin of 0.05 drops/ })).toHaveCount(1);
  const rows = page.getByRole('region', { name: 'What the limits take' }).locator('tbody tr');
  await expect(rows).toHaveCount(9);
  await expect(rows.last()).toContainText('by chance');

  // The mildest margin keeps more than the strictest.
  await handle.press('Home');
  await expect(handle).toHaveAttribute('aria-valuetext', '−0.50');
  const droppedAt = async () =>
    Number.parseInt((await page.locator('[data-rule=absolute_margin] td b').first().textContent()) ?? '', 10);
  const mild = await droppedAt();
  await handle.press('End');
  await expect(handle).toHaveAttribute('aria-valuetext', '0.50');
  expect(await droppedAt()).toBeGreaterThan(mild);
  await handle.press('ArrowLeft');
  await expect(handle).toHaveAttribute('aria-valuetext', '0.49');
  await expect.poll(() => page.url()).toContain('limit=absolute_margin%3A0.49');
  await go('absolute_margin:0.29');
  await expect(handle).toHaveAttribute('aria-valuetext', '0.29');
  await expect(page.getByText('absolute_margin=0.29, num_negatives=2')).toBeVisible();
  await expect(page.getByText(/hn_mine.py has no such option/)).toBeVisible();
  // The score is summed once the handle rests.
  await expect(page.getByRole('list', { name: 'Scores after the limit' })).toContainText(
    /Score of \w+: [\d.]+ → /,
  );
  await expectAccessible(page, 'thresholds');

  // A limit is a rule of the basket, which saves. A pair that is marked to keep stays.
  await page.getByRole('button', { name: 'Put in the basket' }).press('Enter');
  const basket = page.getByRole('region', { name: 'Basket' });
  await expect(basket).toContainText(/\d+ more by the limit/);
  const first = page.waitForEvent('download');
  await basket.getByRole('button', { name: 'Save 2 cleaned files' }).press('Enter');
  const zip = await first;
  expect(zip.suggestedFilename()).toBe('negscope.cleaned.absolute_margin-0.29.zip');
  const members = membersOfZip(readFileSync(await zip.path()));
  expect(String(members['alpha.removed.csv'])).toContain('absolute_margin=0.29');
  await basket.getByRole('button', { name: 'Details' }).press('Enter');
  const rules = page.getByRole('region', { name: 'What leaves' });
  await expect(rules).toContainText('limit: An absolute margin of 0.29');
  await rules.getByRole('button', { name: /^Take out/ }).press('Enter');
  await expect(basket).toContainText('Nothing is marked to go.');
  await page.keyboard.press('Escape');

  const scores = page.getByRole('combobox', { name: 'Scores' });
  await scores.selectOption('files');
  await expect(page.getByText('Scores are those that the files have; not of beta')).toBeVisible();
  await go('absolute_margin:2:files');
  await expect(handle).toHaveAttribute('aria-valuetext', '2.00');
  await expect(headline).toContainText(/An absolute margin of 2.00 drops 50.% of the pairs of alpha/);

  // Another rule begins at about as many pairs.
  const rule = page.getByRole('combobox', { name: 'Rule' });
  await rule.selectOption('K');
  await expect(headline).toContainText(/K = 1 drops 50.% of the pairs of alpha/);
  await expect(page.getByText('hn_mine.py --range_for_sampling 0-1 --negative_number 1')).toBeVisible();
  await expect(page.getByText(/A miner fills up to 2 again, with other pairs/)).toBeVisible();
  await rule.selectOption('Ranks');
  await expect(page.getByLabel('Last place kept')).toHaveValue('2');
  await rule.selectOption('Suspicion');
  await expect(page.getByText(/No option of sentence-transformers or FlagEmbedding does this/)).toBeVisible();

  await page.getByRole('combobox', { name: 'Source' }).selectOption('every source');
  await go('max_score:0.5&limit-of=');
  // In the order of the scores.
  await expect(rows).toContainText(['beta', 'alpha']);
});
