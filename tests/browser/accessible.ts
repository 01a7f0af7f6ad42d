/** What everyone needs of a state of the page: axe finds nothing in it, and nothing scrolls sideways. */

import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** How a page is looked at; without a width as it stands. */
interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width?: number;
}

/** A phone and a wide screen, one in each colour scheme. */
const PHONE_AND_DESK: readonly Look[] = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1400 },
];

export const LIGHT_AND_DARK: readonly Look[] = [{ colorScheme: 'light' }, { colorScheme: 'dark' }];

/** The rules that a colour scheme or a width can break. All others are asked once a state. */
const RULES_OF_A_LOOK = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/** @param state of the page, for the message */
export async function expectAccessible(page: Page, state: string, looks = PHONE_AND_DESK): Promise<void> {
  for (const [index, { colorScheme, width }] of looks.entries()) {
    const where = `${state}, ${width === undefined ? '' : `${width} px, `}${colorScheme}`;
    await page.emulateMedia({ colorScheme });
    if (width !== undefined) await page.setViewportSize({ width, height: 800 });
    await expectNotTooWide(page, where);
    expect(await faultsIn(page, index === 0 ? null : RULES_OF_A_LOOK), where).toEqual([]);
  }
}

/** Nothing scrolls sideways, once what is drawn for a width has followed it. */
export async function expectNotTooWide(page: Page, where: string): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect.poll(tooWide, `pixels by which the page is too wide: ${where}`).toBe(0);
}

/** @param rules null: all */
async function faultsIn(page: Page, rules: readonly string[] | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (asked) => {
    const here = (window as unknown as { axe: typeof axe }).axe;
    const options = { resultTypes: ['violations' as const], ...(asked ? { runOnly: [...asked] } : {}) };
    const found = await here.run(document, options);
    return found.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, target, failureSummary }) => ({ html, target, failureSummary })),
    }));
  }, rules);
  // An address of a page, such as #learn, is no place on this one: scrolled out of view axe takes it for a skip link.
  const isOurs = (id: string, html: string) => id !== 'skip-link' || html.includes('class="skip');
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => isOurs(id, html))
      .map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}
