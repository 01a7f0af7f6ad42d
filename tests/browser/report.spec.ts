import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import type { Page } from '@playwright/test';

import type { Report } from '../../src/report/result';
import { formatScore } from '../../src/ui/words';
import { expectAccessible } from './accessible';
import { textFile } from './files';
import { goldenFiles } from './rank-report';
import { expect, test } from './helpers';

const ROOT = resolve(import.meta.dirname, '../..');

const node = (command: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [resolve(ROOT, 'scripts/negscope.mjs'), command, ...args], {
    cwd: ROOT,
  });

/** The golden sources through partial and merge, one weighting. */
async function mergedReport(): Promise<string> {
  const [idf, table, part, report] = ['1.idf', 'idf.table', '1.sums', 'report.json'].map((name) =>
    test.info().outputPath(name),
  ) as [string, string, string, string];
  const files = goldenFiles();
  const reference = ['--reference', 'bm25,dense,llm'];
  await node('partial', 'idf', ...files, '--out', idf, '--weightings', 'full');
  await node('merge', idf, '--out', table);
  await node('partial', 'score', ...files, '--idf', table, '--out', part);
  await node('merge', part, '--idf', table, '--report', report, ...reference);
  return readFileSync(report, 'utf8');
}

/** Gives the page a file, as if it were chosen. */
const give = (page: Page, name: string, text: string) =>
  page.getByLabel('Source files').setInputFiles(textFile(name, text));

test('a merged report is shown whole; then the page is as it was @deep', async ({ page, rankPage }) => {
  test.setTimeout(240_000);
  const text = await mergedReport();
  const report = JSON.parse(text) as Report;
  await give(page, 'merged.json', text);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(report.verdict.headline);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.locator('main')).toContainText('merged.json: a report merged from 4 shards in 1 part');
  await expect(page.getByRole('button', { name: /Rank sources|Inputs/ })).toHaveCount(0);
  const csv = await rankPage.download('Export table as CSV');
  for (const name of Object.keys(report.sources)) expect(csv).toContain(name);
  expect(await rankPage.download('Export figure as SVG')).toContain(report.verdict.headline.slice(0, 12));
  await expect(page.locator('main').getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Ranking' }).locator('tr[data-source]')).toHaveCount(
    Object.keys(report.sources).length,
  );

  await page.getByText('All figures in a table').click();
  await expect(page.getByRole('columnheader', { name: 'λ max' })).toBeVisible();
  for (const [name, { eci }] of Object.entries(report.sources)) {
    await expect(page.locator(`tr[data-source="${name}"]`).first()).toContainText(formatScore(eci));
    const { low, high } = report.certainty.scores[name] as { low: number; high: number };
    await expect(page.locator(`tr[data-source="${name}"]`).first()).toContainText(
      `${low.toFixed(3)} to ${high.toFixed(3)}`,
    );
  }
  await expect(page.locator('main')).toContainText('Not looked for: signs of a wrong reading');
  await expectAccessible(page, 'an opened report');

  await page.getByRole('button', { name: 'Close report' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Which hard negatives');

  await test.step('a damaged one', async () => {
    const notice = page.getByRole('alert');
    await give(page, 'half.json', text.slice(0, text.length / 2));
    await expect(notice).toContainText('half.json is cut off or damaged');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Which hard negatives');
  });

  await test.step('one that is closed leaves nothing behind', async () => {
    const cdp = await page.context().newCDPSession(page);
    const nodesAfter = async (times: number) => {
      for (let time = 0; time < times; time++) {
        // Given inside the page: a driver holds on to the field that it fills in.
        await page.evaluate((content) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content], 'merged.json', { type: 'application/json' }));
          const input = document.querySelector<HTMLInputElement>('#source-files');
          if (input) input.files = transfer.files;
          input?.dispatchEvent(new Event('change', { bubbles: true }));
        }, text);
        await page.getByRole('button', { name: 'Close report' }).click();
        await expect(page.getByLabel('Source files')).toBeVisible();
      }
      await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Memory.getDOMCounters')).nodes;
    };
    const few = await nodesAfter(3);
    expect((await nodesAfter(10)) - few, 'nodes that are left').toBeLessThan(500);
  });
});
