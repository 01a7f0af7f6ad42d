/** What is too large, as the page says it: long embeddings, a packed bomb, a quote that is never closed. */

import { gzipSync } from 'node:zlib';

import { jsonlFile, textFile } from '../files';
import { expect, test } from '../helpers';

/**
 * Records whose embeddings are short to write: four halves each, their places drawn by the row's number.
 * @param negatives of each record
 */
function longEmbeddings(records: number, negatives: number, dimension: number): object[] {
  let row = 0;
  const vector = () => {
    row += 1;
    const numbers = new Array<number>(dimension).fill(0);
    for (let k = 0; k < 4; k++) {
      // Coprime steps: the four places of a row differ.
      numbers[(row * 7 + k * 13) % dimension] = k % 2 === 0 ? 0.5 : -0.5;
    }
    return numbers;
  };
  return Array.from({ length: records }, (_, i) => ({
    query: `what is number ${i}`,
    positive: `Number ${i} is a number.`,
    negatives: Array.from({ length: negatives }, (__, k) => `Number ${i} is no number ${k}.`),
    query_embedding: vector(),
    positive_embedding: vector(),
    negative_embeddings: Array.from({ length: negatives }, vector),
  }));
}

test('embeddings of 3,000 numbers rank; those of 20,000 are refused in words', async ({ rankPage }) => {
  const { page } = rankPage;
  await rankPage.loadFiles([jsonlFile('long.jsonl', longEmbeddings(60, 5, 3000))]);
  await expect(
    page.getByText(/Embeddings of 3,000 numbers: the matrices take about [\d.]+ MB/),
  ).toBeVisible();
  await rankPage.rank();
  const { report } = await rankPage.exportReport();
  const source = report.sources['long'];
  expect(source?.dimension).toBe(3000);
  expect(source?.negatives).toBe(300);
  // 0 < log det(I + Î) ≤ tr Î, and near it where no direction has much weight.
  expect(source?.eci).toBeGreaterThan(0);
  expect(source?.eci).toBeLessThanOrEqual(source?.trace ?? 0);
  const refused = await rankPage.loadFiles([jsonlFile('huge.jsonl', longEmbeddings(2, 1, 20_000))]);
  expect(refused.refused.join()).toContain('huge.jsonl: 0 usable pairs, all 2 records were rejected');
  expect(refused.refused.join()).toContain('20,000 numbers, expected at most 4,096');
});

test('a run that is cancelled in a long log-det ends at once, and the next one works', async ({
  rankPage,
}) => {
  const { page } = rankPage;
  // More pairs than half of 2,600: a matrix of 2,600 × 2,600.
  await rankPage.loadFiles([jsonlFile('many.jsonl', longEmbeddings(66, 20, 2600))]);
  await rankPage.rankButton.click();
  await expect(page.getByText(/adding up: \d/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(rankPage.rankButton).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveText('The run was cancelled.');
  await expect(rankPage.table).toHaveCount(0);
  await rankPage.setOptions({ sample: 10 });
  await rankPage.rank();
  await expect(rankPage.table).toBeVisible();
});

test('a packed bomb is refused while it is small, a quote that is never closed found with its line', async ({
  rankPage,
}) => {
  const line = `${JSON.stringify({ query: 'q', positive: 'p', negatives: ['n'.repeat(10_000)] })}\n`;
  const bomb = gzipSync(Buffer.alloc(110 * 2 ** 20, line));
  const rows = Array.from({ length: 24_000 }, (_, i) => `what is ${i},It is ${i}.,It is not ${i}.`);
  const csv = ['query,positive,negative', '"who wrote faust,Goethe,Schiller', ...rows].join('\n');
  const { refused, names } = await rankPage.loadFiles([
    textFile('bomb.jsonl.gz', bomb),
    textFile('quote.csv', csv),
  ]);
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatch(
    /bomb\.jsonl\.gz: its first \d+ kB unpack to \d+ MB, more than 200 times as much\./,
  );
  expect(names).toEqual(['quote']);
  await expect(rankPage.page.getByText(/24,000/).first()).toBeVisible();
});
