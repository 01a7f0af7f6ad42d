/** The experiments of the Lab page, as tests find them. */

import type { Locator, Page } from '@playwright/test';

export const cell = (page: Page, id: string): Locator => page.locator(`[data-experiment="${id}"]`);

export const title = (page: Page, id: string): Locator => cell(page, id).getByRole('heading');

export const idle = (page: Page): Locator => page.locator('main[data-lab=idle]');

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
