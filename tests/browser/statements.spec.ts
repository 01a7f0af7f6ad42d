/** What the Rank page says, with data for which it could say something false. */

import type { Page } from '@playwright/test';

import { demoRecords, jsonlFile } from './files';
import { expect, test } from './helpers';

const QUERIES = 40;

/** bm25 of the demo where every tenth negative is the record's positive, letter for letter. */
function leaky() {
  let place = 0;
  return demoRecords('bm25', QUERIES).map((record) => ({
    ...record,
    negative_passages: record.negative_passages.map((negative) =>
      place++ % 10 === 0 ? (record.positive_passages[0] ?? negative) : negative,
    ),
  }));
}

const state = (page: Page) => page.locator('[data-part="state"]');

test('copies of the positive are said first: headline, reading, report, exports', async ({
  page,
  rankPage,
}) => {
  await rankPage.loadFiles([
    ...['bm25', 'written'].map((name) => jsonlFile(`${name}.jsonl`, demoRecords(name, QUERIES))),
    jsonlFile('leaky.jsonl', leaky()),
  ]);
  await rankPage.chooseReference(['bm25', 'written']);
  await rankPage.rank();
  const { report } = await rankPage.exportReport();
  const copies = report.sources['leaky']?.file_counts.negatives_equal_positive ?? 0;
  expect(copies).toBeGreaterThan(10);
  const words = `${copies} copies of the positive`;
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`leaky holds ${words}`);
  const row = rankPage.table.locator('[role=row][data-source=leaky]');
  await expect(row).toContainText(words);
  await expect(row.getByRole('cell').first()).toHaveText('–');
  expect(report.verdict.sources['leaky']).toMatchObject({
    pattern: 'copies',
    standing: 'outside',
    rank: null,
  });
  expect(await rankPage.download('Export table as CSV')).toContain(words);
  expect(await rankPage.download('Export table as LaTeX')).toContain(words);

  await test.step('for a paper: white, 85 mm wide, and copied as it is saved', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const svg = await rankPage.download('Export paper figure as SVG');
    const parser = await page.context().newPage();
    const read = await parser.evaluate((text) => {
      const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        name: root.nodeName,
        width: root.getAttribute('width'),
        ground: root.querySelector('rect')?.getAttribute('fill'),
      };
    }, svg);
    expect(read).toEqual({ name: 'svg', width: '85mm', ground: '#fff' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('button[aria-label="More exports"]').click();
    await page.getByRole('button', { name: 'Copy table as CSV' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.replaceAll('\r\n', '\n')).toBe(await rankPage.download('Export table as CSV'));
  });
});

test('what is not trusted, and one reference, are said as they are', async ({ page, rankPage }) => {
  await rankPage.loadFiles(
    ['bm25', 'written', 'random'].map((name) => jsonlFile(`${name}.jsonl`, demoRecords(name, QUERIES))),
  );
  await rankPage.rank();
  await expect(page.getByRole('heading', { name: 'What this cannot tell' })).toBeVisible();
  await expect(page.locator('main')).not.toContainText('are in the references');
  await expect(state(page)).toHaveText('not audited');
  await expect(page.locator('main')).not.toContainText('current');

  await test.step('one reference is a point, and its own interval the range', async () => {
    await page.getByRole('checkbox', { name: 'Trust bm25' }).check();
    await expect(state(page)).toHaveText('current');
    await expect(page.locator('.ranking')).toContainText('One reference is a point, not a range');
    const { report } = await rankPage.exportReport();
    const range = report.certainty.reference_range;
    expect(range?.mean_psi_max).toBeGreaterThan(report.sources['bm25']?.mean_psi ?? 1);
    await page.getByRole('checkbox', { name: 'Trust written' }).check();
    await expect(page.locator('.ranking')).not.toContainText('One reference');
  });

  await test.step('score and interval of a temperature are shown together, at every moment', async () => {
    await rankPage.openInputs();
    const torn = page.evaluate(async () => {
      const seen = new Set<string>();
      const end = performance.now() + 4000;
      while (performance.now() < end) {
        for (const row of document.querySelectorAll('[role=row][data-source]')) {
          const value = row.querySelector('.value')?.textContent ?? '';
          const [score, low, high] = (/(\d\.\d{4})(\d\.\d{3}) to (\d\.\d{3})/.exec(value) ?? [])
            .slice(1)
            .map(Number);
          if (score === undefined || low === undefined || high === undefined) seen.add(`half: ${value}`);
          else if (score < low - 1e-3 || score > high + 1e-3) seen.add(`torn: ${value}`);
        }
        await new Promise((frame) => requestAnimationFrame(frame));
      }
      return [...seen];
    });
    const field = page.getByLabel('Temperature', { exact: true });
    for (const tau of ['0.2', '0.01', '0.5', '0.05']) {
      await field.fill(tau);
      await page.waitForTimeout(700);
    }
    expect(await torn).toEqual([]);
    await expect(state(page)).toHaveText('current');
    await field.fill('');
    await expect(page.getByText('Out of date.')).toHaveCount(0);
    await expect(state(page)).toHaveText('current');
  });
});
