/** The Audit page has room to work in small windows: rows of the list, and a negative that can be read. */

import type { Page } from '@playwright/test';

import { LIGHT_AND_DARK, expectAccessible } from './accessible';
import { expect, test } from './helpers';

/** Rows of the list that are whole in view. */
function wholeRows(page: Page): Promise<number> {
  return page.getByRole('grid', { name: 'Pairs' }).evaluate((grid) => {
    const box = grid.getBoundingClientRect();
    const [titles, ...rows] = [...grid.querySelectorAll('[role=row]')].map((row) =>
      row.getBoundingClientRect(),
    );
    const bottom = Math.min(box.bottom, innerHeight);
    return rows.filter((row) => row.top >= (titles?.bottom ?? 0) - 1 && row.bottom <= bottom + 1).length;
  });
}

/** Height in view of the negative in the reader, above the buttons. */
function negativeInView(page: Page): Promise<{ seen: number; whole: number }> {
  return page.getByRole('region', { name: 'The pair' }).evaluate((reader) => {
    const negative = reader.querySelector('dd')?.getBoundingClientRect();
    const buttons = reader.querySelector('.said')?.getBoundingClientRect();
    if (!negative || !buttons) return { seen: 0, whole: Infinity };
    const top = Math.max(negative.top, reader.getBoundingClientRect().top);
    return { seen: Math.min(negative.bottom, buttons.top) - top, whole: negative.height };
  });
}

test('six rows and the negative fit where the window is 768 px high @deep', async ({ page, rankPage }) => {
  test.slow();
  await rankPage.tryDemo();
  for (const width of [1366, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    await page.goto(`${new URL(page.url()).origin}${new URL(page.url()).pathname}#rank`);
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await expect(page.locator('main')).toHaveAttribute('data-phase', 'ready', { timeout: 60_000 });
    await expect(page.locator('[data-pair]')).toBeVisible();
    await expect.poll(() => wholeRows(page), `rows at ${width} px`).toBeGreaterThanOrEqual(6);
    // Six lines of text, or all of it.
    const { seen, whole } = await negativeInView(page);
    expect(seen, `the negative at ${width} px`).toBeGreaterThanOrEqual(Math.min(whole, 6 * 20));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.getByRole('button', { name: /^(Show|Hide) the plane$/ }).press('Enter');
  await expectAccessible(page, 'audit in a small window', LIGHT_AND_DARK);
});
