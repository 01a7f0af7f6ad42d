/** Files of many formats on the page: companions, labels, mapping, samples, rejects. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { Page } from '@playwright/test';

import type { FilePayload } from '../../scripts/lib/rank-page.mjs';
import type { Reject } from '../../src/candidates/candidate-record';
import { embedded, jsonlFile, textFile } from './files';
import { expect, sharedData, test } from './helpers';
import { parquetOf } from './parquet-file';

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

function parquetFile(name: string, buffer: Buffer): FilePayload {
  return { name, mimeType: 'application/octet-stream', buffer };
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
  expect(report.sources['bm25']).toMatchObject({ records: 3, format: 'retrieval run columns', rejected: 0 });
  expect(report.files.map(({ status }) => status).sort()).toEqual([
    ...['companion', 'companion', 'companion', 'loaded', 'loaded'],
  ]);
  rmSync(folder, { recursive: true });
});

test('a file of ids waits for its corpus by name, and is read when that comes', async ({
  page,
  rankPage,
}) => {
  const ids = textFile(
    'ids.jsonl',
    '{"query_id":"1","query":"who","positive_document_ids":["8412682"],"negative_document_ids":["7","8"]}\n',
  );
  const { waiting } = await rankPage.loadFiles([ids]);
  expect(waiting[0]).toContain('needs a corpus with docid 8412682');
  const corpus = ['8412682', '7', '8'].map((id) =>
    JSON.stringify({ docid: id, title: '', text: `text ${id}` }),
  );
  const read = await rankPage.loadFiles([textFile('passages.jsonl', `${corpus.join('\n')}\n`)]);
  expect(read.waiting).toEqual([]);
  expect(read.names).toEqual(['ids']);
  await expect(itemOf(page, 'passages.jsonl')).toContainText('3 entries');
});

test('the source label is a choice: the lists of a DPR file, or the file', async ({ page, rankPage }) => {
  const { names } = await rankPage.loadFiles([join(FIXTURES, 'dpr/train.json')]);
  expect(names).toEqual(['train/negative_ctxs', 'train/hard_negative_ctxs']);
  const item = itemOf(page, 'train.json');
  await item.getByText('How it was read').click();
  await item.getByLabel('Source label from').selectOption({ label: "the file's name" });
  await item.getByRole('button', { name: 'Read again' }).click();
  await expect.poll(() => rankPage.sourceNames()).toEqual(['train']);
});

test('a file of unknown columns is read by a mapping of them', async ({ page, rankPage }) => {
  const line = JSON.stringify({ schlecht: ['n', 'm'], frage: 'q', gut: 'p' });
  const { refused } = await rankPage.loadFiles([textFile('fremd.jsonl', `${line}\n`)]);
  expect(refused[0]).toContain('fremd.jsonl');
  const item = itemOf(page, 'fremd.jsonl');
  await expect(item.getByRole('table', { name: 'First values of each column' })).toContainText('frage');
  await item.getByLabel('Read as').selectOption('mapped');
  await item.getByLabel('Query', { exact: true }).selectOption('frage');
  await item.getByLabel('Positive', { exact: true }).selectOption('gut');
  await item.getByRole('group', { name: 'Negatives' }).getByLabel('schlecht').check();
  await item.getByRole('button', { name: 'Read again' }).click();
  await expect.poll(() => rankPage.sourceNames()).toEqual(['fremd']);
  await expect(itemOf(page, 'fremd.jsonl')).toContainText('1 record, 2 pairs');
});

test('a sample of a file can be asked for', async ({ page, rankPage }) => {
  await rankPage.loadFiles([jsonlFile('many.jsonl', embedded(50, 3, 'many'))]);
  const item = itemOf(page, 'many.jsonl');
  await item.getByText('How it was read').click();
  await item.getByLabel('Keep a sample of').fill('20');
  await item.getByRole('button', { name: 'Read again' }).click();
  await expect(itemOf(page, 'many.jsonl')).toContainText('20 records');
  await expect(itemOf(page, 'many.jsonl')).toContainText('30 records left out by the sample');
});

test('rejects are a table: filtered by file, code and text, and exported', async ({ page, rankPage }) => {
  const good = { query: 'q', pos: ['p'], neg: ['n'] };
  const lines = [
    good,
    { ...good, pos: 'text' },
    { ...good, neg: [] },
    { ...good, query: '<b>x</b>', neg: 'n' },
  ];
  await rankPage.loadFiles([
    jsonlFile('bad.jsonl', lines),
    jsonlFile('worse.jsonl', [{ ...good, query: ' ' }, good]),
  ]);
  await page.getByRole('link', { name: '4 rejects, and why' }).click();
  const table = page.getByRole('table', { name: 'Rejects' });
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(1 + 4);
  await expect(table).toContainText('"query":"<b>x</b>"');
  const filter = page.getByRole('search', { name: 'Filter of the rejects' });
  await filter.getByLabel('Code').selectOption('wrong-type');
  await expect(rows).toHaveCount(1 + 2);
  await filter.getByLabel('Text').fill('<b>');
  await expect(rows).toHaveCount(1 + 1);
  const exported = await rankPage.download('Export rejects as JSONL');
  const rejects = exported
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Reject);
  expect(rejects).toMatchObject([{ file: 'bad.jsonl', place: 4, code: 'wrong-type', field: 'neg' }]);
  await filter.getByLabel('Text').fill('');
  await filter.getByLabel('Code').selectOption('');
  await filter.getByLabel('File').selectOption({ label: 'worse.jsonl (1)' });
  await expect(rows).toHaveCount(1 + 1);
  await expect(table).toContainText('blank-query');
});

test('a Parquet file is unpacked in a worker fetched for it; rows of a damaged row group are rejects', async ({
  page,
  rankPage,
  traffic,
}) => {
  const fetched = (): string[] => traffic.asked.filter((url) => /parquet/.test(new URL(url).pathname));
  const records = embedded(30, 3, 'dirty');
  await rankPage.loadFiles([jsonlFile('other.jsonl', records)]);
  expect(fetched()).toEqual([]);

  const whole = parquetOf(records);
  const damaged = Buffer.from(whole);
  damaged.set([0xff], damaged.indexOf('positive 15 '));
  await rankPage.loadFiles([parquetFile('dirty.parquet', whole), parquetFile('damaged.parquet', damaged)]);
  expect(fetched().filter((url) => url.endsWith('.wasm'))).toHaveLength(1);
  await expect(page.locator('li[data-source="dirty"]')).toContainText('60 pairs, 0 rejected');
  await expect(page.locator('li[data-source="damaged"]')).toContainText('40 pairs, 10 rejected');

  await rankPage.rank();
  const { report } = await rankPage.exportReport();
  expect(report.sources['dirty']?.format).toBe('plain JSON Parquet');
  expect(report.sources['dirty']?.counts).toEqual(report.sources['other']?.counts);
});

test.describe('real files of other shapes', () => {
  test('give the figures of the JSONL source cut to the same negatives', async ({ rankPage }, testInfo) => {
    const model = sharedData('models/potion-base-2M');
    const formats = sharedData('data/formats');
    const xquad = sharedData('data/xquad');
    const folder = testInfo.outputPath('cut');
    mkdirSync(folder, { recursive: true });
    const pairs = [
      { file: 'dpr_bm25.json', cut: cutSource(xquad, 'bm25', 3, true) },
      { file: 'triplets_bm25.csv', cut: cutSource(xquad, 'bm25', 1, false) },
      { file: 'triplets_dense.tsv', cut: cutSource(xquad, 'dense', 1, false) },
    ].map(({ file, cut }) => {
      const path = join(folder, `cut-${file.replace(/\.\w+$/, '')}.jsonl`);
      writeFileSync(path, cut);
      return { file: join(formats, file), cut: path };
    });
    await rankPage.loadFiles(pairs.flatMap(({ file, cut }) => [file, cut]));
    await rankPage.chooseModel(model);
    await rankPage.rank();
    const { report } = await rankPage.exportReport();
    for (const name of ['dpr_bm25', 'triplets_bm25', 'triplets_dense']) {
      const [given, cut] = [report.sources[name], report.sources[`cut-${name}`]];
      if (given === undefined || cut === undefined) throw new Error(`${name} is not in the report`);
      for (const key of [
        'records',
        'negatives',
        'inversion_rate',
        'mnrl_proxy',
        'mean_rho',
        'eci',
      ] as const) {
        expect(Math.abs(given[key] - cut[key]), `${name} ${key}`).toBeLessThanOrEqual(1e-12);
      }
    }
  });
});

/** The first negatives of each record of an XQuAD source; tables have no titles, and their equal rows are one record. */
function cutSource(xquad: string, source: string, negatives: number, titles: boolean): string {
  interface Passage {
    readonly title: string;
    readonly text: string;
  }
  const lines = readFileSync(join(xquad, `${source}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  const textOf = ({ title, text }: Passage): string => (titles ? `${title} ${text}`.trim() : text.trim());
  const records = lines.map((line) => {
    const record = JSON.parse(line) as Record<'positive_passages' | 'negative_passages', Passage[]> & {
      query: string;
    };
    const [positive] = record.positive_passages;
    return {
      query: record.query,
      pos: [textOf(positive as Passage)],
      neg: record.negative_passages.slice(0, negatives).map(textOf),
    };
  });
  const kept = titles
    ? records
    : [
        ...new Map([...records].reverse().map((r) => [JSON.stringify([r.query.trim(), r.pos]), r])).values(),
      ].reverse();
  return kept.map((record) => `${JSON.stringify(record)}\n`).join('');
}
