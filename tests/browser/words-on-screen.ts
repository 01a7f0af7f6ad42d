/** How much there is to read on a page. */

import type { Page } from '@playwright/test';

/**
 * Words of two letters and more in the page below the header, those in figures included. Numbers, the choices of a closed
 * list, and what is folded away or for assistive tools alone do not count.
 */
export function wordsOnScreen(page: Page): Promise<number> {
  return page.getByRole('main').evaluate((main: HTMLElement) => {
    const count = (text: string) => text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length;
    const apart = [...main.querySelectorAll<HTMLElement>('.visually-hidden, select')];
    const uncounted = apart.filter((element) => element.checkVisibility()).map(({ innerText }) => innerText);
    return uncounted.reduce((sum, text) => sum - count(text), count(main.innerText));
  });
}
