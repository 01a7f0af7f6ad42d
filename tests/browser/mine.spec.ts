import { createHash } from 'node:crypto';

import type { Locator, Page } from '@playwright/test';

import { MINI } from '../support/folders';
import { expectAccessible } from './accessible';
import { saved } from './audit-page';
import { demoBeginnings, demoFile, demoRecords, dropOnPage, jsonlFile, textFile } from './files';
import { expect, test } from './helpers';
import { overlapCrossEncoder, tinyFolder, writeModel } from './model-folders';

const idle = (page: Page): Locator => page.locator('main[data-mine=idle]');

const step = (page: Page, name: string): Locator => page.getByRole('region', { name });

const mined = (page: Page, source: string): Locator =>
  page.getByRole('article', { name: `mined: ${source}` });

/** Chooses a corpus in place of the one that is there. */
async function readCorpus(page: Page, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  const chosen = page.getByRole('list', { name: 'Chosen files' }).getByRole('button', { name: /^Remove/ });
  while ((await chosen.count()) > 0) {
    await chosen.first().click();
    await expect(idle(page)).toBeVisible();
  }
  await addFiles(page, files);
}

async function addFiles(page: Page, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await page.getByLabel(/^(Add files|Files)$/).setInputFiles(files);
  await expect(idle(page)).toBeVisible();
}

/** An option; its group is opened. */
async function option(page: Page, name: string): Promise<Locator> {
  const group = page.locator('details', { has: page.getByLabel(name, { exact: true }) });
  if ((await group.getAttribute('open')) === null) await group.locator('summary').click();
  return page.getByLabel(name, { exact: true });
}

async function setOption(page: Page, name: string, value: string): Promise<void> {
  const field = await option(page, name);
  await field.fill(value);
  await field.blur();
}

async function mine(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(idle(page)).toBeVisible({ timeout: 60_000 });
}

/** The first records of two sources of the demo. */
const some = () => demoBeginnings(['bm25', 'random'], 40);

const saveOf = async (page: Page, source: Locator, name: string) =>
  String(await saved(page, source.getByRole('button', { name })));

const cardOf = async (page: Page, source: Locator) =>
  JSON.parse(await saveOf(page, source, 'Save card')) as { readonly output: object };

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

test('mines by BM25 and by vectors; both are sources on Rank', async ({ rankPage, page }) => {
  test.slow();
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Mine negatives/);
  await expectAccessible(page, 'empty');
  await expect(page.getByRole('button', { name: 'Mine bm25' })).toBeDisabled();
  await readCorpus(page, some());
  await expect(step(page, '1 Corpus')).toContainText('queries with positives');

  await mine(page, 'Mine bm25');
  const bm25 = mined(page, 'bm25-paper-10');
  await expect(bm25).toContainText(/own_positive.*kept/);
  // The focus goes to what was mined, and its negatives can be read there.
  await expect(bm25).toBeFocused();
  await expect(bm25.locator('dd')).toHaveCount(11);
  await bm25.getByRole('button', { name: 'Next query' }).click();
  await expect(bm25).toContainText('2 of 20');
  const content = await saveOf(page, bm25, 'Save FlagEmbedding');
  const card = await cardOf(page, bm25);
  expect(card.output).toMatchObject({ sha256: sha256(content), rows: content.trim().split('\n').length });

  // The format is chosen where the file is saved; its card says so, and the source stays what it was.
  await page.getByLabel('Format of bm25-paper-10').selectOption('Tevatron');
  await bm25.getByLabel('with scores').uncheck();
  const tevatron = await saveOf(page, bm25, 'Save Tevatron');
  const { output } = await cardOf(page, bm25);
  expect(output).toMatchObject({ form: 'tevatron', sha256: sha256(tevatron) });
  await page.getByLabel('Format of bm25-paper-10').selectOption('FlagEmbedding');
  await bm25.getByLabel('with scores').check();
  expect(await saveOf(page, bm25, 'Save FlagEmbedding')).toBe(content);

  await page.getByLabel('Dense').check();
  await expect(step(page, '2 How')).toContainText('Choose an encoder first.');
  await page.getByRole('button', { name: 'Use the bundled encoder' }).click();
  await setOption(page, 'relative_margin', '0.05');
  await setOption(page, 'num_negatives', '5');
  await mine(page, 'Mine dense');
  // The name tells what was changed.
  const dense = 'dense-paper-5-relative-margin-0.05';
  await expect(mined(page, dense)).toContainText('relative_margin');
  await expectAccessible(page, 'with two sources');

  await page.getByRole('link', { name: 'Open in Rank' }).click();
  await expect.poll(() => rankPage.sourceNames()).toEqual(['bm25-paper-10', dense]);
  await rankPage.chooseReference(['bm25-paper-10']);
  await rankPage.rank();
  const note = page.getByText('has no inverted pair: the margin took them.');
  await expect(note).toBeVisible();
  const { report } = await rankPage.exportReport();
  expect(Object.keys(report.sources).sort()).toEqual(['bm25-paper-10', dense]);
  expect(report.sources[dense]).toMatchObject({ inversion_rate: 0, reading: { mined_with_margin: true } });
  expect(report.verdict.sources[dense]?.findings.map(({ id }) => id)).toContain('margin');
  // A file that came is asked about instead.
  await page.getByRole('button', { name: `Not mined with a margin: ${dense}` }).click();
  await expect(page.getByText('has no inverted pair. Was it mined with a margin?')).toBeVisible();
  await page.getByRole('button', { name: `Mined with a margin: ${dense}`, exact: true }).click();
  await expect(note).toBeVisible();
});

