/** The Audit page: near pairs of a real collection in small windows; threshold and memo by the keyboard alone. */

import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { negativeInView, wholeRows } from '../audit-room';
import { alphaAndBeta } from '../files';
import { expect, sharedData, test } from '../helpers';

/** Lines of the negative that are enough to read on from, in pixels. */
const LINES = 6 * 20;

test('279 near pairs of dl1920 are 132 rows; six of them and the negative are in view', async ({
  page,
  rankPage,
}) => {
  const names = ['bm25', 'tasb', 'repllama', 'random'];
  await rankPage.loadFiles(names.map((name) => sharedData(`data/dl1920/${name}.jsonl`)));
  await rankPage.chooseModel(sharedData('models/potion-base-2M'));
  await rankPage.chooseReference(names.slice(0, 3));
  await rankPage.rank();
  await page.evaluate(() => (location.hash = '#audit?found=near_positive'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '279 pairs lie so near to their positive that they may be answers.',
    { timeout: 60_000 },
  );
  await expect(page.getByText('279 pairs, 132 distinct')).toBeVisible();
  // Its titles are a row too.
  await expect(page.getByRole('grid', { name: 'Pairs' })).toHaveAttribute('aria-rowcount', '133');
  const reader = page.getByRole('region', { name: 'The pair' });
  await expect(reader).toContainText('pair 1 of 132');
  const cure = page.getByRole('group', { name: 'Cure' });
  await expect(cure).toContainText(/Without them: bm25 [\d.]+ → [\d.]+, tasb .*, inside their intervals\./);
  for (const width of [1366, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    await expect.poll(() => wholeRows(page), `rows at ${width} px`).toBeGreaterThanOrEqual(6);
    await expect
      .poll(async () => {
        const { seen, whole } = await negativeInView(page);
        return seen - Math.min(whole, LINES);
      }, `the negative at ${width} px`)
      .toBeGreaterThanOrEqual(0);
  }

  // In a narrow window the reader is a sheet over the list.
  await page.setViewportSize({ width: 768, height: 768 });
  await page.getByRole('grid', { name: 'Pairs' }).scrollIntoViewIfNeeded();
  await expect.poll(() => wholeRows(page), 'rows at 768 px').toBeGreaterThanOrEqual(6);
  await page.locator('#pair-list [role=row][aria-rowindex="3"]').click();
  await expect(reader).toContainText('pair 2 of 132');
  const { seen, whole } = await negativeInView(page);
  expect(seen, 'the negative at 768 px').toBeGreaterThanOrEqual(Math.min(whole, LINES));

  // Too easy a source has a cure too, computed beforehand.
  await page.evaluate(() => (location.hash = '#audit?found=unrelated'));
  await expect(cure).toContainText(/1,1\d\d negatives? of random|of random look like random passages/);
  await expect(cure).toContainText(/Without them: .*random 0\.\d{4} → 0\.\d{4}/);
});

const MOST_TABS = 60;

/** What has the focus, by its accessible name. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    const label =
      at?.getAttribute('aria-label') ?? at?.closest('label')?.textContent ?? at?.textContent ?? '';
    return label.replace(/\s+/g, ' ').trim();
  });

/** Presses Tab until something has the focus. @returns names of all stops on the way, the last one included */
async function tabTo(page: Page, goal: Locator): Promise<string[]> {
  const stops: string[] = [];
  const isThere = () => goal.evaluate((element) => element === document.activeElement);
  while (stops.length < MOST_TABS && !(await isThere())) {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  }
  expect(await isThere(), `reached by Tab, after ${stops.join(', ')}`).toBe(true);
  return stops;
}

async function pressed(page: Page, goal: Locator): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.press('Enter');
}

test('a threshold is chosen and the memo saved with no key but Tab, Enter, space, letters and arrows', async ({
  page,
  rankPage,
}) => {
  await rankPage.loadFiles(alphaAndBeta());
  await rankPage.chooseReference(['alpha']);
  await rankPage.rank();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByRole('link', { name: 'Audit', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-pair]')).toBeVisible({ timeout: 60_000 });

  await test.step('the threshold page', async () => {
    await pressed(page, button('Threshold'));
    const handle = page.getByRole('slider', { name: 'Absolute margin' });
    await expect(page.locator('tr[data-source="alpha"]')).toContainText(/by chance/);
    await button('Threshold').focus();
    const stops = await tabTo(page, button('Save the cleaned files'));
    const order = ['Absolute margin', 'Relative margin', 'Highest score', 'Lowest score', 'K', 'Ranks'];
    const own = stops.slice(stops.indexOf('Absolute margin'));
    expect(own.slice(0, order.length)).toEqual(order);
    expect(own.indexOf('Absolute margin', 1), 'the handle follows the kinds').toBe(order.length);
    expect(own.at(-1)).toBe('Save the cleaned files');

    await button('Threshold').focus();
    await tabTo(page, handle);
    await expect(handle).toHaveAttribute('aria-valuetext', '0.05');
    await page.keyboard.press('ArrowRight');
    await expect(handle).toHaveAttribute('aria-valuetext', '0.06');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(handle).toHaveAttribute('aria-valuetext', '0.04');
    await expect(page.getByRole('heading', { level: 2 })).toContainText('An absolute margin of 0.04');
    const saving = page.waitForEvent('download');
    await pressed(page, button('Save the cleaned files'));
    expect((await saving).suggestedFilename()).toBe('negscope.cleaned.zip');
  });

  await test.step('the memo', async () => {
    await button('Pairs').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-pair]')).toBeVisible();
    await page.keyboard.press('d');
    await expect(page.getByRole('region', { name: 'Basket' })).toContainText('1 dropped');
    await pressed(page, button('Audit report'));
    await tabTo(page, page.getByRole('checkbox', { name: 'with the texts of those pairs' }));
    await page.keyboard.press('Space');
    await tabTo(page, button('Save the audit report'));
    const saving = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const text = await readFile(await (await saving).path(), 'utf8');
    expect(text).toMatch(/<b class="big">1<\/b>\s+pair leaves/);
    expect(text).toContain('dt>negative</dt>');
    await page.keyboard.press('Escape');
    await expect(button('Save the audit report')).toHaveCount(0);
  });
});
