/** What is too large, as the page says it: long embeddings, a packed bomb, a quote that is never closed. */

import { jsonlFile } from '../files';
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
