import { differences } from '../../support/compare';
import { demoBeginnings } from '../files';
import { expect, test } from '../helpers';
import { tinyFolder, writeModel } from '../model-folders';

/** Enough for several blocks; a software adapter takes seconds for them. */
const RECORDS = 8;

test.use({ inputs: { device: 'webgpu' } });

test('a GPU lost in the middle of a run is said, and changes no figure', async ({
  page,
  rankPage,
  baseURL,
  browser,
}) => {
  test.setTimeout(300_000);
  const folder = writeModel(test.info().outputPath('tiny'), tinyFolder());
  const give = async () => {
    await rankPage.loadFiles(demoBeginnings(['bm25', 'random'], RECORDS));
    await rankPage.chooseModel(folder);
  };
  await give();
  await rankPage.rankButton.click();
  await expect(rankPage.progressBar).toHaveAttribute('aria-valuetext', /^embedding: \d{2,}/, {
    timeout: 100_000,
  });
  const control = await browser.newBrowserCDPSession();
  await control.send('Browser.crashGpuProcess');
  await expect(page.locator('main')).toHaveAttribute('data-phase', 'done', { timeout: 200_000 });
  const lossy = (await rankPage.exportReport()).report;
  expect(lossy.device.reason).toContain('lost during the run');
  await expect(page.getByText(lossy.device.reason)).toBeVisible();

  // Without what the first run left behind, on the kind of device that the first run ended on.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys())
      await root.removeEntry(name, { recursive: true }).catch(() => undefined);
  });
  await rankPage.open(baseURL ?? '', { device: lossy.device.kind === 'webgpu' ? 'webgpu' : 'wasm' });
  await give();
  await rankPage.rank();
  const whole = (await rankPage.exportReport()).report;
  expect(whole.device.reason).not.toContain('lost');
  expect(differences(lossy.sources, whole.sources, { absolute: 1e-6, relative: 1e-6 })).toEqual([]);
});
