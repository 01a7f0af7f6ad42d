import { dirname } from 'node:path';

import type { Locator } from '@playwright/test';

import type { RankPage } from '../support/rank-page.mjs';
import { demoFile, dropOnPage, jsonlFile, textFile } from './files';
import { expect, test } from './helpers';
import { tinyFolder, writeModel } from './model-folders';

const good = { query: 'which planet is red', pos: ['Mars is red.'], neg: ['Venus is bright.'] };
const json = (value: unknown) => JSON.stringify(value);

/** Bad lines between good ones. Each kind of them: tests/candidates/bad-input.test.ts. */
const MIXED = [
  json(good),
  '{"query": "broken", "pos": ["p"], "neg": ["n"',
  json({ ...good, pos: 'a text' }),
  '',
  json({ ...good, query: 'second', neg: ['a', ' a ', '', null, 'b', 'a'] }),
].join('\n');

/** Line, code and field of every reject of MIXED. */
const MIXED_REJECTS = [
  [2, 'broken-json', null],
  [3, 'wrong-type', 'pos'],
] as const;

const sourceItem = (rankPage: RankPage, name: string): Locator =>
  rankPage.page.locator(`li[data-source=${json(name)}]`);

const refusal = (rankPage: RankPage, error: string): Locator =>
  rankPage.refused.and(rankPage.page.locator(`[data-error=${error}]`));

/** Opens the list of rejects of a loaded or refused file. */
async function openRejects(item: Locator): Promise<Locator> {
  await item.getByText(/^\d+ rejects?, and why$/).click();
  return item.getByRole('listitem');
}

test('bad lines and files are said, the rest is ranked; files are dropped', async ({ page, rankPage }) => {
  const { names } = await rankPage.loadFiles([
    textFile('mixed.jsonl', MIXED),
    textFile('empty.jsonl', ''),
    jsonlFile('useless.jsonl', [
      { ...good, neg: [] },
      { ...good, pos: 'text' },
    ]),
    jsonlFile('shapeless.jsonl', [{ question: 'q', answer: 'a' }]),
    textFile('utf16.csv', Buffer.from('\ufeffquery,positive,negative\nq,p,n\n', 'utf16le')),
    jsonlFile('last.jsonl', [good]),
  ]);
  expect(names).toEqual(['mixed', 'last']);

  await test.step('each reject has its line, its field, its code, what to do, and the line itself', async () => {
    const mixed = sourceItem(rankPage, 'mixed');
    await expect(mixed).toContainText(/2 records · 3 negatives · .* 2 rejected/);
    await expect(mixed).toContainText('2 duplicate negatives removed, 2 blank negatives removed');
    const rejects = await openRejects(mixed);
    await expect(rejects).toHaveCount(MIXED_REJECTS.length);
    for (const [index, [line, code, field]] of MIXED_REJECTS.entries()) {
      await expect(rejects.nth(index)).toContainText(`line ${line}${field ? `, ${field}` : ''}`);
      await expect(rejects.nth(index)).toContainText(code);
    }
    await expect(rejects.nth(1)).toContainText(
      '`pos` must be a list, found the string "a text". Write ["a text"].',
    );
    await expect(rejects.nth(1).locator('code')).toContainText('"pos":"a text"');
  });

  await test.step('each refused file has its error, and can be dismissed', async () => {
    await expect(refusal(rankPage, 'EmptyFileError')).toContainText('empty.jsonl: The file is empty');
    await expect(refusal(rankPage, 'PairsError')).toContainText(
      'shapeless.jsonl: this looks like pairs of a query and what answers it, without negatives. Mine negatives for them first.',
    );
    await expect(refusal(rankPage, 'NotUtf8Error')).toContainText('Save the file as UTF-8');
    const useless = refusal(rankPage, 'NoUsablePairsError');
    await expect(useless).toContainText('useless.jsonl: all 2 records were rejected.');
    await expect(useless).toContainText('0 of 2 records could be read');
    await expect(await openRejects(useless)).toContainText([
      'line 1, neg no-negatives',
      'line 2, pos wrong-type',
    ]);
    await refusal(rankPage, 'PairsError').getByRole('button', { name: 'Dismiss' }).click();
    await expect(rankPage.refused).toHaveCount(3);
  });

  await rankPage.rank();
  const { report } = await rankPage.exportReport();
  expect(report.sources['mixed']?.file_counts).toMatchObject({
    read: 4,
    records: 2,
    rejected: 2,
    blank_lines: 1,
  });
  const ofMixed = report.rejects.filter(({ file }) => file === 'mixed.jsonl');
  expect(ofMixed.map(({ place, code, field }) => [place, code, field])).toEqual(MIXED_REJECTS);
  expect(report.rejects.filter(({ file }) => file === 'useless.jsonl')).toHaveLength(2);
  expect(report.files.map(({ file, status }) => [file, status])).toEqual([
    ['mixed.jsonl', 'loaded'],
    ['last.jsonl', 'loaded'],
    ['empty.jsonl', 'refused'],
    ['useless.jsonl', 'refused'],
    ['utf16.csv', 'refused'],
  ]);

  await test.step('sources are renamed and removed after a run', async () => {
    await rankPage.loadFiles([jsonlFile('three.jsonl', [good])]);
    const name = (source: string) =>
      page.getByRole('textbox', { name: `Name of source ${source}`, exact: true });
    await name('mixed').fill('first');
    await name('mixed').blur();
    await expect(name('first')).toHaveValue('first');
    await name('last').fill('first');
    await name('last').press('Enter');
    await expect(name('first-2')).toHaveValue('first-2');
    await name('three').fill('   ');
    await name('three').blur();
    await expect(name('three')).toHaveValue('three');
    await rankPage.openCard('three');
    const setting = page.getByRole('textbox', { name: 'Setting of three' });
    await setting.clear();
    await setting.pressSequentially('my setting');
    await setting.press('Enter');
    await expect(setting).toHaveValue('my setting');
    await page.getByRole('button', { name: 'Remove three' }).click();
    expect(await rankPage.sourceNames()).toEqual(['first', 'first-2']);
    await expect(rankPage.table.locator('tr[data-source=first]')).toBeVisible();
    await page.getByRole('button', { name: 'Remove first-2' }).click();
    await expect(page.getByText('Out of date.')).toBeVisible();
    await expect(
      page.getByText('first-2: read again or removed since this result. Rank again, then save.'),
    ).toBeVisible();
  });

  await rankPage.showInputs();
  await page.getByRole('button', { name: 'Remove first' }).click();
  await test.step('dropped: two files, then a folder with files that are no sources', async () => {
    await rankPage.whileReading(2, () => dropOnPage(page, ['bm25', 'random'].map(demoFile)));
    const { names } = await rankPage.whileReading(4, () => dropOnPage(page, [dirname(demoFile('bm25'))]));
    expect(names).toEqual(['bm25', 'random', 'bm25-2', 'embedding', 'random-2', 'written']);
    await expect(page.getByText('2 files skipped: demo/LICENSE and demo/index.json.')).toBeVisible();
    await expect(sourceItem(rankPage, 'written')).toContainText('163 records · 489 negatives');
  });
  await test.step('two model folders at once are refused by name, and one alone is taken', async () => {
    const folders = ['bge', 'e5'].map((name) => writeModel(test.info().outputPath(name), tinyFolder()));
    await dropOnPage(page, folders);
    const refused = page.getByText('bge and e5 are model folders. One is taken at a time');
    await expect(refused).toBeVisible();
    await dropOnPage(page, folders.slice(1));
    await expect(refused).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Encoder and its settings' })).toContainText('e5');
  });
});
