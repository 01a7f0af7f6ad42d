/** All ten lessons by touch, keyboard and mouse, each in a window of its own. */

import type { Page } from '@playwright/test';

import { expect, test } from '../helpers';
import { DEEDS, KEYS, MOUSE, TOUCH, type Hand } from '../lessons';

/** Each hand in the window that it is used in. */
const WAYS: readonly (readonly [string, Hand, { readonly width: number; readonly height: number }])[] = [
  ['touch', TOUCH, { width: 390, height: 844 }],
  ['keyboard', KEYS, { width: 1366, height: 768 }],
  ['mouse', MOUSE, { width: 1920, height: 1080 }],
];

async function doLesson(page: Page, i: number, hand: Hand): Promise<void> {
  const found = page.locator('[data-done]');
  await expect(found).toHaveAttribute('data-done', 'false');
  await DEEDS[i]?.(page, hand);
  await expect(found, `lesson ${i + 1}`).toHaveAttribute('data-done', 'true');
  const next = page.getByRole('button', { name: i < DEEDS.length - 1 ? 'Next lesson' : 'Finish' });
  await hand.press(next);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

for (const [name, hand, viewport] of WAYS) {
  test(`${viewport.width} × ${viewport.height}, by ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ viewport, hasTouch: name === 'touch' });
    const page = await context.newPage();
    await page.goto(`${baseURL ?? ''}learn.html`);
    for (const i of DEEDS.keys()) await doLesson(page, i, hand);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ten of ten.');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
    await context.close();
  });
}
