/** The Audit page has room to work in small windows: rows of the list, and a negative that can be read. */

import { LIGHT_AND_DARK, expectAccessible, expectNotTooWide } from './accessible';
import { negativeInView, wholeRows } from './audit-room';
import { expect, test } from './helpers';

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
    await expectNotTooWide(page, `${width} px`);
  }
  await page.getByRole('button', { name: /^(Show|Hide) the plane$/ }).press('Enter');
  await expectAccessible(page, 'audit in a small window', LIGHT_AND_DARK);
});
