/** What everyone needs of a state of the page: axe finds nothing serious in it, and nothing scrolls sideways. */

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** How a page is looked at; without a width as it stands. */
interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width?: number;
}

/** Each colour scheme once, and each of a phone and a wide screen once. */
const PHONE_AND_DESK: readonly Look[] = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1400 },
];

export const LIGHT_AND_DARK: readonly Look[] = [{ colorScheme: 'light' }, { colorScheme: 'dark' }];

/** @param state of the page, for the message */
export async function expectAccessible(page: Page, state: string, looks = PHONE_AND_DESK): Promise<void> {
  for (const { colorScheme, width } of looks) {
    const where = `${state}, ${width === undefined ? '' : `${width} px, `}${colorScheme}`;
    await page.emulateMedia({ colorScheme });
    if (width !== undefined) await page.setViewportSize({ width, height: 800 });
    const tooWide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(tooWide, `pixels by which the page is too wide: ${where}`).toBe(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
      );
    expect(serious, where).toEqual([]);
  }
}
