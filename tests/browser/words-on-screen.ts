/** How much there is to read on a page. */

import type { Page } from '@playwright/test';

/**
 * Words of two letters and more that are shown. Names and ticks inside figures, the choices of a closed list, and what
 * is folded away or for assistive tools alone do not count.
 */
export function wordsOnScreen(page: Page): Promise<number> {
  return page.evaluate(() => {
    const count = (text: string) => text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length;
    const shown = (element: Element) => element.checkVisibility();
    const apart = [...document.querySelectorAll<HTMLElement>('.visually-hidden, select')].filter(shown);
    const texts = [...document.querySelectorAll('svg text')].filter(shown);
    const uncounted = [...apart.map(({ innerText }) => innerText), ...texts.map((text) => text.textContent)];
    return uncounted.reduce((sum, text) => sum - count(text), count(document.body.innerText));
  });
}