test('a dropped file, faulty options and files, a test split, an encoder', async ({ page }) => {
  test.slow();
  await page.goto('#mine');
  await expect(idle(page)).toBeVisible();
  await dropOnPage(page, [demoFile('random')]);
  await expect(step(page, '1 Corpus')).toContainText('queries with positives');
  await mine(page, 'Mine bm25');
  await expect(mined(page, 'bm25')).toBeVisible();
  // What is mined is work.
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await readCorpus(page, [textFile('empty.jsonl', '')]);
  await expect(page.getByRole('alert')).toHaveText([/empty\.jsonl: The file is empty/]);
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByRole('alert')).toHaveText([/empty\.jsonl: The file is empty/]);
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
  const texts = ['rain falls', 'snow falls', 'wind blows', 'sun shines'];
  await readCorpus(page, [
    textFile('corpus.jsonl', lines(texts.map((text, i) => ({ _id: `d${i}`, text })))),
    textFile('queries.jsonl', lines(texts.map((_, i) => ({ _id: `q${i}`, text: `what is ${i}` })))),
    textFile('train.tsv', 'query-id\tcorpus-id\tscore\nq0\td0\t1\nq1\td1\t1\n'),
    textFile('test.tsv', 'query-id\tcorpus-id\tscore\nq2\td2\t1\n'),
    textFile('settings.json', '{"rows": [1, 2'),
  ]);
  const files = page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');
  await expect(files.filter({ hasText: 'settings.json' })).toContainText('Left out. settings.json:');
  await page.getByRole('button', { name: 'Remove settings.json' }).click();
  const corpus = step(page, '1 Corpus');
  await expect(corpus).toContainText('2 queries with positives');
  const leak = 'test.tsv: negatives mined for test queries leak them into training';
  await expect(corpus).toContainText(`Left out. ${leak}.`);
  await page.getByRole('checkbox', { name: 'Mine for test.tsv too' }).check();
  await expect(corpus).toContainText('3 queries with positives');
  await expect(page.getByRole('list', { name: 'What was left out' })).toContainText(leak);
  await page.getByRole('checkbox', { name: 'Mine for test.tsv too' }).uncheck();
  await expect(corpus).toContainText('2 queries with positives');
  await page.getByRole('button', { name: 'Remove train.tsv' }).click();
  await expect(corpus).toContainText('1 query with positives');
  await expect(page.getByRole('list', { name: 'What was left out' })).toContainText(leak);
  await addFiles(page, [textFile('more.tsv', 'query-id\tcorpus-id\tscore\nq3\td3\t1\n')]);
  await expect(corpus).toContainText('2 queries with positives');
  // A sample that is asked for afterwards is read at once.
  const sample = page.getByLabel('Sample of the corpus');
  await sample.fill('1');
  await sample.blur();
  await expect(corpus).toContainText('1 passage not drawn into the sample');
  await sample.fill('');
  await sample.blur();
  await expect(corpus).not.toContainText('not drawn');

  const how = step(page, '2 How');
  const bm25 = page.getByRole('button', { name: 'Mine bm25' });
  await setOption(page, 'num_negatives', '0');
  await expect(how).toContainText('num_negatives 0: expected a whole number from 1 on.');
  await expect(bm25).toBeDisabled();
  await setOption(page, 'num_negatives', '2');
  await setOption(page, 'max_score', '0.7');
  await expect(how).toContainText('max_score 0.7 limits cosines. BM25 scores are not cosines');
  await setOption(page, 'max_score', 'seven');
  await expect(page.getByLabel('max_score')).toHaveValue('seven');
  await expect(page.getByLabel('max_score')).toHaveAttribute('aria-invalid', 'true');
  await expect(how).toContainText('“seven” is not a number. max_score stays 0.7.');
  await setOption(page, 'max_score', 'none');

  // Nothing mined is an error with its cure, and no file.
  await bm25.click();
  await expect(how.getByRole('alert')).toContainText(
    'No query has a negative. 2 queries found no candidate.',
  );
  await expect(bm25).toBeFocused();
  await expect(page.getByRole('article', { name: /^mined/ })).toHaveCount(1);

  await page.getByLabel('Dense').check();
  await expect(how).toContainText('Choose an encoder first.');
  await page.getByLabel('Model folder').setInputFiles(MINI);
  await expect(how).toContainText('negscope-mini');
  await mine(page, 'Mine dense');
  await mine(page, 'Mine dense');
  await expect(mined(page, 'dense-paper-2-2')).toBeVisible();
  await mined(page, 'dense-paper-2-2').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('article', { name: /^mined/ })).toHaveCount(2);
});

