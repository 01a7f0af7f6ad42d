/** All ten lessons by touch and by keyboard (by mouse: learn.spec); in no window is anything cut. */

import { expect, test } from '../helpers';
import { LESSONS } from '../../../src/pages/learn/lessons';
import { choice, doLesson, KEYS, MOUSE, predict, TOUCH, type Hand } from '../lessons';

/** Each hand in the window that it is used in. */
const WAYS: readonly (readonly [string, Hand, { readonly width: number; readonly height: number }])[] = [
  ['touch', TOUCH, { width: 390, height: 664 }],
  ['keyboard', KEYS, { width: 1366, height: 768 }],
];

for (const [name, hand, viewport] of WAYS) {
  test(`${viewport.width} × ${viewport.height}, by ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ viewport, hasTouch: name === 'touch' });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${baseURL ?? ''}learn.html`);
    for (const lesson of LESSONS.keys()) {
      await doLesson(page, lesson + 1, hand);
      await hand.press(choice(page, lesson + 1 < LESSONS.length ? 'Next lesson' : 'To the bench'));
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The bench');
    await context.close();
  });
}

for (const [width, height, stage] of [
  [390, 664, false],
  [1024, 620, false],
  [1024, 768, true],
] as const) {
  test(`${width} × ${height}${stage ? ', stage' : ''}: no lesson scrolls, before and after the prediction`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const lesson of LESSONS.keys()) {
      await page.goto('about:blank');
      await page.goto(`learn.html#learn?lesson=${lesson + 1}${stage ? '&stage=1' : ''}`);
      for (const act of [() => Promise.resolve(), () => predict(page, lesson + 1, MOUSE)]) {
        await act();
        await expect(page.locator('main h1')).toBeVisible();
        const over = () =>
          page.evaluate(() => {
            const { scrollHeight, scrollWidth } = document.documentElement;
            return [scrollHeight - innerHeight, scrollWidth - innerWidth];
          });
        await expect.poll(over, `lesson ${lesson + 1}`).toEqual([0, 0]);
      }
    }
  });
}
