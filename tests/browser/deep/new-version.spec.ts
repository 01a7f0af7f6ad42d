/** A new version on the host, and the tabs of the one before. */

import type { Page } from '@playwright/test';

import { RankPage } from '../../../scripts/lib/rank-page.mjs';
import { expect } from '../helpers';
import { test } from '../plain-host';

const edition = (page: Page) => page.locator('meta[name=edition]').count();
const worksOffline = (page: Page) =>
  expect(page.getByRole('banner')).toContainText('Works offline', { timeout: 60_000 });

test('a new version is used once all tabs are closed; until then every tab has the files of the old one', async ({
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
  for (const each of [page, otherPage]) {
    const line = each.getByRole('status', { name: 'New version' });
    await expect(line).toContainText('It is used once all tabs of the page are closed.', { timeout: 30_000 });
  }

  await test.step('a reload, and parts that are no longer on the server, are of the old one', async () => {
    await page.reload();
    expect(await edition(page)).toBe(0);
    for (const title of ['Lab', 'Learn']) {
      await otherPage.getByRole('link', { name: title, exact: true }).click();
      await expect(otherPage).toHaveTitle(new RegExp(title, 'i'));
    }
    await expect(otherPage.getByText('could not be loaded')).toHaveCount(0);
  });

  await page.close();
  await otherPage.close();
  const third = await context.newPage();
  await expect(async () => {
    await third.goto('about:blank');
    await third.goto(host.url);
    expect(await edition(third)).toBe(1);
  }).toPass({ timeout: 30_000 });
  await worksOffline(third);
});
