/** All ten lessons by touch, keyboard and mouse, each in a window of its own: nothing moves under the hand, task and reward are in view. */

import type { Locator, Page } from '@playwright/test';

import { expect, test } from '../helpers';
import { circle, DEEDS, KEYS, mark, MOUSE, TOUCH, type Hand } from '../lessons';
import { wordsOnScreen } from '../words-on-screen';

/** Each hand in the window that it is used in. */
const WAYS: readonly (readonly [string, Hand, { readonly width: number; readonly height: number }])[] = [
  ['touch', TOUCH, { width: 390, height: 844 }],
  ['keyboard', KEYS, { width: 1366, height: 768 }],
  ['mouse', MOUSE, { width: 1920, height: 1080 }],
];

const MOST_WORDS = 150;

/** Where something stands on the page, however far the page is scrolled. */
const placeOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height].map(Math.round);
  });

/** The same hand; what it works at must not move, nor the window while a finger drags. */
function steady(hand: Hand): Hand {
  const still = async (what: Locator, work: () => Promise<void>) => {
    const before = await placeOf(what);
    await work();
    expect(await placeOf(what), `where ${String(what)} is`).toEqual(before);
  };
  return {
    async turn(page, angle) {
      await circle(page).scrollIntoViewIfNeeded();
      const scrolled = await page.evaluate(() => scrollY);
      await still(circle(page), () => hand.turn(page, angle));
      expect(await page.evaluate(() => scrollY), 'scrolled while the negative was led').toBe(scrolled);
    },
    press: (button) => still(button, () => hand.press(button)),
    slide: (slider, share) => still(slider, () => hand.slide(slider, share)),
    choose: (list, option) => still(list, () => hand.choose(list, option)),
  };
}

/** On a phone what the task needs lies above the foot of the card as the lesson opens. */
async function expectAboveFoot(page: Page, number: number): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  const controls = page.locator('.first :is(input, select, button)').filter({ visible: true });
  const last = (await controls.count()) > 0 ? controls.last() : mark(page).locator('.halo');
  const [needed, foot] = await Promise.all([last.boundingBox(), page.locator('.lesson-foot').boundingBox()]);
  expect((needed?.y ?? NaN) + (needed?.height ?? NaN), `lesson ${number}`).toBeLessThanOrEqual(
    foot?.y ?? NaN,
  );
}

async function doLesson(page: Page, i: number, hand: Hand): Promise<void> {
  const found = page.locator('[data-done]');
  await expect(found).toHaveAttribute('data-done', 'false');
  await expect(page.locator('.task')).toBeInViewport();
  await DEEDS[i]?.(page, steady(hand));
  await expect(found, `lesson ${i + 1}`).toHaveAttribute('data-done', 'true');
  await expect(found.getByText('Done.')).toBeInViewport();
  expect(await wordsOnScreen(page), `words in lesson ${i + 1}`).toBeLessThanOrEqual(MOST_WORDS);
  const next = page.getByRole('button', { name: i < DEEDS.length - 1 ? 'Next lesson' : 'Finish' });
  await expect(next).toBeInViewport();
  await hand.press(next);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

for (const [name, hand, viewport] of WAYS) {
  test(`${viewport.width} × ${viewport.height}, by ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ viewport, hasTouch: name === 'touch' });
    const page = await context.newPage();
    await page.goto(`${baseURL ?? ''}learn.html`);
    for (const i of DEEDS.keys()) {
      if (name === 'touch') await expectAboveFoot(page, i + 1);
      await doLesson(page, i, hand);
    }
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ten of ten.');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
    await context.close();
  });
}
