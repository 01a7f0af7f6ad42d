/** The Audit page has room to work in small windows: rows of the list, and a negative that can be read. */

import { LIGHT_AND_DARK, expectAccessible, expectNotTooWide } from './accessible';
import { negativeInView, wholeRows } from './audit-room';
import { dropOnPage } from './files';
import { expect, test } from './helpers';

/** Height of the line at the foot, in pixels. */
const DOCK = 44;

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

test('nothing moves or covers the buttons at 1366 × 768: marks, drawers, texts of any length, counts and rejects', async ({
  page,
  rankPage,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await rankPage.tryDemo();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.locator('[data-pair]')).toBeVisible({ timeout: 60_000 });
  const reader = page.getByRole('region', { name: 'The pair', exact: true });
  const keep = reader.getByRole('button', { name: 'Keep' });
  const basket = page.getByRole('region', { name: 'Basket' });

  // Several words on one pair, and something to save.
  await keep.press('f');
  await expect(basket.getByRole('button', { name: /^Save / })).toBeVisible({ timeout: 60_000 });
  const dock = async () => (await page.locator('.docks').boundingBox())?.height ?? 0;
  expect(await dock()).toBeLessThanOrEqual(DOCK + 1);
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(6);
  for (const drawer of ['Details', 'Memo', '? keys']) {
    await page.getByRole('button', { name: drawer, exact: true }).click();
    // A trial click waits until nothing else would get it.
    await keep.click({ trial: true, timeout: 5_000 });
    await page.keyboard.press('Escape');
  }

  const tooTall = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  for (const tab of ['Judge', 'Rejects', 'Shortcuts', 'SQL']) {
    await page.getByRole('button', { name: tab, exact: true }).click();
    await expect(page.locator('#result')).toBeVisible();
    await expect.poll(tooTall, tab).toBe(0);
  }
  await page.getByRole('button', { name: 'Judge', exact: true }).click();
  const verdicts = page.getByRole('group', { name: 'Verdict' });
  await expect(verdicts).toBeVisible({ timeout: 60_000 });
  const at = (await verdicts.boundingBox())?.y;
  const pair = page.getByRole('region', { name: 'The pair to judge' });
  // What is not shown yet is not judged.
  await expect(pair.locator('[data-key]')).toBeVisible();
  for (const [i, key] of ['2', '1', '2', '3', '2'].entries()) {
    await page.keyboard.press(key);
    await expect(pair).toContainText(`${i + 1} of`);
    await expect(pair.locator('[data-key]')).toBeVisible();
    expect((await verdicts.boundingBox())?.y, `after ${i + 1}`).toBe(at);
    expect(await tooTall(), `page, after ${i + 1}`).toBe(0);
  }

  // What is said after saving stands in the line, and whole in the details.
  const saving = page.waitForEvent('download');
  await basket.getByRole('button', { name: /^Save / }).click();
  await saving;
  await expect(basket).toContainText(/Saved\. .* holds .* cleaned/);
  expect(await dock()).toBeLessThanOrEqual(DOCK + 1);

  // A file that is let go here is not opened in place of the page.
  await dropOnPage(page, ['package.json']);
  await expect(page.getByRole('alert')).toContainText('Nothing was read. Drop source files on Rank');
  await expect(pair).toBeVisible();
});
