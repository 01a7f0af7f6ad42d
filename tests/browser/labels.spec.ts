/** One set of labels: marks by hand, verdicts, and those of others, undone in one order, saved, forgotten, read back. */

import { basketOf, goTo, pairs, saved } from './audit-page';
import { alphaAndBeta, textFile } from './files';
import { expect, test } from './helpers';

test('marks, verdicts and files of others are one list of labels', async ({ page, rankPage }) => {
  await rankPage.loadFiles(alphaAndBeta());
  await rankPage.rank();
  const basket = basketOf(page);
  const pair = page.getByRole('region', { name: 'The pair to judge' });
  const judges = page.getByRole('region', { name: 'Who judges' });
  const verdictsOf = (judge: string | RegExp) => judges.getByRole('listitem').filter({ hasText: judge });

  await goTo(page, '#audit?tab=pairs');
  await expect(page.locator('[data-pair]')).toBeVisible();
  await pairs(page).focus();
  await page.keyboard.press('d');
  await expect(basket).toContainText('1 dropped');

  await rankPage.openJudge();
  for (const judged of [1, 2, 3]) {
    await expect(pair.locator('[data-key]')).toBeVisible();
    await page.keyboard.press('1');
    await expect(pair).toContainText(`${judged} of 80`);
  }
  const sample = (await rankPage.saveSample()).trimEnd().split('\n');
  const keys = sample.map((line) => (JSON.parse(line) as { key: string }).key);
  const lines = keys
    .slice(0, 10)
    .flatMap((key) =>
      ['me', 'model'].map((judge) => JSON.stringify({ key, verdict: 'does not answer', judge })),
    );
  const given = page.getByLabel('File of verdicts');
  await given.setInputFiles(textFile('theirs.jsonl', lines.join('\n')));
  await expect(judges).toContainText('3 differ from labels that were there');
  await expect(verdictsOf('file theirs.jsonl')).toContainText('10 verdicts');
  await expect(verdictsOf(/^me\s+3 verdicts/)).toHaveCount(1);
  await expect(pair).toContainText('10 of 80');

  const more = keys.slice(10, 15).map((key) => JSON.stringify({ key, verdict: 'answers', judge: 'model' }));
  await given.setInputFiles(textFile('more.jsonl', more.join('\n')));
  await expect(verdictsOf('file more.jsonl')).toContainText('5 verdicts');
  await judges.getByRole('button', { name: 'Remove the verdicts of file more.jsonl' }).click();
  await expect(verdictsOf('file more.jsonl')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(verdictsOf('file more.jsonl')).toContainText('5 verdicts');
  await page.keyboard.press('Control+z');
  await expect(verdictsOf('file more.jsonl')).toHaveCount(0);

  await basket.getByRole('button', { name: 'Details' }).click();
  const save = basket.getByRole('button', { name: 'Save as JSON' });
  const content = String(await saved(page, save, 'negscope-labels.json'));
  const { labels } = JSON.parse(content) as {
    labels: { by: string; mark: string | null; verdict: string | null }[];
  };
  const verdicts = (by: string) => labels.filter((label) => label.by === by && label.verdict !== null).length;
  expect(['me', 'file theirs.jsonl'].map(verdicts)).toEqual([3, 10]);
  expect(labels.filter(({ mark }) => mark === 'drop').map(({ by }) => by)).toEqual(['me']);

  // The import, three verdicts and the mark come off one by one.
  for (const left of [3, 2, 1, 0]) {
    await page.keyboard.press('Control+z');
    await expect(pair).toContainText(`${left} of 80`);
  }
  await goTo(page, '#audit?tab=pairs');
  await expect(basket).toContainText('1 dropped');
  await basket.getByRole('button', { name: 'Undo (Drop: 1 pair)' }).click();
  await expect(basket).toContainText('Nothing to remove.');

  await pairs(page).focus();
  await page.keyboard.press('d');
  await expect(basket).toContainText('1 dropped');
  await basket.getByRole('button', { name: 'Details' }).click();
  await basket.getByRole('button', { name: 'Forget all labels' }).click();
  await basket.getByRole('button', { name: 'Forget them' }).click();
  await expect(basket).toContainText('0 labels');
  await basket.getByLabel('Import labels').setInputFiles(textFile('mine.json', content));
  await expect(basket).toContainText('1 dropped');
  await expect(basket).toContainText(`${labels.length} labels from mine.json`);
  await rankPage.openJudge();
  await expect(verdictsOf('file mine.json')).toContainText('10 verdicts');
});
