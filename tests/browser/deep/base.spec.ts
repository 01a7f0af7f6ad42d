/** The built page on a host that knows nothing of it: another path, no isolation, no policy. */

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

import { DIST } from '../../../scripts/lib/paths.mjs';
import { expect, test as base } from '../helpers';
import { tinyFolder, writeModel } from '../model-folders';

const BASE = '/people/me/negscope/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** A plain static host; the address of the page is the tests' base address. */
const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  baseURL: async ({}, use) => {
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      const inside = path.startsWith(BASE) ? path.slice(BASE.length) || 'index.html' : null;
      const file = inside === null ? null : join(DIST, inside);
      if (file === null || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    });
    await new Promise<void>((done) => server.listen(0, 'localhost', done));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    await use(`http://localhost:${address.port}${BASE}`);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
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
  await page.getByText('All figures in a table').click();
  const facts = page.getByRole('region', { name: 'This run' });
  await expect(facts).toContainText(device.reason);
  const outside = traffic.asked.filter((url) => !url.startsWith(baseURL ?? '') && !url.startsWith('blob:'));
  expect(outside).toEqual([]);
});
