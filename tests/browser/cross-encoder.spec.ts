import { expectAccessible } from './accessible';
import { demoBeginnings } from './files';
import { expect, test } from './helpers';
import { overlapCrossEncoder, writeModel } from './model-folders';

test('judges the sample @deep', async ({ page, rankPage }) => {
  test.slow();
  await rankPage.loadFiles(demoBeginnings(['bm25', 'random'], 26));
  await rankPage.chooseBundled();
  await rankPage.rank();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.locator('main')).toHaveAttribute('data-phase', 'ready');
  await rankPage.openJudge();
  const judges = page.getByRole('region', { name: 'Who judges' });
  await judges.getByText('A cross-encoder', { exact: true }).click();
  await judges
    .getByLabel('Folder of a cross-encoder')
    .setInputFiles(writeModel(test.info().outputPath('overlap'), overlapCrossEncoder()));
  await expect(judges).toContainText('scores four known pairs in the right order.');
  await judges.getByRole('button', { name: /^Judge the \d+ pairs of the sample/ }).click();
  await expect(judges).toContainText(/overlap\s+scores\s+\d+\s%\s+of\s+\d+\s+positives/, { timeout: 60_000 });
  await expect(judges).toContainText(/overlap \(cross-encoder\)/);
  await expect(page.getByRole('region', { name: 'False negatives, so far' })).not.toContainText('not known');
  await expectAccessible(page, 'judged by a cross-encoder');
});
