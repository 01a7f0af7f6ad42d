/** The experiments of the Lab page, as tests find them. */

import { expect, type Locator, type Page } from '@playwright/test';

export const cell = (page: Page, id: string): Locator => page.locator(`[data-experiment="${id}"]`);

export const title = (page: Page, id: string): Locator => cell(page, id).getByRole('heading');

export const idle = (page: Page): Locator => page.locator('main[data-lab=idle]');

export async function openLab(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Lab' }).click();
  await expect(idle(page)).toBeVisible({ timeout: 120_000 });
}

/** On a slow machine experiments wait for a press, here one of the keyboard. */
export async function runRest(page: Page): Promise<void> {
  const rest = page.getByRole('button', { name: /^Run what is open/ });
  if (await rest.isVisible()) await rest.press('Enter');
  await expect(idle(page)).toBeVisible({ timeout: 120_000 });
}

/** The rows of the table behind a chart, cell by cell. */
export async function tableOf(page: Page, id: string): Promise<string[][]> {
  const behind = cell(page, id).locator('.behind details').first();
  await behind.locator('summary').click();
  return behind
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').trim())),
    );
}
