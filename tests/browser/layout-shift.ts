/** How much of the page moves without the user having done anything, as browsers measure it (Layout Instability). */

import type { Page } from '@playwright/test';

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  /** Within half a second of a press or a key. */
  readonly hadRecentInput: boolean;
}

/** Counts from the first drawing of the next page on. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: LayoutShift[] = [];
    Reflect.set(globalThis, 'layoutShifts', shifts);
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as LayoutShift[]))).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
}

/** The sum of what moved by itself, half a second after the last of it. */
export async function layoutShift(page: Page): Promise<number> {
  await page.waitForTimeout(500);
  return page.evaluate(() =>
    (Reflect.get(globalThis, 'layoutShifts') as LayoutShift[])
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .reduce((sum, { value }) => sum + value, 0),
  );
}
