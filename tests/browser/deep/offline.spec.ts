/** The service worker: the seal on a host without any header, and the page without a network. */

import type { Page } from '@playwright/test';

import { RankPage } from '../../support/rank-page.mjs';
import { expect } from '../helpers';
import { test } from '../plain-host';

const header = (page: Page) => page.getByRole('banner');
const worksOffline = (page: Page) => expect(header(page)).toContainText('Works offline', { timeout: 60_000 });

/** How often the page was asked for. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  return () => loads;
}

/** Scores of the demo by source, from the report. */
async function rankDemo(rankPage: RankPage): Promise<[string, number][]> {
  await rankPage.tryDemo();
  const { report } = await rankPage.exportReport();
  return Object.entries(report.sources).map(([name, { eci }]) => [name, eci]);
}

test('a plain host: sealed after one reload, with threads; then everything without a network, damage mended', async ({
  page,
  host,
}) => {
  const opened = countLoads(page);
  const rankPage = new RankPage(page, { bundled: true });
  await rankPage.open(host.url);
  await expect(header(page)).toContainText('Sealed');
  expect(opened()).toBe(2);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);

  const before = await rankDemo(rankPage);
  await test.step('policy and isolation are in force in every worker', async () => {
    await expect(page.locator('main')).toHaveAttribute('data-store', 'filled', { timeout: 60_000 });
    expect(page.workers().length).toBeGreaterThanOrEqual(3);
    for (const worker of page.workers()) {
      const found = await worker.evaluate(async () => {
        const violation = new Promise<string>((resolve) => {
          self.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        });
        const refused = await fetch('https://negscope.invalid/').then(
          () => 'sent',
          () => violation,
        );
        return { isolated: crossOriginIsolated, refused };
      });
      expect(found, worker.url()).toEqual({ isolated: true, refused: 'connect-src' });
    }
  });

  await test.step('the own host is told nothing either', async () => {
    const answers = await page.evaluate(async () => {
      const ask = (path: string, init?: RequestInit) =>
        fetch(path, init).then(
          ({ status }) => status,
          () => 'refused',
        );
      return [
        await ask('/other/?secret'),
        await ask('demo/index.json', { method: 'POST', body: 'secret' }),
        await ask('secret'),
        await ask('demo/index.json?secret'),
      ];
    });
    expect(answers).toEqual(['refused', 'refused', 404, 200]);
  });

  await page.getByRole('button', { name: 'Keep a copy' }).click();
  await worksOffline(page);
  await test.step('what is lost of it comes again', async () => {
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const [place, request] of (await cache.keys()).entries()) {
          if (place % 2 === 0) await cache.delete(request);
        }
      }
    });
    await rankPage.leave(() => page.reload());
    await page.getByRole('button', { name: 'Keep a copy' }).click();
    await worksOffline(page);
  });

  await test.step('a load past the service worker is put right', async () => {
    const client = await page.context().newCDPSession(page);
    await rankPage.leave(() => client.send('Page.reload', { ignoreCache: true }));
    await expect(header(page)).toContainText('Sealed');
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  });

  await host.stop();
  await rankPage.leave(() => page.reload());
  expect(await rankDemo(rankPage)).toEqual(before);
  for (const title of ['Audit', 'Lab', 'Learn']) {
    await page.getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveTitle(new RegExp(title, 'i'));
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
  }
  expect(rankPage.failure).toBeNull();
});

/** Bytes that are kept for use offline, as the service worker has them. */
function keptBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<{ answer: { kept: { bytes: number } } }>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    active?.postMessage({ kind: 'status', webgpu: false }, [port2]);
    return (await answered).answer.kept.bytes;
  });
}

test('nothing is kept before a copy is asked for, nor after the first result', async ({ page, host }) => {
  await page.addInitScript(() => {
    const asked: string[] = [];
    Reflect.set(globalThis, 'asked', asked);
    ServiceWorker.prototype.postMessage = new Proxy(ServiceWorker.prototype.postMessage, {
      apply(post, service, sent: [question: { kind: string }]) {
        asked.push(sent[0].kind);
        return Reflect.apply(post, service, sent);
      },
    });
  });
  /** What the page asked of the service worker so far. */
  const asked = () => page.evaluate(() => Reflect.get(globalThis, 'asked') as string[]);
  const rankPage = new RankPage(page, { bundled: true });
  await rankPage.open(host.url);
  await expect(header(page)).toContainText('A copy for use offline takes');
  await rankPage.tryDemo();
  // Longer than the page rests before it keeps anything.
  await page.waitForTimeout(8000);
  expect(await keptBytes(page), 'after the first result').toBe(0);
  expect(await asked()).not.toContain('keep');
  await page.getByRole('button', { name: 'Keep a copy' }).click();
  await worksOffline(page);
  expect(await asked()).toContain('keep');
  expect(await keptBytes(page)).toBeGreaterThan(1e6);
  // In a narrow window the words stand in the seal's panel, so that the header keeps its lines.
  await page.setViewportSize({ width: 1024, height: 768 });
  const words = header(page).getByText('Works offline');
  await expect(words).toBeHidden();
  await header(page).getByRole('button', { name: 'Sealed' }).click();
  await expect(words).toBeVisible();
});

test.describe('where the browser allows no service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the page works unsealed, is not loaded again, and says why', async ({ page, host }) => {
    const opened = countLoads(page);
    const rankPage = new RankPage(page, { bundled: true });
    await rankPage.open(host.url);
    await expect(header(page)).toContainText('Not sealed');
    await expect(header(page)).toContainText(
      'Does not work offline: the service worker could not be started',
    );
    expect(opened()).toBe(1);
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeEnabled();
  });
});
