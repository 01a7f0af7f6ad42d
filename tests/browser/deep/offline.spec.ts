import type { Page } from '@playwright/test';

import { RankPage } from '../../support/rank-page.mjs';
import { expect } from '../helpers';
import { tinyFolder, writeModel } from '../model-folders';
import { test } from '../plain-host';

const header = (page: Page) => page.getByRole('banner');
/** A copy of 77 MB takes a minute where the machine is busy. */
const worksOffline = (page: Page) =>
  expect(header(page)).toContainText('Works offline', { timeout: 150_000 });

async function keepCopy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keep a copy' }).click();
  await worksOffline(page);
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  return () => loads;
}

async function rankDemo(rankPage: RankPage): Promise<[string, number][]> {
  await rankPage.tryDemo();
  const { report } = await rankPage.exportReport();
  return Object.entries(report.sources).map(([name, { eci }]) => [name, eci]);
}

const cached = (page: Page) =>
  page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(url);
    }
    const base = document.baseURI.replace(/[^/]*$/, '');
    return addresses.map((address) => address.slice(base.length));
  });

test('a plain host: sealed after one reload, then all without a network', async ({ page, host }) => {
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

  await test.step('what passed is cached if its name holds a hash; a copy is made once it is asked for', async () => {
    await expect(header(page)).toContainText('A copy for use offline takes');
    const passed = await cached(page);
    expect(passed.length).toBeGreaterThan(5);
    expect(passed.filter((path) => !/^assets\/.*-[\w-]{8}\.\w+$/.test(path))).toEqual([]);
    await keepCopy(page);
    expect(await cached(page)).toEqual(
      expect.arrayContaining([...passed, '', 'files.json', 'demo/index.json']),
    );
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
  for (const title of ['Audit', 'Lab', 'Learn', 'Mine']) {
    await page.getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveTitle(new RegExp(title, 'i'));
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
  }
  expect(rankPage.failure).toBeNull();
});

test.describe('where the browser allows no service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the page ranks unsealed, on single threads, and says why', async ({ page, traffic, host }) => {
    const opened = countLoads(page);
    const rankPage = new RankPage(page, { bundled: true });
    await rankPage.open(host.url);
    await expect(header(page)).toContainText('Not sealed: the browser would let requests out');
    await expect(header(page)).toContainText(
      'Does not work offline: the service worker could not be started',
    );
    expect(opened()).toBe(1);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await rankPage.tryDemo();
    const { report } = await rankPage.exportReport();
    expect(report.ranking).toHaveLength(4);
    expect(report.device.kind).toBe('javascript');
    await rankPage.chooseModel(writeModel(test.info().outputPath('tiny'), tinyFolder()));
    await rankPage.setOptions({ sample: 4 });
    await rankPage.rank();
    const { device } = (await rankPage.exportReport()).report;
    expect(device.kind).toBe('wasm');
    const cores = await page.evaluate(() => Math.min(4, navigator.hardwareConcurrency));
    expect(device.threads).toBe(cores);
    expect(device.reason).toMatch(cores > 1 ? /^wasm, \d workers of one thread: / : /^wasm, 1 thread: /);
    expect(traffic.asked.filter((url) => !url.startsWith(host.url) && !url.startsWith('blob:'))).toEqual([]);
    expect([rankPage.failure, rankPage.consoleErrors]).toEqual([null, []]);
  });
});

test('a visit after a deploy gets the new version, else the copy', async ({ page, host }) => {
  const rankPage = new RankPage(page, { bundled: true });
  const edition = () => page.locator('meta[name=edition]').count();
  await rankPage.open(host.url);
  await keepCopy(page);
  await host.deploySecond();
  const visit = async () => {
    await page.reload();
    await expect(header(page)).toContainText('A copy for use offline takes');
    expect(await edition()).toBe(1);
  };
  const visitWithoutNetwork = async (kept: number) => {
    await host.stop();
    await page.reload();
    await worksOffline(page);
    expect(await edition()).toBe(kept);
    await page.getByRole('link', { name: 'Lab', exact: true }).click();
    await expect(page).toHaveTitle(/lab/i);
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
  };
  await visit();
  await visitWithoutNetwork(0);
  await host.startAgain();
  await visit();
  await keepCopy(page);
  await visitWithoutNetwork(1);
});
