import type { Page } from '@playwright/test';

import { RankPage } from '../../support/rank-page.mjs';
import { ask, counted, openPairs } from '../audit-page';
import { demoFile } from '../files';
import { expect, test } from '../helpers';
import { tinyFolder, writeModel } from '../model-folders';

async function expectToWork(rankPage: RankPage): Promise<void> {
  await rankPage.setOptions({ sample: 4 });
  await rankPage.rank();
  await expect(rankPage.page.getByRole('alert')).toHaveCount(0);
  expect((await rankPage.exportReport()).report.ranking).toHaveLength(2);
}

async function expectReady(page: Page): Promise<void> {
  await expect(page.locator('main')).toHaveAttribute('data-workers', 'ready');
}

for (const worker of ['engine', 'candidates']) {
  test(`the ${worker} worker does not start, and does after "Start again"`, async ({
    page,
    context,
    baseURL,
  }) => {
    const script = `**/${worker}-*.js`;
    await context.route(script, (route) => route.fulfill({ status: 404 }));
    const rankPage = new RankPage(page, { bundled: true });
    await rankPage.open(baseURL ?? '');
    await expect(rankPage.loadFiles([demoFile('written'), demoFile('random')])).rejects.toThrow(
      `The ${worker} worker did not start`,
    );
    const alert = page.getByRole('alert');
    await expect(alert).toHaveAttribute('data-error', 'WorkerStartError');
    await expect(alert).toContainText('check that the server');
    await expect(rankPage.rankButton).toBeDisabled();
    await context.unroute(script);
    await page.getByRole('button', { name: 'Start again' }).click();
    await expectReady(page);
    // Both files were left unread when the first one could not be.
    await rankPage.whileReading(0, () => page.getByRole('button', { name: 'Read all 2 files' }).click());
    await expect(rankPage.sources).toHaveCount(2);
    await expectToWork(rankPage);
  });
}

test('the worker with Audit’s pairs ends: the pairs come again with their marks', async ({
  page,
  baseURL,
}) => {
  const rankPage = new RankPage(page, { bundled: true });
  await rankPage.open(baseURL ?? '');
  await rankPage.tryDemo();
  await openPairs(page);
  const count = counted(page);
  await expect(count).toContainText('2,445 pairs');
  const views = page.workers().find((worker) => worker.url().includes('/pair-views'));
  await views?.evaluate(() => self.close());
  await page.getByRole('columnheader', { name: 'suspicion' }).getByRole('button').click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveCount(1);
  await expect(alert).toContainText(
    'The worker with the pairs of this page broke off: it ended without a word',
  );
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(count).toContainText('2,445 pairs');
  await expect(alert).toHaveCount(0);
});

test('the table store does not start: SQL says so, a ranking needs none', async ({
  page,
  context,
  baseURL,
}) => {
  const script = '**/duckdb-browser-*.js';
  await context.route(script, (route) => route.fulfill({ status: 404 }));
  const rankPage = new RankPage(page, { bundled: true });
  await rankPage.open(baseURL ?? '');
  const tried = page.waitForRequest(script);
  await rankPage.loadFiles([demoFile('written'), demoFile('random')]);
  await tried;
  await expectToWork(rankPage);
  await openPairs(page);
  await ask(page, 'SELECT count(*) AS pairs FROM pairs');
  const alert = page.getByRole('alert');
  await expect(alert).toHaveAttribute('data-error', 'StoreStartError');
  await expect(alert).toContainText('The table store (DuckDB) did not start');
  await context.unroute(script);
  await page.getByRole('textbox', { name: 'SQL' }).press('Control+Enter');
  // DuckDB starts only now.
  await expect(page.getByText(/^1 row in /)).toBeVisible({ timeout: 120_000 });
  await rankPage.openRank();
  await expectReady(page);
  await expect(rankPage.sources).toHaveCount(2);
  // The ranking is still there.
  expect((await rankPage.exportReport()).report.ranking).toHaveLength(2);
});

test('the encoder worker does not start, the candidates worker breaks off in a run', async ({
  page,
  context,
  baseURL,
}, testInfo) => {
  const rankPage = new RankPage(page);
  await rankPage.open(baseURL ?? '', { device: 'wasm' });
  await rankPage.loadFiles([demoFile('written'), demoFile('random')]);
  // The bundled encoder needs no worker.
  await rankPage.chooseModel(writeModel(testInfo.outputPath('tiny'), tinyFolder()));
  await rankPage.setOptions({ sample: 4 });
  await context.route('**/encoder-*.js', (route) => route.fulfill({ status: 404 }));
  await rankPage.rankButton.click();
  const alert = page.locator('#result').getByRole('alert');
  await expect(alert).toHaveAttribute('data-error', 'EncoderWorkerError');
  await expect(alert).toContainText('The encoder worker failed: its script did not load.');
  await context.unroute('**/encoder-*.js');
  await expectToWork(rankPage);

  // The candidates worker breaks off during a run; of the engine: resume.spec.ts.
  await rankPage.openInputs();
  await page.getByLabel('Sample size').fill('');
  await rankPage.chooseReference(['written']);
  await rankPage.rankButton.click();
  await expect(rankPage.progressBar).toHaveAttribute('aria-valuetext', /^embedding: /, { timeout: 120_000 });
  const candidates = page.workers().find((each) => each.url().includes('/candidates-'));
  await candidates?.evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory');
    });
  });
  const broken = page.getByRole('alert');
  await expect(broken).toHaveAttribute('data-error', 'WorkerCrashedError');
  await expect(broken).toContainText('The candidates worker broke off:');
  await expect(broken).toContainText('out of memory');
  await expect(rankPage.progressBar).toBeHidden();
  await broken.getByRole('button', { name: 'Start again' }).click();
  await expectReady(page);
  await expect(rankPage.sources).toHaveCount(2);
  await rankPage.showInputs();
  await expect(page.getByRole('checkbox', { name: 'random reference' })).not.toBeChecked();
  await expectToWork(rankPage);
});
