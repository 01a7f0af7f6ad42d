/** The built page on a host that knows nothing of it: another path, no isolation, no policy. */

import { DIST } from '../../../scripts/lib/paths.mjs';
import { serve } from '../../../scripts/serve.mjs';
import { expect, test as base } from '../helpers';
import { tinyFolder, writeModel } from '../model-folders';

/** A plain static host; the address of the page is the tests' base address. */
const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  baseURL: async ({}, use) => {
    const server = await serve({ root: DIST, port: 0, basePath: '/people/me/negscope/', plain: true });
    await use(server.url);
    await server.close();
  },
});

test('without isolation and under another path the demo ranks on single threads, and the page says so', async ({
  page,
  rankPage,
  traffic,
  baseURL,
}, testInfo) => {
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await expect(page.getByRole('banner')).toContainText('Not sealed: the browser would let requests out');
  await rankPage.tryDemo();
  const { report } = await rankPage.exportReport();
  expect(report.ranking).toHaveLength(4);
  expect(report.device.kind).toBe('javascript');
  await rankPage.chooseModel(writeModel(testInfo.outputPath('tiny'), tinyFolder()));
  await rankPage.setOptions({ sample: 4 });
  await rankPage.rank();
  const { device } = (await rankPage.exportReport()).report;
  expect(device.kind).toBe('wasm');
  const cores = await page.evaluate(() => Math.min(4, navigator.hardwareConcurrency));
  expect(device.threads).toBe(cores);
  expect(device.reason).toMatch(cores > 1 ? /^wasm, \d workers of one thread: / : /^wasm, 1 thread: /);
  const outside = traffic.asked.filter((url) => !url.startsWith(baseURL ?? '') && !url.startsWith('blob:'));
  expect(outside).toEqual([]);
});
