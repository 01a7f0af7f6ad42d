/** The page before anything is computed: it fits a screen, answers to the touch, and nothing jumps when something loads. */

import type { Page } from '@playwright/test';

import { DEMO } from '../../src/pages/rank/opening/demo-result';
import { expect, test } from './helpers';

/** The sum of all layout shifts that nobody asked for, from the first drawing of the page on. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => {
          observer.disconnect();
          done(sum);
        }, 500);
      }),
  );
}

test('the opening fits a screen, says what the page is for, and shifts nothing while it loads', async ({
  page,
  rankPage,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rankPage.open(baseURL ?? '');
  expect(await layoutShift(page)).toBe(0);
  for (const part of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('button', { name: 'Rank my files' }),
    page.getByRole('button', { name: 'Try the demo' }),
    page.getByText('requests elsewhere'),
    page.getByRole('link', { name: 'Move the points yourself, in Learn' }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
});

test('the opening shows the demo: a pair of three sources, the figure of all, and where to begin', async ({
  page,
  rankPage,
}) => {
  await expect(rankPage.page.getByRole('button', { name: 'Rank my files' })).toBeVisible();
  const example = page.getByRole('region', { name: 'A hard negative looks like' });
  for (const { source, rho, eta, psi } of DEMO.example.negatives) {
    const card = example.getByRole('article', { name: `a pair of ${source}` });
    const weight = Number(await card.getByRole('meter').getAttribute('aria-valuenow'));
    expect(weight).toBeCloseTo(rho * eta * psi, 9);
    // Nothing is hard that the encoder never confuses.
    if (rho > 0.95) await expect(card).not.toContainText('hard');
  }
  const words = await page.evaluate(
    () => document.body.innerText.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
  );
  expect(words, 'words that are read on the opening').toBeLessThanOrEqual(200);

  const result = page.getByRole('region', { name: DEMO.headline.slice(0, 20) });
  for (const { name, eci, rank } of DEMO.sources) {
    const row = result.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await expect(row).toContainText(eci.toFixed(4));
    await expect(row.getByRole('cell').first()).toHaveText(rank ?? '–');
  }

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Rank my files' }).click();
  expect((await choosing).isMultiple()).toBe(true);
});

test('the count of requests is that of the browser: none elsewhere, and the list tells those of this page', async ({
  page,
  rankPage,
  traffic,
}) => {
  await expect(rankPage.page.getByRole('button', { name: 'Rank my files' })).toBeVisible();
  await page.getByText('See the list').click();
  const listed = page.locator('.requests ol > li');
  const own = traffic.asked.filter((url) => /\.(js|css|json)$/.test(url));
  expect(own.length).toBeGreaterThan(2);
  for (const url of own) await expect(listed.filter({ hasText: url }).first()).toBeAttached();
  await expect(page.locator('.requests .count')).toHaveText('0');
});
