/** Figures without some pairs: they belong to the inputs of now, and nobody's sums end those of another. */

import type { Page } from '@playwright/test';

import { formatScore } from '../../src/ui/words';
import { embedded, jsonlFile, type EmbeddedRecord } from './files';
import { expect, test } from './helpers';

const cureOf = (page: Page) => page.getByRole('group', { name: 'Cure' });
const basketOf = (page: Page) => page.getByRole('region', { name: 'Basket' });

/** As long embeddings, so that their sums take a while. Each record has a few dimensions of its own. */
function long(records: readonly EmbeddedRecord[], dimension: number): EmbeddedRecord[] {
  return records.map((record, i) => {
    const placed = (short: readonly number[]) => {
      const wide = new Array<number>(dimension).fill(0);
      const start = (i * short.length) % dimension;
      wide.splice(start, short.length, ...short);
      return wide.slice(0, dimension);
    };
    return {
      ...record,
      query_embedding: placed(record.query_embedding),
      positive_embedding: placed(record.positive_embedding),
      negative_embeddings: record.negative_embeddings.map(placed),
    };
  });
}

/** The second negative of each record is its positive; the first one does not hold all words of the query. */
function leaky(records: readonly EmbeddedRecord[]): EmbeddedRecord[] {
  return records.map((record) => ({
    ...record,
    negatives: [...record.negatives.slice(0, 1), record.positive],
    negative_embeddings: [...record.negative_embeddings.slice(0, 1), record.positive_embedding],
  }));
}

/** Before and after in the cure's sentence, as it writes them. */
async function saidByCure(page: Page): Promise<readonly string[]> {
  const words = (await cureOf(page).textContent()) ?? '';
  return /leaky scores (\S+) instead of (\S+\d)[.,]/.exec(words)?.slice(1) ?? [];
}

test('the cure speaks of the temperature that is chosen while its figures are summed, or says nothing', async ({
  page,
  rankPage,
}) => {
  await rankPage.loadFiles([
    jsonlFile('clean.jsonl', embedded(20, 3, 'x')),
    jsonlFile('leaky.jsonl', leaky(embedded(20, 3, 'y'))),
  ]);
  await rankPage.chooseReference(['clean']);
  await rankPage.rank();
  await page.evaluate(() => (location.hash = '#audit'));
  await expect(cureOf(page)).toContainText('20 negatives of leaky are copies of their positives.');
  await page.evaluate(() => (location.hash = '#rank'));
  await rankPage.setOptions({ tau: 0.2 });
  const { report } = await rankPage.exportReport();
  expect(report.settings.tau).toBe(0.2);
  await page.evaluate(() => (location.hash = '#audit'));
  await expect(cureOf(page)).toContainText('Without them leaky scores');
  const [after, before] = await saidByCure(page);
  expect(before).toBe(formatScore(report.sources['leaky']?.eci ?? NaN));

  // The basket sums the same pairs anew.
  await page.evaluate(() => (location.hash = '#audit?source=leaky&found=same_text'));
  await expect(page.getByText('20 pairs', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Drop all' }).click();
  const score = basketOf(page).locator('strong[data-after]');
  await expect(score).toContainText('→');
  expect(formatScore(Number(await score.getAttribute('data-after')))).toBe(after);
});

test('a pair is dropped and a finding chosen while the basket is summed: both have their figures', async ({
  page,
  rankPage,
}) => {
  await rankPage.loadFiles([
    jsonlFile('clean.jsonl', long(embedded(300, 4, 'x'), 512)),
    jsonlFile('leaky.jsonl', leaky(long(embedded(300, 4, 'y'), 512))),
  ]);
  await rankPage.chooseReference(['clean']);
  await rankPage.rank();
  await page.evaluate(() => (location.hash = '#audit'));
  await expect(page.locator('[data-pair]')).toBeVisible();
  await page.getByRole('grid', { name: 'Pairs' }).focus();
  await page.keyboard.press('d');
  await expect(basketOf(page)).toContainText('1 dropped');
  await page.evaluate(() => (location.hash = '#audit?found=near_positive'));
  await expect(cureOf(page)).toContainText(/\d+ of leaky lie near their positives/);
  await expect(cureOf(page)).toContainText(/Without them.* leaky /);
  await expect(basketOf(page).locator('strong[data-after]')).toContainText('→');
});
