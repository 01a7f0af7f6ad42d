/**
 * Reading files on the page: folders, companions, questions, reading again, rejects, Parquet. How each format is read is
 * tested in tests/candidates.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import Papa from 'papaparse';

import { jsonlFile, textFile } from './files';
import { expect, test } from './helpers';

const QUERY = 'who wrote the play about the doctor';
const POSITIVE = 'The poet of Weimar wrote the play in two parts.';
const NEGATIVE = 'A playwright of Marbach wrote about a general.';

const FIXTURES = resolve(import.meta.dirname, '../candidates/fixtures');

/** A fixture without what only tests read, as a folder of its own. */
function folderOf(fixture: string, into: string): string {
  const expected = JSON.parse(readFileSync(join(FIXTURES, fixture, 'expected.json'), 'utf8')) as {
    files: { file: string }[];
    companions: { file: string }[];
  };
  const folder = join(into, fixture);
  for (const { file } of [...expected.files, ...expected.companions]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), readFileSync(join(FIXTURES, fixture, file)));
  }
  writeFileSync(join(folder, 'README.md'), 'About this folder.');
  return folder;
}

/** The item of a file on the left. */
const itemOf = (page: Page, file: string) => page.locator(`li[data-file="${file}"]`);

test('a BEIR folder with its runs is ranked, one source a run', async ({ page, rankPage }, testInfo) => {
  const folder = folderOf('beir', testInfo.outputPath('beir-folder'));
  const { names, refused, waiting } = await rankPage.loadFolder(folder);
  expect([names, refused, waiting]).toEqual([['bm25', 'dense'], [], []]);
  await expect(page.getByText(/1 file skipped: .*README\.md/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Companion files' }).getByRole('listitem')).toHaveCount(3);
  await rankPage.rank();
  const { report } = await rankPage.exportReport();
  expect(report.sources['bm25']).toMatchObject({
    records: 3,
    format: 'TREC run',
    file_counts: { rejected: 0 },
  });
  expect(report.files.map(({ status }) => status).sort()).toEqual([
    ...['companion', 'companion', 'companion', 'loaded', 'loaded'],
  ]);

  await test.step('a run that is cut says so, and can be kept whole', async () => {
    await rankPage.showInputs();
    const item = itemOf(page, 'bm25.trec');
    await item.getByText('How it was read').click();
    await item.getByLabel('Negatives per query (K)').fill('1');
    await item.getByRole('button', { name: 'Read again' }).click();
    await expect(item).toContainText(/top 1 of \d kept/);
    await item.getByRole('button', { name: 'Keep all: bm25.trec' }).click();
    await expect(item).not.toContainText('kept');
  });
  rmSync(folder, { recursive: true });

  await test.step('a zip archive is read as a folder', async () => {
    const packed = zipSync({
      'data/train.jsonl': strToU8(`${JSON.stringify({ query: QUERY, pos: [POSITIVE], neg: [NEGATIVE] })}\n`),
      'data/README.md': strToU8('About this data.'),
    });
    const archive = { name: 'data.zip', mimeType: 'application/zip', buffer: Buffer.from(packed) };
    expect((await rankPage.loadFiles([archive])).names).toContain('train');
    await expect(page.getByText('1 file skipped: data.zip/data/README.md.')).toBeVisible();
  });
});

test('signs of a wrong reading, tables that are asked about, rejects', async ({ page, rankPage }) => {
  await test.step('triples are joined, and a sign of a wrong reading comes with its ways out', async () => {
    const queries = Array.from({ length: 12 }, (_, i) => `which river runs past mill number ${i}`);
    const triples = (other: (query: string, i: number) => string) =>
      queries.flatMap((query, i) =>
        [
          other(query, i),
          `A railway was built beside mill ${i}.`,
          `A railway was built beside mill ${i}.`,
        ].map((negative) => ({ query, positive: `Mill ${i} stands on the upper Neckar.`, negative })),
      );
    const odd = jsonlFile(
      'odd.jsonl',
      triples((query) => query),
    );
    const even = jsonlFile(
      'even.jsonl',
      triples((_, i) => `Rivers of valley ${i} carry sand to the sea.`),
    );
    await rankPage.loadFiles([odd, even]);
    const card = itemOf(page, 'odd.jsonl');
    await expect(card).toContainText('12 records · 24 negatives');
    await expect(card).toContainText('24 lines joined by query and positive, 12 repeated lines');
    await expect(card).toContainText('12 of 12 records have their own query among the negatives.');
    await card.getByRole('button', { name: 'Change how odd is read' }).click();
    await expect(card.getByRole('combobox', { name: 'Read as' })).toBeVisible();
    await rankPage.rank();
    const unranked = async () => (await rankPage.exportReport()).report.verdict.sources['odd']?.unranked;
    expect(await unranked()).toBe('stop');
    const result = page.locator('#ranking');
    await result.getByRole('button', { name: 'Change how odd is read' }).click();
    await expect(card.getByText('How it was read')).toBeFocused();
    await rankPage.hideInputs();
    await result.getByRole('button', { name: 'It is read correctly: odd' }).click();
    await expect(result.getByText('may have been read wrongly')).toHaveCount(0);
    expect(await unranked()).not.toBe('stop');
    await rankPage.showInputs();
    for (const name of ['odd', 'even']) await page.getByRole('button', { name: `Remove ${name}` }).click();
  });

  const csv = `erste,zweite,dritte\n${QUERY},${POSITIVE},${NEGATIVE}\n`;
  const { names, refused } = await rankPage.loadFiles([
    textFile('fremd.csv', csv),
    textFile('triples.tsv', `${QUERY}\t${POSITIVE}\t${NEGATIVE}\n`),
  ]);
  expect(names).toEqual([]);
  expect(refused[1]).toContain('The columns have no names');
  expect(refused[0]).toContain('which column is the query, the positive, the negative?');
  expect(refused[0]).toContain('--map query=NAME,positive=NAME,negative=NAME');
  const item = itemOf(page, 'fremd.csv');
  const samples = item.getByRole('list', { name: 'What each column is' });
  await expect(samples.getByRole('listitem').filter({ hasText: 'zweite' })).toContainText(POSITIVE);
  const column = (name: string) => item.getByRole('combobox', { name });
  await column('erste').selectOption('Query');
  await column('dritte').selectOption('Query');
  await expect(column('erste'), 'one column is the query').toHaveValue('none');
  await column('zweite').selectOption('Positive');
  await column('erste').selectOption('Negative');
  await item.getByRole('button', { name: 'Read again' }).click();
  await expect.poll(() => rankPage.sourceNames()).toEqual(['fremd']);
  await expect(item.locator('[data-part="roles"]')).toHaveText(
    'Read as you said: query from dritte, positive from zweite, negatives from erste.',
  );
  await expect(item.locator('[data-part="first-record"]')).toContainText(`dritte ${NEGATIVE}`);

  await test.step('columns may be read in their order, and the first row as a record', async () => {
    await rankPage.loadFiles([textFile('words.csv', 'red,green,blue\none,two,three\n')]);
    const words = itemOf(page, 'words.csv');
    await words.getByRole('button', { name: /^Columns are query/ }).click();
    await expect(words).toContainText('2 records · 2 negatives');
    await expect(words.locator('[data-part="roles"]')).toContainText('by the order of its columns');
  });

  await test.step('a file is read again as the user says: the label of its sources, and a sample', async () => {
    const { names: two } = await rankPage.loadFiles([join(FIXTURES, 'dpr/train.json')]);
    expect(two).toEqual(expect.arrayContaining(['train/negative_ctxs', 'train/hard_negative_ctxs']));
    const train = itemOf(page, 'train.json');
    await train.getByText('How it was read').click();
    await train.getByLabel('Source label from').selectOption({ label: "the file's name" });
    await train.getByLabel('Keep a sample of').fill('1');
    await train.getByRole('button', { name: 'Read again' }).click();
    await expect.poll(() => rankPage.sourceNames()).toEqual(['fremd', 'words', 'train']);
    await expect(train).toContainText('1 record ·');
    await expect(train).toContainText('left out by the sample');
  });

  await test.step('rejects are a list, and are saved as CSV', async () => {
    const good = { query: 'q', pos: ['p'], neg: ['n'] };
    const bad = { ...good, query: '<b>x</b>', neg: 'n' };
    await rankPage.loadFiles([
      jsonlFile('bad.jsonl', [good, bad]),
      jsonlFile('worse.jsonl', [{ ...good, query: ' ' }, good]),
    ]);
    await page.getByRole('link', { name: '2 rejects, and why' }).click();
    await page.getByText('2 lines gave no record').click();
    const list = page.getByRole('list', { name: 'Rejects' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list).toContainText('"query":"<b>x</b>"');
    await expect(list).toContainText(/worse\.jsonl, line 1, query\s+blank-query/);
    const exported = await rankPage.download('Export rejects as CSV');
    const { data } = Papa.parse<Record<string, string>>(exported, { header: true, skipEmptyLines: true });
    expect(data).toHaveLength(2);
    expect(data).toContainEqual(
      expect.objectContaining({ file: 'bad.jsonl', place: '2', code: 'wrong-type', field: 'neg' }),
    );
  });
});
