/** The Audit page by the names that people and assistive tools use, and what is saved from any page. */

import { readFileSync } from 'node:fs';

import { expect, type Locator, type Page } from '@playwright/test';

export const pairs = (page: Page): Locator => page.getByRole('grid', { name: 'Pairs' });
export const counted = (page: Page): Locator => page.locator('[data-part=count]');
export const reader = (page: Page): Locator => page.getByRole('region', { name: 'The pair' });
export const basketOf = (page: Page): Locator => page.getByRole('region', { name: 'Basket' });

export const goTo = (page: Page, hash: string) => page.evaluate((to) => (location.hash = to), hash);

export async function openPairs(page: Page, hash = '#audit?tab=pairs'): Promise<void> {
  await goTo(page, hash);
  await expect(pairs(page)).toBeVisible();
}

/** Drops what the list shows; from a fifth of all pairs on the page asks first. */
export async function dropAll(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Drop these/ })
    .first()
    .click();
  const sure = page.getByRole('button', { name: 'Drop them' });
  if (await sure.isVisible()) await sure.click();
}

/** Asks the table store, on the list of pairs. */
export async function ask(page: Page, sql: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'SQL' });
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'SQL', exact: true }).press('Enter');
  await field.fill(sql);
  await field.press('Control+Enter');
}

/** Presses a button and reads the file that comes of it. @param name as the page proposes it */
export async function saved(page: Page, button: Locator, name?: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
  if (name !== undefined) expect(download.suggestedFilename()).toBe(name);
  return readFileSync(await download.path());
}
