/** What the Audit page shows without scrolling. */

import type { Page } from '@playwright/test';

/** Rows of the list that are whole in view. */
export function wholeRows(page: Page): Promise<number> {
  return page.getByRole('grid', { name: 'Pairs' }).evaluate((grid) => {
    const box = grid.getBoundingClientRect();
    const [titles, ...rows] = [...grid.querySelectorAll('[role=row]')].map((row) =>
      row.getBoundingClientRect(),
    );
    const bottom = Math.min(box.bottom, innerHeight);
    return rows.filter((row) => row.top >= (titles?.bottom ?? 0) - 1 && row.bottom <= bottom + 1).length;
  });
}

/** Height in view of the negative in the reader, above the buttons. */
export function negativeInView(page: Page): Promise<{ seen: number; whole: number }> {
  return page.getByRole('region', { name: 'The pair' }).evaluate((reader) => {
    const negative = reader.querySelector('dd')?.getBoundingClientRect();
    const buttons = reader.querySelector('.said')?.getBoundingClientRect();
    if (!negative || !buttons) return { seen: 0, whole: Infinity };
    const top = Math.max(negative.top, reader.getBoundingClientRect().top);
    return { seen: Math.min(negative.bottom, buttons.top) - top, whole: negative.height };
  });
}
