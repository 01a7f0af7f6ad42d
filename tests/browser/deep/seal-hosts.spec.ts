/**
 * The seal where its page is not sealed, or not wholly: that every way is one, and what the page says where its server
 * sends other headers, or none.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from '@playwright/test';

import { responseHeaders } from '../../../scripts/headers.mjs';
import { DIST } from '../../../scripts/lib/paths.mjs';
import { RankPage } from '../../support/rank-page.mjs';
import type { Seal } from '../../../src/seal/types';
import { demoFile } from '../files';
import { tinyFolder, writeModel } from '../model-folders';
import { banner, built, idOf, panel, settle, test, tryWay, waysOf } from '../outside';
import { REMOVED, WAYS, kindOf } from '../ways';

test.use({ serviceWorkers: 'block' });

test('in a run with threads each thread of the encoder answers too', async ({ page, context }, testInfo) => {
  // Threads are for large models: here the limit is taken from the engine's script, so that a small one has them.
  await context.route('**/assets/engine-*.js', async (route) => {
    // The seal asks for the headers alone.
    if (route.request().method() === 'HEAD') return route.continue();
    const response = await route.fetch();
    const script = await response.text();
    expect(script).toContain('32e6');
    await route.fulfill({ response, body: script.replaceAll('32e6', '1e3') });
  });
  await built(
    () => responseHeaders(),
    async (address) => {
      await page.goto(`${address}?device=wasm`);
      await page.evaluate(() => {
        const seal = Reflect.get(window, Symbol.for('negscope.seal')) as Seal;
        const answers: Record<string, string> = {};
        seal((realms) => {
          for (const { path, script, openings } of realms) {
            answers[path] = `${new URL(script).pathname.split('/').at(-1)?.slice(0, 4)} ${openings?.length}`;
          }
        });
        Object.assign(window, { answers });
      });
      const rankPage = new RankPage(page);
      await rankPage.loadFiles([demoFile('written'), demoFile('random')]);
      await rankPage.chooseModel(writeModel(testInfo.outputPath('tiny'), tinyFolder()));
      await rankPage.setOptions({ sample: 4 });
      await rankPage.rank();
      await expect(page.getByRole('main')).toContainText(/wasm, [2-4] threads/);
      const answers = await page.evaluate(() => Reflect.get(window, 'answers') as Record<string, string>);
      const threads = Object.values(answers).filter((answer) => answer.startsWith('ort-'));
      expect(threads.length).toBeGreaterThan(0);
      for (const answer of threads) expect(answer).toBe('ort- 0');
    },
  );
});

for (const [policy, headers, open] of [
  ['no header at all', {}, 'Open: no policy refused its request.'],
  [
    'a policy for requests, and none for pictures',
    { 'Content-Security-Policy': "connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'" },
    "Open: the policy is not the page's own in default-src, ",
  ],
] as const) {
  test(`served with ${policy}, the page says that it is not sealed, and what is open`, async ({
    page,
    outside,
  }) => {
    await built(
      () => headers,
      async (address) => {
        await page.goto(address);
        await expect(banner(page)).toContainText('Not sealed: the browser would let requests out');
        await page.getByRole('button', { name: 'Not sealed' }).click();
        await expect(panel(page).getByRole('row', { name: 'This page' })).toContainText(open);
        const picture = WAYS.filter(({ name }) => name === 'picture');
        for (const way of picture) await tryWay(way, page, 'page', outside);
        await expect.poll(() => outside.heard.size).toBe(1);
        await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(
          '1 request to other addresses',
        );
      },
    );
  });
}

test('a host that puts a script before ours is not called sealed', async ({ page }) => {
  const headers = responseHeaders();
  const index = readFileSync(join(DIST, 'index.html'), 'utf8');
  const files = { '/': index.replace('<head>', '<head><script src="./tally.js"></script>'), '/tally.js': '' };
  await built(
    () => headers,
    async (address) => {
      await page.goto(address);
      await page.getByRole('button', { name: 'Not sealed' }).click();
      await expect(panel(page)).toContainText('the host has put a script before those of the page');
    },
    files,
  );
});

test('with our headers on index.html only, no worker starts, and the message says why', async ({ page }) => {
  const headers = responseHeaders();
  await built(
    (path) => (path === 'index.html' ? headers : {}),
    async (address) => {
      await page.goto(address);
      await page.getByLabel('Source files').setInputFiles([demoFile('written')]);
      const alert = page.getByRole('alert').first();
      await expect(alert).toHaveAttribute('data-error', 'WorkerStartError');
      await expect(alert).toContainText('with the headers that its file _headers lists');
    },
  );
});

test('with our policy on index.html only, the page names the workers that are open', async ({ page }) => {
  const { 'Content-Security-Policy': policy = '', ...others } = responseHeaders();
  const headersFor = (path: string) =>
    path === 'index.html' ? { 'Content-Security-Policy': policy, ...others } : others;
  await built(headersFor, async (address) => {
    await page.goto(address);
    await expect(banner(page)).toContainText('Sealed');
    await page.getByLabel('Source files').setInputFiles([demoFile('written')]);
    await expect(banner(page)).toContainText('Not sealed');
    await page.getByRole('button', { name: 'Not sealed' }).click();
    await expect(panel(page)).toContainText('The page itself is closed, but not every worker');
    await expect(panel(page).getByRole('row', { name: 'This page' })).toContainText('Closed');
    await expect(panel(page).getByRole('row', { name: 'Worker: engine' })).toContainText('Open: no policy');
  });
});

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  const script = readFileSync(join(DIST, 'service-worker.js'), 'utf8');
  for (const [worker, code] of [
    ['does nothing', ''],
    ['has a policy with frames of any site', script.replaceAll("frame-src 'none'", 'frame-src *')],
    ['is no script', '<!doctype html><title>Sign in</title>'],
  ] as const) {
    test(`on a host without headers whose service worker ${worker}, the page is not called sealed`, async ({
      page,
    }) => {
      expect(code).not.toBe(script);
      await built(
        () => ({}),
        async (address) => {
          await page.goto(address);
          await expect(banner(page)).toContainText('Not sealed', { timeout: 30_000 });
          await settle();
          await expect(banner(page)).toContainText('Not sealed');
        },
        { '/service-worker.js': code },
      );
    });
  }

  test('a page whose server sends no header is sealed, threads included, and the service worker keeps no way out that no policy holds', async ({
    page,
    context,
    outside,
  }) => {
    await built(
      () => ({}),
      async (address) => {
        await page.goto(address);
        await expect(banner(page)).toContainText('Sealed: no request goes elsewhere', { timeout: 30_000 });
        expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
        const ways = waysOf('page').filter(({ leaves }) => !leaves);
        for (const way of ways) await tryWay(way, page, 'page', outside);
        await settle();
        const remaining = ways.filter((way) => kindOf(way) === 'remains' && !way.notHere);
        expect([...outside.heard]).toEqual(remaining.map((way) => idOf(way, 'page')));
        const [service] = context.serviceWorkers();
        const left = (names: string[]) => names.filter((name) => Boolean(Reflect.get(globalThis, name)));
        expect(await service?.evaluate(left, REMOVED)).toEqual([]);
        const navigate = () =>
          typeof Reflect.get(Reflect.get(globalThis, 'WindowClient').prototype, 'navigate');
        expect(await service?.evaluate(navigate)).toBe('undefined');
      },
    );
  });
});
