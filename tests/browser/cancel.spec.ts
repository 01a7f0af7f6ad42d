import { writeFileSync } from 'node:fs';

import { demoFile, demoRecords, manyRecords } from './files';
import { schemaFaults } from '../support/report-schema';
import { expect, test } from './helpers';

// On a busy machine the order can be certain before anybody presses.
test.use({ inputs: { stop: 'all' } });

test('reading is stopped; a run is cancelled, and can be started again', async ({ page, rankPage }) => {
  await test.step('reading', async () => {
    const big = test.info().outputPath('big.jsonl');
    const line = `${JSON.stringify(demoRecords('bm25', 1)[0])}\n`;
    writeFileSync(big, line.repeat(Math.ceil(120e6 / line.length)));
    await page.getByLabel('Source files').setInputFiles([big, demoFile('written')]);
    await expect(page.getByText(/^\s*Reading big\.jsonl: .*; 1 file to follow/s)).toBeVisible();
    await page.getByRole('button', { name: 'Stop reading' }).click();
    await expect(rankPage.refused).toContainText(
      'big.jsonl: you stopped the reading, and nothing of it is kept',
    );
    await expect(page.getByText(/^\s*Reading /)).toHaveCount(0);
    expect(await rankPage.sourceNames()).toEqual([]);
    const { names } = await rankPage.loadFiles([demoFile('written'), demoFile('random')]);
    expect(names).toEqual(['written', 'random']);
  });
  await rankPage.setOptions({ sample: 8 });
  await rankPage.rank();
  const before = (await rankPage.exportReport()).report;

  await rankPage.loadFiles([manyRecords(test.info().outputPath('many.jsonl'), 'bm25', 8)]);
  await rankPage.openInputs();
  await page.getByLabel('Sample size').fill('');
  await rankPage.rankButton.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ranking three sources');
  await expect(rankPage.progressBar).toHaveAttribute('aria-valuetext', /^embedding: .*, [\d,]+ per second, /);
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

test('a stopped run keeps what is there, and says how much it read @deep', async ({ page, rankPage }) => {
  await rankPage.loadFiles([
    manyRecords(test.info().outputPath('many.jsonl'), 'bm25', 8),
    manyRecords(test.info().outputPath('more.jsonl'), 'random', 8),
  ]);
  await rankPage.chooseReference(['many']);
  await rankPage.rankButton.click();
  const stop = page.getByRole('button', { name: 'Stop and keep' });
  await expect(stop).toBeEnabled();
  await expect(stop, 'the filled button').toHaveClass(/main/);
  await expect(page).toHaveTitle(/^\d+\s% · Negscope: rank$/);
  const many = rankPage.table.locator('tr[data-source=many]');
  await expect(many).toContainText(/0\.\d{4}/);
  await expect(many.locator('.strip small'), 'the gates so far').toHaveCount(3);
  await expect(many.getByRole('cell').first(), 'no rank before the end').toHaveText('');
  const more = rankPage.table.locator('tr[data-source=more]');
  await expect(more.getByRole('cell').first()).toHaveText('');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ranking two sources');
  await stop.click();
  await rankPage.waitForResult();
  await expect(page).toHaveTitle('Negscope: rank');
  await expect(page.getByText(/^[\d,]+ of [\d,]+ queries were read\.$/)).toBeVisible();
  const { report } = await rankPage.exportReport();
  expect(schemaFaults(report)).toEqual([]);
  expect(report.stop).toEqual({ rule: 'all', level: 0.95, ended: 'by-user' });
  for (const [name, source] of Object.entries(report.sources)) {
    expect(source.records, name).toBeGreaterThan(0);
    expect(source.records, name).toBeLessThan(source.file_counts.records);
    const row = rankPage.table.locator(`tr[data-source=${name}]`);
    await expect(row).toContainText(source.eci.toFixed(4));
    await expect(row).toContainText('records read');
  }
  expect(report.verdict.detail.join(' ')).toMatch(/Stopped after .*: you stopped the run/);

  await test.step('goes on to the end, and nothing is encoded twice', async () => {
    await page.getByRole('button', { name: 'Go on to the end' }).click();
    await expect(page.locator('main')).toHaveAttribute('data-phase', 'running');
    await rankPage.waitForResult();
    const whole = (await rankPage.exportReport()).report;
    expect(whole.stop).toMatchObject({ ended: 'all-records' });
    expect(whole.cost.cached_texts).toBeGreaterThanOrEqual(report.cost.encodes);
    expect(whole.cost.encodes + whole.cost.cached_texts).toBeLessThanOrEqual(whole.cost.texts);
    await expect(page.getByRole('button', { name: 'Go on to the end' })).toHaveCount(0);
    await expect(page.locator('[data-part="state"]')).toHaveText('current');
  });
});