test('a cross-encoder filters and orders, and a card makes its file again @deep', async ({ page }) => {
  test.slow();
  await page.goto('#mine');
  await readCorpus(page, some());
  const how = step(page, '2 How');
  await (await option(page, 'score_by')).selectOption('cross-encoder');
  await expect(how).toContainText(
    'score_by cross-encoder: expected relative_margin, absolute_margin or max_score beside it.',
  );
  await setOption(page, 'relative_margin', '0.05');
  await expect(how).toContainText('Choose a cross-encoder first.');
  const folder = page.getByLabel('Folder of a cross-encoder');
  await folder.setInputFiles(writeModel(test.info().outputPath('encoder'), tinyFolder()));
  await expect(how.getByRole('alert')).toContainText('nothing says which is the score of a pair');
  await folder.setInputFiles(writeModel(test.info().outputPath('overlap'), overlapCrossEncoder()));
  await expect(how).toContainText('overlap: scores four known pairs in the right order.');
  await mine(page, 'Mine bm25');
  const scored = mined(page, 'bm25-paper-10-relative-margin-0.05-score-by-cross-encoder');
  await expect(scored).toContainText('relative_margin');
  const card = await saveOf(page, scored, 'Save card');
  const { parts } = JSON.parse(card) as {
    readonly parts: readonly { readonly cross_encoder: { readonly name: string } }[];
  };
  expect(parts[0]?.cross_encoder).toMatchObject({ name: 'overlap', activation: 'identity' });

  // Other words; then the first file again, whatever is chosen now.
  await page.getByLabel('score_by').selectOption('miner');
  await setOption(page, 'relative_margin', 'none');
  await page.getByLabel('Words').selectOption('char-trigram');
  await expect(how).toContainText('Without stop words and stemmer');
  await mine(page, 'Mine bm25');
  await expect(page.getByRole('article', { name: 'mined: bm25-paper-10', exact: true })).toContainText(
    'kept',
  );
  await page.getByLabel('Make a file again from its card').setInputFiles(textFile('bm25.card.json', card));
  await expect(idle(page)).toBeVisible({ timeout: 60_000 });
  const result = step(page, '3 Result');
  await expect(result).toContainText('bm25.card.json: the same file again, bit for bit.');
  await expectAccessible(page, 'mined and made again');

  // From other files it is another one, and which is said.
  await readCorpus(page, [jsonlFile('other.jsonl', demoRecords('bm25', 30))]);
  await page.getByLabel('Make a file again from its card').setInputFiles(textFile('bm25.card.json', card));
  await expect(result).toContainText('another file than the card’s.', { timeout: 60_000 });
  await expect(result).toContainText(/random\.jsonl of the card \(sha256 \w+\) is not among the files given/);
});

test('pairs dropped on Rank, and negatives that a language model writes', async ({ page, rankPage }) => {
  const pairs = Array.from({ length: 20 }, (_, i) =>
    JSON.stringify({ query: `what is thing ${i}`, positive: `a passage about thing ${i} and ${i * i} more` }),
  );
  await rankPage.loadFiles([textFile('pairs.jsonl', pairs.join('\n'))]);
  await page.getByRole('link', { name: 'Mine negatives for them' }).click();
  await expect(page.getByRole('list', { name: 'Chosen files' })).toContainText('pairs.jsonl');
  await expect(step(page, '1 Corpus')).toContainText('20 queries with positives');
  await mine(page, 'Mine bm25');
  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  await expect.poll(() => rankPage.sourceNames()).toEqual(['bm25-paper-10']);

  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await readCorpus(page, some());
  await page.getByText('Negatives that a language model writes').click();
  await setOption(page, 'num_negatives', '2');
  await page.getByLabel('Expert in').fill('biology');
  const prompts = String(await saved(page, page.getByRole('button', { name: 'Save the prompts' })))
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
  const written = mined(page, 'llm');
  await expect(written).toContainText('13 answers read, 12 used, 1 refused; written by written-here');
  await expect(written).toContainText('Line 13, key x: No record has this key');
  await expectAccessible(page, 'written');
  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  await expect.poll(() => rankPage.sourceNames()).toEqual(['bm25-paper-10', 'llm']);
});
