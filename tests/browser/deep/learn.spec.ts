/** All lessons by mouse, touch and keys, on a phone and on two screens; nothing moves away under a finger. */

import { expect, test } from '../helpers';
import { circle, DEEDS, KEYS, MOUSE, TOUCH } from '../lessons';

const HANDS = { mouse: MOUSE, touch: TOUCH, keys: KEYS };

const VIEWS = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

for (const [name, hand] of Object.entries(HANDS)) {
  for (const viewport of VIEWS) {
    test(`all lessons by ${name} at ${viewport.width} × ${viewport.height}`, async ({ browser, baseURL }) => {
      test.slow();
      const context = await browser.newContext({ viewport, hasTouch: true });
      const page = await context.newPage();
      await page.goto(`${baseURL ?? ''}learn.html`);
      const found = page.locator('[data-done]');
      for (const [i, deed] of DEEDS.entries()) {
        await expect(found).toHaveAttribute('data-done', 'false');
        const isTurned = await circle(page).isVisible();
        if (isTurned) await circle(page).scrollIntoViewIfNeeded();
        const before = await circle(page).boundingBox();
        await deed(page, hand);
        await expect(found, `lesson ${i + 1}`).toHaveAttribute('data-done', 'true');
        if (isTurned && i !== 2) {
          const after = await circle(page).boundingBox();
          const [from, to] = [before?.y ?? NaN, after?.y ?? NaN];
          expect(Math.abs(to - from), `lesson ${i + 1}: the circle moved`).toBeLessThanOrEqual(1);
        }
        const last = i === DEEDS.length - 1;
        await hand.press(page.getByRole('button', { name: last ? 'Finish' : 'Next lesson' }));
      }
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Ten of ten.');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(viewport.width);
      await context.close();
    });
  }
}
