import type { Page } from '@playwright/test';

import type { Report } from '../../../src/report/result';
import { differences } from '../../support/compare';
import { RankPage } from '../../support/rank-page.mjs';
import { demoBeginnings } from '../files';
import { expect, test } from '../helpers';

/** In batches of other texts, float32 sums differ by their order. */
const TOLERANCE = { absolute: 1e-6, relative: 1e-6 };

/** The clocks of a realm jump ahead with its next event. */
function sleepAtNext(event: string): void {
  const hours = 5 * 3_600_000;
  const clocks = { date: Date.now, mark: performance.now.bind(performance) };
  const sleep = () => {
    Date.now = () => clocks.date() + hours;
    performance.now = () => clocks.mark() + hours;
    Reflect.set(globalThis, 'isFaulted', true);
  };
  addEventListener(event, sleep, { once: true });
}

function hide(): void {
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  Object.defineProperty(document, 'hidden', { get: () => true });
  const real = setTimeout;
  Reflect.set(window, 'setTimeout', (act: () => void, ms = 0) => {
    Reflect.set(window, 'isFaulted', true);
    return real(act, Math.max(1000, ms));
  });
  window.requestAnimationFrame = () => 0;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Loads and ranks. @param fault made before the run */
async function reportOf(
  page: Page,
  baseURL: string | undefined,
  fault?: () => Promise<unknown>,
): Promise<Report> {
  const rankPage = new RankPage(page, { bundled: true });
  await rankPage.open(baseURL ?? '', { device: 'wasm' });
  await rankPage.loadFiles(demoBeginnings(['written', 'random'], 3));
  await fault?.();
  await rankPage.rank();
  await expect(page.getByRole('alert')).toHaveCount(0);
  return (await rankPage.exportReport()).report;
}

const FAULTS = {
  'the computer slept for five hours': (page: Page) =>
    Promise.all([
      page.evaluate(sleepAtNext, 'click'),
      ...page.workers().map((worker) => worker.evaluate(sleepAtNext, 'message')),
    ]),
  'the tab was hidden': (page: Page) => page.evaluate(hide),
};

let unharmed: Report | null = null;

for (const [name, make] of Object.entries(FAULTS)) {
  test(`${name}: the figures are the same`, async ({ page, baseURL, browser }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const expected = (unharmed ??= await reportOf(await context.newPage(), baseURL));
    await context.close();
    const report = await reportOf(page, baseURL, () => make(page));
    const isFaulted = () => Reflect.get(globalThis, 'isFaulted') === true;
    expect(await page.evaluate(isFaulted)).toBe(true);
    const engine = page.workers().find((worker) => worker.url().includes('/engine-'));
    if (make === FAULTS['the computer slept for five hours'])
      expect(await engine?.evaluate(isFaulted)).toBe(true);
    expect(differences(report.sources, expected.sources, TOLERANCE)).toEqual([]);
    expect(differences(report.ranking, expected.ranking, TOLERANCE)).toEqual([]);
  });
}
