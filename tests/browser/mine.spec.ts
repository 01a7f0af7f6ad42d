/** The Mine page: a corpus of files, BM25 and dense mining, the counts, file and card, and the source on Rank. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { demoFile, textFile } from './files';
import { expect, test } from './helpers';

const idle = (page: Page): Locator => page.locator('main[data-mine=idle]');

const step = (page: Page, name: string): Locator => page.getByRole('region', { name });

const mined = (page: Page, source: string): Locator =>
  page.getByRole('article', { name: `mined: ${source}` });

async function readCorpus(page: Page, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await page.getByLabel('Files', { exact: true }).setInputFiles(files);
  await expect(idle(page)).toBeVisible();
}

async function mine(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(idle(page)).toBeVisible({ timeout: 60_000 });
}

async function saved(page: Page, source: Locator, button: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await source.getByRole('button', { name: button }).click();
  return readFile(await (await coming).path(), 'utf8');
}

test('mines by BM25 and by vectors from the demo’s passages; both are sources on Rank at once and rank', async ({
  rankPage,
  page,
}) => {
  test.slow();
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Mine negatives/);
  await expectAccessible(page, 'empty');
  await expect(page.getByRole('button', { name: 'Mine bm25' })).toBeDisabled();
  await readCorpus(page, [demoFile('bm25'), demoFile('random')]);
  await expect(step(page, '1 Corpus')).toContainText('queries with positives');

  await mine(page, 'Mine bm25');
  const bm25 = mined(page, 'bm25');
  await expect(bm25).toContainText(/own_positive.*kept/);
  const content = await saved(page, bm25, 'Save FlagEmbedding');
  const card = JSON.parse(await saved(page, bm25, 'Save card')) as {
    readonly output: { readonly sha256: string; readonly rows: number };
  };
  expect(createHash('sha256').update(content).digest('hex')).toBe(card.output.sha256);
  expect(content.trim().split('\n')).toHaveLength(card.output.rows);

  // The same once more is the same file; a margin is framed and counted.
  await page.getByLabel('Dense').check();
  await expect(step(page, '2 How')).toContainText('Choose an encoder first.');
  await page.getByRole('button', { name: 'Use the bundled encoder' }).click();
  await page.getByLabel('relative_margin').fill('0.05');
  await page.getByLabel('num_negatives').fill('5');
  await mine(page, 'Mine dense');
  await expect(mined(page, 'dense')).toContainText('relative_margin');
  await expectAccessible(page, 'with two sources');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'dark');

  await page.getByRole('link', { name: 'Open in Rank' }).click();
  await expect.poll(() => rankPage.sourceNames()).toEqual(['bm25', 'dense']);
  await rankPage.rank();
  const { report } = await rankPage.exportReport();
  expect(Object.keys(report.sources).sort()).toEqual(['bm25', 'dense']);
});

test('says what is wrong with options and with files', async ({ page }) => {
  await page.goto('#mine');
  await readCorpus(page, [textFile('empty.jsonl', '')]);
  await expect(page.getByRole('alert')).toHaveText(/empty\.jsonl is empty/);
  const passages = ['{"_id": "1", "text": "rain falls"}', '{"_id": "1", "text": "snow falls"}'].join('\n');
  await readCorpus(page, [
    textFile('corpus.jsonl', passages),
    textFile('records.jsonl', '{"query": "rain?", "positive": "it rains a lot", "negatives": ["x y"]}\n'),
  ]);
  await expect(step(page, '1 Corpus')).toContainText('1 passage under an id with another text, such as 1');
  await expect(step(page, '1 Corpus')).toContainText('1 positive added to the corpus, which lacked them');
  await expect(step(page, '1 Corpus')).toContainText('1 query with positives');

  await page.getByLabel('Only a sample').fill('1');
  await page.getByLabel('Only a sample').blur();
  const four = ['a b', 'c d', 'e f', 'g h']
    .map((text, i) => JSON.stringify({ _id: `${i}`, text }))
    .join('\n');
  await readCorpus(page, [
    textFile('corpus.jsonl', four),
    textFile('records.jsonl', '{"query": "rain?", "positive": "a b", "negatives": ["c d"]}\n'),
  ]);
  await expect(step(page, '1 Corpus')).toContainText('2 passages not drawn into the sample');

  await page.getByLabel('num_negatives').fill('0');
  await page.getByLabel('num_negatives').blur();
  await expect(step(page, '2 How')).toContainText('num_negatives 0: expected a whole number from 1 on.');
  await expect(page.getByRole('button', { name: 'Mine bm25' })).toBeDisabled();
});
