/** A cross-encoder on the Audit page: a column of the list, and a judge calibrated on the run's own positives. */

import { expectAccessible } from './accessible';
import { demoRecords, jsonlFile } from './files';
import { expect, test } from './helpers';
import { overlapCrossEncoder, writeModel } from './model-folders';

test('scores the first pairs of the list, sorts by them, and judges the sample @deep', async ({
  page,
  rankPage,
}) => {
  test.slow();
  await rankPage.loadFiles(
    ['bm25', 'random'].map((source) => jsonlFile(`${source}.jsonl`, demoRecords(source, 40))),
  );
  await rankPage.chooseBundled();
  await rankPage.rank();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.locator('main')).toHaveAttribute('data-phase', 'ready');
  await page.getByRole('button', { name: 'Cross-encoder', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Cross-encoder' });
  await panel
    .getByLabel('Folder of a cross-encoder')
    .setInputFiles(writeModel(test.info().outputPath('overlap'), overlapCrossEncoder()));
  await expect(panel).toContainText('scores four known pairs in the right order.');
  await panel.getByLabel('Pairs').fill('30');
  await panel.getByRole('button', { name: 'Score the first 30 of the list' }).click();
  await expect(panel).toContainText(/3\d pairs scored by overlap/);
  await expectAccessible(page, 'scored');
  await page.getByRole('button', { name: 'Cross-encoder', exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Pairs' });
  await grid.getByRole('button', { name: 'cross', exact: true }).click();
  const scores = () =>
    grid
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') })
      .evaluateAll((rows) =>
        rows.map((row) => row.querySelectorAll('[role=gridcell]')[6]?.textContent ?? ''),
      );
  // The list keeps its order until the views have answered.
  await expect(async () => {
    const shown = (await scores())
      .filter((text) => text !== '–')
      .map((text) => Number(text.replace('−', '-')));
    expect(shown.length).toBeGreaterThan(5);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
  }).toPass();
  await expect(page.getByRole('region', { name: 'The pair', exact: true })).toContainText(
    'Cross-encoder overlap:',
  );

  await rankPage.openJudge();
  const judges = page.getByRole('region', { name: 'Who judges' });
  await judges.getByRole('button', { name: /^Judge the \d+ pairs of the sample/ }).click();
  await expect(judges).toContainText(/overlap, calibrated on \d+ positives/, { timeout: 60_000 });
  await expect(judges).toContainText(/overlap \(cross-encoder\)/);
  await expect(page.getByRole('region', { name: 'False negatives, so far' })).not.toContainText('not known');
  await expectAccessible(page, 'judged by a cross-encoder');
});
