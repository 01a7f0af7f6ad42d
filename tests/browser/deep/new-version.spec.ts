/** Two builds side by side: a new version on the host, and the tabs of the one before. */

import type { Page } from '@playwright/test';

import { RankPage } from '../../../scripts/lib/rank-page.mjs';
import { expect } from '../helpers';
import { test } from '../plain-host';

const edition = (page: Page) => page.locator('meta[name=edition]').count();
const worksOffline = (page: Page) =>
  expect(page.getByRole('banner')).toContainText('Works offline', { timeout: 60_000 });

test('a new version waits for the user and for every run; a tab of the old one keeps its own files', async ({
  page,
  context,
  host,
}) => {
  const first = new RankPage(page, { bundled: true });
  await first.open(host.url);
  await worksOffline(page);
  const otherPage = await context.newPage();
  const other = new RankPage(otherPage, { bundled: true });
  await other.open(host.url);

  await host.deploySecond();
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((known) => known?.update()));
  const use = page.getByRole('button', { name: 'Use the new version' });
  await expect(use).toBeVisible({ timeout: 30_000 });
  await page.reload();
  expect(await edition(page)).toBe(0);
  await expect(use).toBeVisible({ timeout: 30_000 });

  await otherPage.bringToFront();
  await otherPage.getByRole('button', { name: 'Try the demo' }).click();
  await expect(other.progressBar.first()).toBeVisible();
  await use.click();
  await expect(page.getByRole('status', { name: 'New version' })).toContainText(
    'a run is under way in another tab',
  );
  expect(await edition(page)).toBe(0);
  await other.waitForResult();
  await expect.poll(() => edition(page), { timeout: 20_000 }).toBe(1);

  await test.step('the other tab opens what is no longer on the server', async () => {
    expect(await edition(otherPage)).toBe(0);
    for (const title of ['Lab', 'Learn']) {
      await otherPage.getByRole('link', { name: title, exact: true }).click();
      await expect(otherPage).toHaveTitle(new RegExp(title, 'i'));
    }
    await expect(otherPage.getByText('could not be loaded')).toHaveCount(0);
  });
  await worksOffline(page);
});
