/** The Mine page: a corpus of files, BM25 and dense mining, the counts, file and card, and the source on Rank. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { demoFile, demoRecords, dropOnPage, jsonlFile, textFile } from './files';
import { expect, test } from './helpers';
import { overlapCrossEncoder, tinyFolder, writeModel } from './model-folders';

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
  await page.getByLabel('BM25', { exact: true }).uncheck();
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
  await rankPage.chooseReference(['bm25']);
  await rankPage.rank();
  const note = 'dense has no inverted pair: the margin took them, as asked.';
  await expect(page.getByText(note, { exact: true })).toBeVisible();
  const { report } = await rankPage.exportReport();
  expect(Object.keys(report.sources).sort()).toEqual(['bm25', 'dense']);
  expect(report.sources['dense']).toMatchObject({ inversion_rate: 0, reading: { mined_with_margin: true } });
  expect(report.verdict.sources['dense']?.facts).toContainEqual({ kind: 'margin', message: note });
  // A file that came is asked about instead.
  await page.getByRole('button', { name: 'Not mined with a margin: dense' }).click();
  await expect(
    page.getByText(/^dense has no inverted pair, and the references have some\. Was it mined/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Mined with a margin: dense', exact: true }).click();
  await expect(page.getByText(note, { exact: true })).toBeVisible();
});

test('says what is wrong with options and with files', async ({ page }) => {
  await page.goto('#mine');
  await test.step('a dropped file is taken, and what is mined of it is work: leaving asks, and it can be kept', async () => {
    await expect(idle(page)).toBeVisible();
    await dropOnPage(page, [demoFile('random')]);
    await expect(step(page, '1 Corpus')).toContainText('queries with positives');
    await mine(page, 'Mine bm25');
    await expect(mined(page, 'bm25')).toBeVisible();
    const asked = page.waitForEvent('dialog');
    void page.reload().catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.getByRole('button', { name: 'Keep in this browser' }).click();
    await expect(page.getByText(/^Kept in this browser: /)).toBeVisible();
    await expect(page.locator('#kept-work')).toHaveAttribute('aria-busy', 'false');
    await page.reload();
    await expect(mined(page, 'bm25').getByRole('button', { name: 'Save card' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear what is kept' }).click();
  });
  await readCorpus(page, [textFile('empty.jsonl', '')]);
  await expect(page.getByRole('alert')).toHaveText(/empty\.jsonl: The file is empty/);
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

  // A limit of cosines is said of BM25; a percentage is asked about; what is no number does not become one.
  const how = step(page, '2 How');
  await page.getByRole('radio', { name: /^nv-abs/ }).check();
  await expect(how).toContainText('max_score 0.7 is a limit of cosines, and BM25 scores are none');
  await page.getByLabel('relative_margin').fill('95');
  await page.getByLabel('relative_margin').blur();
  await expect(how).toContainText('Did you mean 0.05, which keeps scores to 95 % of the positive’s?');
  await page.getByLabel('max_score').fill('seven');
  await page.getByLabel('max_score').blur();
  await expect(page.getByLabel('max_score')).toHaveValue('0.7');
});

/** The first records of two sources of the demo. */
const some = () => ['bm25', 'random'].map((source) => jsonlFile(`${source}.jsonl`, demoRecords(source, 40)));

