/** A run that is cancelled, a reading that is stopped, a page that stays awake. */

import { readFileSync, writeFileSync } from 'node:fs';

import type { Browser, Page } from '@playwright/test';

import { demoFile, demoRecords, jsonlFile, manyRecords } from './files';
import { expect, test } from './helpers';

/** The longest stretch that the page's main thread worked without a pause, in milliseconds. */
interface LongestTask {
  /** Of processor time: what the work takes, however many others share the machine. */
  readonly cpu: number;
  /** On the clock. */
  readonly wall: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds on the clock, and of processor time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

async function longestTaskDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<LongestTask> {
  const path = test.info().outputPath('trace.json');
  await browser.startTracing(page, { path, categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await work();
  await browser.stopTracing();
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: TraceEvent[] };
  const isMain = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  );
  // Of a task of a microsecond a trace has no processor time.
  const tasks = traceEvents.filter(
    ({ name, pid, tid, dur }) =>
      name === 'ThreadControllerImpl::RunTask' && isMain.has(`${pid} ${tid}`) && (dur ?? 0) > 1,
  );
  expect(tasks.length, 'tasks of the main thread in the trace').toBeGreaterThan(100);
  // A trace leaves the processor time out here and there, and all times of the task in which it is stopped.
  const timed = tasks.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur]));
  expect(timed.length / tasks.length, 'share of the tasks with their processor time').toBeGreaterThan(0.99);
  return {
    cpu: Math.max(...timed) / 1000,
    wall: Math.max(...tasks.map(({ dur }) => dur ?? 0)) / 1000,
  };
}

test('a run is cancelled in its middle, keeps the earlier result, and can be started again', async ({
  page,
  rankPage,
}) => {
  await rankPage.loadFiles([demoFile('written'), demoFile('random')]);
  await rankPage.setOptions({ sample: 8 });
  await rankPage.rank();
  const before = (await rankPage.exportReport()).report;

  await rankPage.loadFiles([jsonlFile('many.jsonl', manyRecords('bm25', 8))]);
  await rankPage.openInputs();
  await page.getByLabel('All records').check();
  await rankPage.rankButton.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ranking three sources');
  await expect(rankPage.progressBar).toHaveAttribute('aria-valuetext', /^embedding: .*, \d+ per second, /);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const alert = page.locator('#result').getByRole('alert');
  await expect(alert).toHaveText('The run was cancelled.');
  await expect(rankPage.progressBar).toBeHidden();
  expect((await rankPage.exportReport()).report.sources).toEqual(before.sources);

  await rankPage.showInputs();
  await page.getByRole('button', { name: 'Remove many' }).click();
  await rankPage.setOptions({ sample: 8 });
  await rankPage.rank();
  await expect(alert).toHaveCount(0);
  const again = (await rankPage.exportReport()).report;
  expect(again.sources).toEqual(before.sources);
  expect(again.cost.encodes).toBe(0);
});

test('a run is stopped and keeps what is there, with intervals that hold at every moment', async ({
  page,
  rankPage,
}) => {
  await rankPage.loadFiles([
    jsonlFile('many.jsonl', manyRecords('bm25', 8)),
    jsonlFile('more.jsonl', manyRecords('random', 8)),
  ]);
  await rankPage.rankButton.click();
  const stop = page.getByRole('button', { name: 'Stop here, keep this' });
  await expect(stop).toBeEnabled();
  await expect(page).toHaveTitle(/^\d+\s% · Negscope: rank$/);
  await expect(rankPage.table.locator('[role=row][data-source=many]')).toContainText(/0\.\d{4}/);
  await stop.click();
  await rankPage.waitForResult();
  await expect(page).toHaveTitle('Negscope: rank');
  await expect(
    page.getByText(/intervals: 95\s% at every moment \(stopped after \d+ of [\d,]+ queries\)/),
  ).toBeVisible();
  const { report } = await rankPage.exportReport();
  for (const [name, source] of Object.entries(report.sources)) {
    expect(source.records, name).toBeGreaterThan(0);
    expect(source.records, name).toBeLessThan(source.records_loaded);
    await expect(rankPage.table.locator(`[role=row][data-source=${name}]`)).toContainText(
      source.eci.toFixed(4),
    );
  }
});

test('what a cancelled run had encoded is kept', async ({ page, rankPage }) => {
  await rankPage.loadFiles([jsonlFile('many.jsonl', manyRecords('bm25', 8))]);
  await rankPage.rankButton.click();
  await expect(rankPage.table.locator('[role=row][data-source=many]')).toContainText(/0\.\d{4}/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('The run was cancelled.');

  await test.step('its scores so far stay, marked as partial: no rank, no verdict, no export', async () => {
    await expect(page.locator('main')).toHaveAttribute('data-phase', 'partial');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^Cancelled (after \d+ of [\d,]+ queries|before the order could be told): the scores below are partial\.$/,
    );
    await expect(page.getByText('Nothing is ranked or audited.')).toBeVisible();
    const row = rankPage.table.locator('[role=row][data-source=many]');
    await expect(row).toContainText(/0\.\d{4}/);
    await expect(row.getByRole('cell').first()).toHaveText('');
    await expect(rankPage.table.getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Export report' })).toHaveCount(0);
  });

  // The first records of the visit are those of a small sample.
  await rankPage.setOptions({ sample: 4 });
  await rankPage.rank();
  const { cost } = (await rankPage.exportReport()).report;
  expect(cost.cached_texts).toBe(cost.texts);
  expect(cost.encodes).toBe(0);
});

test('reading is stopped, and other files can be read after it', async ({ page, rankPage }) => {
  const big = test.info().outputPath('big.jsonl');
  const line = `${JSON.stringify(demoRecords('bm25', 1)[0])}\n`;
  writeFileSync(big, line.repeat(Math.ceil(120e6 / line.length)));
  await page.getByLabel('Source files').setInputFiles([big, demoFile('written')]);
  await expect(page.getByText(/^\s*Reading big\.jsonl: .*; 1 file to follow/s)).toBeVisible();
  await page.getByRole('button', { name: 'Stop reading' }).click();
  await expect(rankPage.refused).toContainText('big.jsonl: reading was cancelled. Nothing of it is kept');
  await expect(page.getByText(/^\s*Reading /)).toHaveCount(0);
  expect(await rankPage.sourceNames()).toEqual([]);
  const { names } = await rankPage.loadFiles([demoFile('random')]);
  expect(names).toEqual(['random']);
});

test('no task of the main thread takes more than 50 ms while files are read and ranked', async ({
  browser,
  page,
  rankPage,
}) => {
  const longest = await longestTaskDuring(browser, page, async () => {
    await rankPage.loadFiles(['bm25', 'written', 'random'].map(demoFile));
    await rankPage.rank();
  });
  const words = `${longest.cpu.toFixed(1)} ms of processor time; on the clock ${longest.wall.toFixed(1)} ms`;
  test.info().annotations.push({ type: 'longest task', description: words });
  console.log(`longest task of the main thread: ${words}`);
  expect(longest.cpu).toBeLessThan(50);
});
