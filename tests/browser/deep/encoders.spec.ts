/** The Lab page after runs under two encoders. */

import { join } from 'node:path';
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { embedded, jsonlFile } from '../files';
import { expect, sharedData, test } from '../helpers';
import { cell, idle, tableOf, title } from '../lab-cells';
import { tinyFolder, writeModel } from '../model-folders';

const OWN = 'negscope-mini';

/** Four texts each, in two files. */
const MANY_RECORDS = 2500;

async function openLab(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Lab' }).click();
  // On a slow machine the experiments wait for a press; nothing here needs them.
  await expect(idle(page)).toBeVisible({ timeout: 60_000 });
}

const folderInput = (page: Page) => cell(page, 'encoders').getByLabel('Rank under a model folder');

test('a folder that is none is refused; two encoders: a block for each, and the title is what their scores say', async ({
  page,
  rankPage,
}) => {
  const model = sharedData('models/potion-base-2M');
  await rankPage.tryDemo();
  await openLab(page);
  const broken = Object.fromEntries(
    Object.entries(tinyFolder()).filter(([path]) => path !== 'tokenizer.json'),
  );
  await folderInput(page).setInputFiles(writeModel(join(test.info().outputPath('none'), 'none'), broken));
  await expect(cell(page, 'encoders').locator('.notice')).toContainText('tokenizer.json');
  await expect(title(page, 'encoders')).toHaveText('Does the order hold under another encoder?');

  // The other encoder is chosen here, and what is quick runs again by itself.
  await folderInput(page).setInputFiles(model);
  await expect(cell(page, 'encoders').locator('svg[role=img]')).toHaveCount(1, { timeout: 120_000 });

  const rows = await tableOf(page, 'encoders');
  const encoders = [...new Set(rows.map(([encoder]) => encoder))];
  expect(encoders).toEqual([OWN, 'potion-base-2M']);
  const [before = [], after = []] = encoders.map((own) => rows.filter(([encoder]) => encoder === own));
  const score = (block: string[][], name: string) => Number(block.find((row) => row[1] === name)?.[3]);
  const names = before.map((row) => row[1] ?? '');
  expect(names).toHaveLength(4);
  const passes = names.flatMap((one) =>
    names
      .filter((other) => score(before, one) < score(before, other) && score(after, one) > score(after, other))
      .map((other) => `${one} passes ${other}`),
  );
  const words = (await title(page, 'encoders').textContent()) ?? '';
  expect(words === 'The order holds under both encoders').toBe(passes.length === 0);
  expect(
    passes.length === 0 || passes.some((pass) => words.startsWith(`Under potion-base-2M ${pass}`)),
    words,
  ).toBe(true);

  // For a paper: both encoders are named.
  await cell(page, 'encoders').getByRole('button', { name: 'Save the chart' }).click();
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    cell(page, 'encoders').getByRole('button', { name: 'For a paper' }).click(),
  ]);
  expect(await readFile(await paper.path(), 'utf8')).toContain(
    `encoders ${OWN} and potion-base-2M, temperature`,
  );

  // The session's result is what it was; the other stands beside it, and in the ribbon as a column.
  await expect(idle(page)).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('main')).not.toContainText('Out of date.');
  const column = page.getByRole('group', { name: 'Ribbon' }).getByText('potion-base-2M', { exact: true });
  await expect(column).toBeVisible();
  const listed = () =>
    cell(page, 'encoders')
      .locator('.behind tbody tr > :first-child')
      .allTextContents()
      .then((names) => [...new Set(names)]);
  expect(await listed()).toEqual([OWN, 'potion-base-2M']);
  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  const { report: own } = await rankPage.exportReport();
  expect(own.encoder?.name).toBe(OWN);
  await page.goBack();

  // By the keyboard it becomes the session's, with its figures; the earlier one stands beside, and can be had back.
  const use = cell(page, 'encoders').getByRole('button', { name: 'Use this result' });
  await use.press('Enter');
  await expect(cell(page, 'encoders')).toContainText(`${OWN} stands beside.`);
  await expect.poll(listed).toEqual(['potion-base-2M', OWN]);
  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  await expect(page.locator('main')).toContainText('potion-base-2M');
  const { report: theirs } = await rankPage.exportReport();
  expect(theirs.encoder?.name).toBe('potion-base-2M');
  const eci = (report: typeof own) =>
    Object.entries(report.sources).map(([name, figures]) => [name, figures.eci] as const);
  for (const [name, value] of eci(theirs)) expect(value).toBeCloseTo(score(after, name), 4);
  await page.goBack();
  await use.click();
  await expect(cell(page, 'encoders')).toContainText('potion-base-2M stands beside.');
  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  expect(eci((await rankPage.exportReport()).report)).toEqual(eci(own));
});

test('a run under another encoder says how far it is and is cancelled; the result before stays', async ({
  page,
  rankPage,
}) => {
  // Their own embeddings rank them at once; an encoder has tens of thousands of texts to go.
  await rankPage.loadFiles(
    ['one', 'other'].map((seed) => jsonlFile(`${seed}.jsonl`, embedded(MANY_RECORDS, 8, seed))),
  );
  await rankPage.rank();
  await openLab(page);
  await folderInput(page).setInputFiles(writeModel(test.info().outputPath('tiny'), tinyFolder()));
  const bar = cell(page, 'encoders').getByRole('progressbar', { name: 'Ranking under tiny' });
  await expect(bar).toHaveAttribute('aria-valuetext', /of [\d,]+ texts/, { timeout: 60_000 });
  await cell(page, 'encoders').getByRole('button', { name: 'Cancel' }).click();
  await expect(bar).toHaveCount(0, { timeout: 60_000 });
  await expect(cell(page, 'encoders').locator('.notice')).toHaveText('The run was cancelled.');
  await expect(title(page, 'encoders')).toHaveText('Does the order hold under another encoder?');
  await expect(cell(page, 'weightings').locator('svg[role=img]')).toHaveCount(1);
  // It can be asked for again.
  await expect(cell(page, 'encoders').getByRole('button', { name: `Rank under ${OWN}` })).toBeEnabled();
});