test('a cross-encoder filters and orders, a union takes any methods, and a card makes its file again @deep', async ({
  page,
  rankPage,
}) => {
  test.slow();
  await page.goto('#mine');
  await readCorpus(page, some());
  const how = step(page, '2 How');
  await page.getByLabel('score_by').selectOption('cross-encoder');
  await expect(how).toContainText(
    'score_by cross-encoder: expected relative_margin, absolute_margin or max_score beside it.',
  );
  await page.getByLabel('relative_margin').fill('0.05');
  await page.getByLabel('relative_margin').blur();
  await expect(how).toContainText('Choose a cross-encoder first.');
  const folder = page.getByLabel('Folder of a cross-encoder');
  await folder.setInputFiles(writeModel(test.info().outputPath('encoder'), tinyFolder()));
  await expect(step(page, '1 Corpus').getByRole('alert')).toContainText(
    'without the head that scores a pair',
  );
  await folder.setInputFiles(writeModel(test.info().outputPath('overlap'), overlapCrossEncoder()));
  await expect(step(page, '1 Corpus')).toContainText('overlap: scores four known pairs in the right order.');
  await mine(page, 'Mine bm25');
  const scored = mined(page, 'bm25');
  await expect(scored).toContainText('relative_margin');
  const card = await saved(page, scored, 'Save card');
  const { parts } = JSON.parse(card) as {
    readonly parts: readonly { readonly cross_encoder: { readonly name: string } }[];
  };
  expect(parts[0]?.cross_encoder).toMatchObject({ name: 'overlap', activation: 'identity' });

  // Other words and variant, a union without scores; then the first file again, whatever is chosen now.
  await page.getByLabel('score_by').selectOption('miner');
  await page.getByLabel('relative_margin').fill('none');
  await page.getByLabel('Random', { exact: true }).check();
  await page.getByLabel('Variant').selectOption('bm25+');
  await page.getByLabel('Words').selectOption('char-trigram');
  await expect(how).toContainText('no stop words and no stemmer');
  await mine(page, 'Mine bm25 ∪ random');
  await expect(mined(page, 'bm25+random')).toContainText('negatives found by more than one');
  await page.getByLabel('Make a file again from its card').setInputFiles(textFile('bm25.card.json', card));
  await expect(idle(page)).toBeVisible({ timeout: 60_000 });
  const result = step(page, '3 Result');
  await expect(result).toContainText('bm25.card.json: the file is the card’s, bit for bit.');
  await expectAccessible(page, 'mined and made again');

  // From other files it is another one, and which is said.
  await readCorpus(page, [jsonlFile('other.jsonl', demoRecords('bm25', 30))]);
  await page.getByLabel('Make a file again from its card').setInputFiles(textFile('bm25.card.json', card));
  await expect(idle(page)).toBeVisible({ timeout: 60_000 });
  await expect(result).toContainText('the file is not the card’s.');
  await expect(result).toContainText(/random\.jsonl of the card \(sha256 \w+\) is not among the files given/);
  await page.getByRole('link', { name: 'Open in Rank' }).click();
  await expect.poll(() => rankPage.sourceNames()).toEqual(['bm25', 'bm25+random', 'bm25-2', 'bm25-3']);
});

test('a language model’s negatives: prompts out, answers in, and broken ones said', async ({
  page,
  rankPage,
}) => {
  await page.goto('#mine');
  await readCorpus(page, some());
  await page.getByText('Negatives that a language model writes').click();
  await page.getByLabel('num_negatives').fill('2');
  await page.getByLabel('num_negatives').blur();
  await page.getByLabel('Expert in').fill('biology');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the prompts' }).click();
  const prompts = (await readFile(await (await coming).path(), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly key: string; readonly prompt: string });
  expect(prompts[0]?.prompt).toContain('an expert in biology');
  expect(prompts[0]?.prompt).toContain('"hard_negative_document_2"');
  const answers = prompts.slice(0, 12).map(({ key }, i) =>
    JSON.stringify({
      key,
      model: 'written-here',
      answer: { hard_negative_document_1: `Written ${i}.`, hard_negative_document_2: `Another ${i}.` },
    }),
  );
  await page
    .getByLabel('Answers of the model')
    .setInputFiles(textFile('replies.jsonl', [...answers, '{"key": "x", "answer": {}}'].join('\n')));
  const written = page.getByRole('article', { name: 'written: llm' });
  await expect(written).toContainText('13 answers read, 12 used, 1 refused; written by written-here');
  await expect(written).toContainText('Line 13, key x: No record has this key');
  await expectAccessible(page, 'written');
  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  await expect.poll(() => rankPage.sourceNames()).toEqual(['llm']);
});
