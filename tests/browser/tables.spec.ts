/** Every dropped file becomes DuckDB's tables, without being asked. */

import { writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { ask, openPairs } from './audit-page';
import { dropOnPage, embedded } from './files';
import { expect, test } from './helpers';

/** A copy of a negative, a blank one, and a query that stands twice. */
const RECORDS = embedded(40, 3, 'tables').map((record, i) => ({
  ...record,
  query_id: `q${i}`,
  query: i === 39 ? 'query 0 of tables' : record.query,
  negatives: i % 10 === 0 ? [...record.negatives, record.negatives[0], ' '] : record.negatives,
  negative_embeddings:
    i % 10 === 0
      ? [...record.negative_embeddings, record.negative_embeddings[0], record.negative_embeddings[0]]
      : record.negative_embeddings,
}));
/** Other texts, and lines that are no records. */
const OTHERS = embedded(10, 3, 'others');
const BAD = ['{"query": 1', '[]', '{"query": "q", "positive": "p", "negatives": []}'];

const linesOf = (records: readonly unknown[]) => records.map((record) => JSON.stringify(record));

/** Rows of each table, by the files alone. */
const COUNTS = {
  sources: 2,
  records: RECORDS.length + OTHERS.length,
  negatives: 2 * (RECORDS.length + OTHERS.length),
  queries: RECORDS.length - 1 + OTHERS.length,
  passages:
    new Set([...RECORDS, ...OTHERS].flatMap(({ positive, negatives }) => [positive, ...negatives])).size - 1,
  rejects: BAD.length,
};

/** The rows of tables, asked in the page's console. */
async function rowsOf(page: Page, tables: readonly string[]): Promise<Record<string, number>> {
  const counts = tables.map((table) => `(SELECT count(*) FROM main.${table}) AS ${table}`);
  await ask(page, `SELECT ${counts.join(', ')}`);
  const cells = page.getByRole('table', { name: 'Answer' }).getByRole('row').nth(1).locator('th, td');
  await expect(cells).toHaveCount(tables.length);
  const values = await cells.allInnerTexts();
  return Object.fromEntries(tables.map((table, i) => [table, Number(values[i]?.replaceAll(',', ''))]));
}

test('dropped files are in the tables with all their rows before any page asks them', async ({
  page,
  rankPage,
}, testInfo) => {
  const files = [
    [testInfo.outputPath('tables.jsonl'), linesOf(RECORDS)],
    [testInfo.outputPath('others.jsonl'), [...linesOf(OTHERS), ...BAD]],
  ] as const;
  for (const [path, lines] of files) writeFileSync(path, `${lines.join('\n')}\n`);
  await dropOnPage(
    page,
    files.map(([path]) => path),
  );
  await expect(rankPage.sources).toHaveCount(2);
  await expect(page.locator('main')).toHaveAttribute('data-store', 'filled', { timeout: 60_000 });
  expect(page.workers().some((worker) => worker.url().includes('duckdb'))).toBe(true);

  await rankPage.rank();
  await openPairs(page);
  const counts = await rowsOf(page, [...Object.keys(COUNTS), 'pairs', 'marks']);
  expect(counts).toEqual({ ...COUNTS, pairs: COUNTS.negatives, marks: 0 });
});
