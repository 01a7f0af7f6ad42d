import { createServer, connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect } from '@playwright/test';

import { DIST } from '../../../scripts/lib/paths.mjs';
import { serve } from '../../../scripts/serve.mjs';
import { portOf } from '../../support/port';
import { banner, built, panel, test } from '../outside';

test.use({ serviceWorkers: 'allow' });

/** What the first visit may cost before the first click, compressed. */
const FIRST_VISIT_BYTES = 1.5e6;

test('opened as a file, the page says what to do', async ({ page }) => {
  await page.goto(pathToFileURL(join(DIST, 'index.html')).href);
  await expect(page.locator('#app')).toContainText('cannot run from a file');
});

for (const [what, script, said] of [
  ['whose script never comes', null, 'it did not answer within 10 s'],
  [
    'that cannot be installed',
    'oninstall = (event) => event.waitUntil(Promise.reject(new Error()));',
    'could not be started: it could not be installed',
  ],
  ['that the browser forbids', '', 'allows no service worker'],
] as const) {
  test(`a service worker ${what} is not waited for, and the page says so`, async ({ page }) => {
    if (script === null) await page.clock.install();
    if (script === '') {
      await page.addInitScript(() => {
        ServiceWorkerContainer.prototype.getRegistration = () =>
          Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
      });
    }
    await built(
      () => ({}),
      async (address) => {
        await page.goto(address);
        if (script === null) {
          await expect(page.locator('#app')).toContainText('One moment');
          await page.clock.fastForward(10_000);
        }
        await expect(page.getByRole('button', { name: 'Try the demo' })).toBeEnabled();
        await page.getByRole('button', { name: 'Not sealed' }).click();
        await expect(panel(page)).toContainText(said);
      },
      { '/service-worker.js': script },
    );
  });
}

test('without https the demo is ranked, unsealed', async ({ page }) => {
  await built(
    () => ({}),
    async (address) => {
      await page.goto(address.replace('localhost', 'lan.test'));
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await page.getByRole('button', { name: 'Try the demo' }).click();
      await expect(page.locator('main')).toHaveAttribute('data-phase', 'done', { timeout: 60_000 });
      await expect(banner(page)).toContainText('Not sealed');
      await page.getByRole('button', { name: 'Not sealed' }).click();
      await expect(panel(page)).toContainText('neither https nor localhost');
    },
  );
});

test('a first visit fetches little before the first click', async ({ page }) => {
  const server = await serve({ root: DIST, port: 0 });
  let bytes = 0;
  const counter = createServer((socket) => {
    const to = connect(server.port, 'localhost');
    to.on('data', (data) => (bytes += data.length));
    for (const end of [to, socket]) end.on('error', () => undefined);
    socket.pipe(to).pipe(socket);
  });
  try {
    await page.goto(`http://localhost:${await portOf(counter)}/`);
    await expect(banner(page)).toContainText('A copy for use offline takes', { timeout: 30_000 });
    // Longer than the page rests before it would keep anything.
    await page.waitForTimeout(6000);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(FIRST_VISIT_BYTES);
    console.log(`first visit: ${bytes} bytes`);
  } finally {
    await page.close();
    counter.close();
    await server.close();
  }
});
