/** What everyone needs of a state of the page: axe finds nothing in it, and nothing scrolls sideways. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

import { PROJECT } from '../../scripts/lib/paths.mjs';

/** The package as a module takes Node half a second to load. */
const AXE = readFileSync(join(PROJECT, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** A phone in light colours, a wide screen in dark ones. */
const WIDTHS = { light: 360, dark: 1400 } as const;

type Scheme = keyof typeof WIDTHS;

export const LIGHT_AND_DARK: readonly Scheme[] = ['light', 'dark'];

/** The rules that a colour scheme or a width can break. All others are asked once a state. */
const RULES_OF_A_LOOK = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/** About half of the states are looked at in each scheme: which one goes by a state's name. */
const schemeOf = (state: string): Scheme => (state.length % 2 === 0 ? 'light' : 'dark');

/**
 * Axe looks at a state in one scheme; in both widths nothing scrolls sideways.
 *
 * @param state of the page, for the message
 * @param options.isSized false: the window stays as wide as it is
 * @param options.schemes in which axe looks
 */
export async function expectAccessible(
  page: Page,
  state: string,
  { isSized = true, schemes = [schemeOf(state)] as readonly Scheme[] } = {},
): Promise<void> {
  for (const colorScheme of isSized ? LIGHT_AND_DARK : schemes) {
    const where = `${state}, ${isSized ? `${WIDTHS[colorScheme]} px, ` : ''}${colorScheme}`;
    await page.emulateMedia({ colorScheme });
    if (isSized) await page.setViewportSize({ width: WIDTHS[colorScheme], height: 800 });
    await expectNotTooWide(page, where);
    if (!schemes.includes(colorScheme)) continue;
    const rules = colorScheme === schemes[0] ? null : RULES_OF_A_LOOK;
    expect(await faultsIn(page, rules), where).toEqual([]);
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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
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
