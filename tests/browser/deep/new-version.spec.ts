/** A new version on the host, and the tabs of the one before. */

import type { Page } from '@playwright/test';

import { RankPage } from '../../support/rank-page.mjs';
import { expect } from '../helpers';
import { test } from '../plain-host';

const edition = (page: Page) => page.locator('meta[name=edition]').count();
const worksOffline = (page: Page) =>
  expect(page.getByRole('banner')).toContainText('Works offline', { timeout: 60_000 });

/** Opens the page and has it keep a copy for use offline. */
async function withCopy(page: Page, url: string): Promise<void> {
  await new RankPage(page, { bundled: true }).open(url);
  await page.getByRole('button', { name: 'Keep a copy' }).click();
  await worksOffline(page);
}

const update = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.getRegistration().then((known) => known?.update()));
const line = (page: Page) => page.getByRole('status', { name: 'New version' });

test('two tabs keep the version that they have; once one is closed, a reload of the other takes the new one', async ({
  page,
  context,
  host,
}) => {
  await withCopy(page, host.url);
  const other = await context.newPage();
  await new RankPage(other, { bundled: true }).open(host.url);

  await host.deploySecond();
  await update(page);
  for (const each of [page, other]) {
    await expect(line(each)).toContainText('There is a new version.', { timeout: 30_000 });
  }

  await test.step('a reload, and parts that are no longer on the server, are of the old one', async () => {
    await page.reload();
    await expect(line(page)).toContainText('close other tabs of this page and reload');
    expect(await edition(page)).toBe(0);
    for (const title of ['Lab', 'Learn']) {
      await other.getByRole('link', { name: title, exact: true }).click();
      await expect(other).toHaveTitle(new RegExp(title, 'i'));
    }
    await expect(other.getByText('could not be loaded')).toHaveCount(0);
  });

  await page.close();
  await expect(async () => {
    await other.reload();
    await expect(other.getByRole('navigation')).toBeVisible();
    expect(await edition(other)).toBe(1);
  }).toPass({ timeout: 30_000 });
  await expect(line(other)).toHaveText('');
  await worksOffline(other);
});

test('without a copy a visit after a deploy gets the new version, of which nothing was kept', async ({
  page,
  host,
}) => {
  await new RankPage(page, { bundled: true }).open(host.url);
  await expect(page.getByRole('banner')).toContainText('Sealed');
  await host.deploySecond();
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('Sealed');
  expect(await edition(page)).toBe(1);
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeEnabled();
});
