/** Files whose names do not tell which field is what: the page asks, with samples, and what it read is said. */

import { strToU8, zipSync } from 'fflate';

import { textFile } from './files';
import { expect, test } from './helpers';

const QUERY = 'who wrote the play about the doctor';
const POSITIVE = 'The poet of Weimar wrote the play in two parts.';
const NEGATIVE = 'A playwright of Marbach wrote about a general.';

test('a table of unknown names is asked about, with samples, and read as the user says', async ({
  page,
  rankPage,
}) => {
  const csv = `erste,zweite,dritte\n${QUERY},${POSITIVE},${NEGATIVE}\n`;
  const { names, refused } = await rankPage.loadFiles([textFile('fremd.csv', csv)]);
  expect(names).toEqual([]);
  expect(refused[0]).toContain('asks which field is what');
  expect(refused[0]).toContain('--map query=erste,positive=zweite,negative=dritte');
  const item = page.locator('li[data-file="fremd.csv"]');
  const samples = item.getByRole('table', { name: 'First values of each column' });
  await expect(samples.getByRole('row', { name: /zweite/ })).toContainText(POSITIVE);
  await item.getByLabel('Query', { exact: true }).selectOption('dritte');
  await item.getByLabel('Positive', { exact: true }).selectOption('zweite');
  await item.getByRole('group', { name: 'Negatives' }).getByLabel('erste').check();
  await item.getByRole('button', { name: 'Read again' }).click();
  await expect.poll(() => rankPage.sourceNames()).toEqual(['fremd']);
  await expect(item.locator('[data-part="roles"]')).toHaveText(
    'Read as you said: query from dritte, positive from zweite, negatives from erste.',
  );
  await expect(item.locator('[data-part="first-record"]')).toContainText(`dritte ${NEGATIVE}`);
});

test('the first row may be a record, and columns may be read in their order', async ({ page, rankPage }) => {
  const csv = 'red,green,blue\none,two,three\n';
  await rankPage.loadFiles([textFile('words.csv', csv)]);
  const item = page.locator('li[data-file="words.csv"]');
  await expect(item).toContainText('asks which field is what');
  await item.getByRole('button', { name: /^Read in this order/ }).click();
  await expect(item).toContainText('2 records, 2 pairs');
  await expect(item.locator('[data-part="roles"]')).toContainText('by the order of its columns');
});

test('a file that holds no candidates is refused in one sentence', async ({ rankPage }) => {
  const pairs = [
    { sentence1: QUERY, sentence2: POSITIVE, score: 2.4 },
    { sentence1: QUERY, sentence2: NEGATIVE, score: 0.8 },
  ];
  const content = pairs.map((pair) => `${JSON.stringify(pair)}\n`).join('');
  const { refused } = await rankPage.loadFiles([textFile('sts.jsonl', content)]);
  expect(refused).toHaveLength(1);
  expect(refused[0]).toContain('this looks like sentence pairs with a score: there are no negatives.');
});

test('a zip archive is read as a folder, and what holds no candidates there is skipped and named', async ({
  page,
  rankPage,
}) => {
  const packed = zipSync({
    'data/train.jsonl': strToU8(`${JSON.stringify({ query: QUERY, pos: [POSITIVE], neg: [NEGATIVE] })}\n`),
    'data/results.csv': strToU8('model,ndcg,mrr\nbm25,0.41,0.35\ndense,0.52,0.44\n'),
    'data/README.md': strToU8('About this data.'),
  });
  const archive = { name: 'data.zip', mimeType: 'application/zip', buffer: Buffer.from(packed) };
  const { names, refused } = await rankPage.loadFiles([archive]);
  expect([names, refused]).toEqual([['train'], []]);
  await expect(
    page.getByText('2 files skipped: data.zip/data/README.md and data.zip/data/results.csv.'),
  ).toBeVisible();
});
