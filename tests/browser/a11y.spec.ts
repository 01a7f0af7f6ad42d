import type { Locator, Page } from '@playwright/test';

import { LIGHT_AND_DARK, expectAccessible } from './accessible';
import { demoFile, manyRecords, textFile } from './files';
import { expect, test } from './helpers';

test('axe finds nothing before, during and after a run @deep', async ({ page, rankPage, baseURL }) => {
  test.slow();
  await expectAccessible(page, 'before');

  await rankPage.loadFiles([manyRecords(test.info().outputPath('many.jsonl'), 'bm25', 24)]);
  await rankPage.rankButton.click();
  await expect(rankPage.progressBar).toHaveAttribute('aria-valuetext', /^embedding: /);
  await expectAccessible(page, 'during');
  await expect(rankPage.progressBar, 'the run went on meanwhile').toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('#result').getByText('The run was cancelled.')).toBeVisible();
  await expectAccessible(page, 'cancelled');

  await rankPage.open(baseURL ?? '');
  const rejected =
    '{"query": "q", "positive": "p", "negatives": "text"}\n{"query": "q", "positive": "p", "negatives": ["n"]}';
  await rankPage.loadFiles([
    textFile('a long name of a source that has to be cut somewhere.jsonl', rejected),
    textFile('empty.jsonl', ''),
  ]);
  await rankPage.loadFiles([demoFile('written'), demoFile('random')]);
  await rankPage.chooseReference(['written']);
  await page
    .getByText(/^\d+ rejects?, and why$/)
    .first()
    .click();
  await rankPage.setOptions({ sample: 10 });
  await rankPage.openCard('random');
  await page.getByRole('textbox', { name: 'Setting of random' }).fill('another');
  await page.keyboard.press('Enter');
  await rankPage.rank();
  await expectAccessible(page, 'after', { schemes: LIGHT_AND_DARK });

  await rankPage.setOptions({ tau: 0.07, sample: 11 });
  await rankPage.rank();
  await page.getByText('All figures in a table').click();
  await page.getByRole('button', { name: 'Exports' }).click();
  await expect(page.getByRole('button', { name: 'Export figure as SVG' })).toBeVisible();
  await expectAccessible(page, 'after a second run, with the figures and the export menu open', {
    schemes: LIGHT_AND_DARK,
  });
});

/** Presses Tab until the element has the focus. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  const wanted = await target.elementHandle();
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab');
    if (await wanted?.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never came to ${String(target)}.`);
}

/** Kept in the page while Tab goes round. */
interface Round {
  readonly missed: Set<Element>;
  readonly visited: Set<Element>;
  readonly unmarked: string[];
  isOver: boolean;
}

/** Once round the page with Tab: elements for use that it does not come to, and those that do not show the focus. */
async function tabRound(page: Page): Promise<{ missed: string[]; unmarked: string[] }> {
  await page.evaluate(() => {
    const radios = new Set<string>();
    const wanted = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex="0"]'),
    ]
      .filter((element) => element.checkVisibility() && !element.matches(':disabled'))
      .filter((element) => {
        // Of a group of radio buttons Tab comes to the chosen one; arrows go on from there.
        if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
        if (!element.checked || radios.has(element.name)) return false;
        radios.add(element.name);
        return true;
      });
    const round: Round = { missed: new Set(wanted), visited: new Set(), unmarked: [], isOver: false };
    // Between the last element and the first one the focus leaves the page: nothing gets it.
    addEventListener('focusin', ({ target }) => {
      const focused = target as Element;
      round.isOver ||= round.visited.has(focused);
      if (round.isOver) return;
      round.visited.add(focused);
      round.missed.delete(focused);
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 1)
        round.unmarked.push(focused.outerHTML.slice(0, 120));
    });
    Object.assign(window, { round });
  });
  for (let presses = 0; presses < 200; presses += 10) {
    for (let i = 0; i < 10; i++) await page.keyboard.press('Tab');
    const round = await page.evaluate(() => {
      const { missed, unmarked, isOver } = (window as unknown as { round: Round }).round;
      return isOver
        ? { missed: [...missed].map((element) => element.outerHTML.slice(0, 120)), unmarked }
        : null;
    });
    if (round) return round;
  }
  throw new Error('Tab does not come round.');
}

test('the keyboard alone does everything from the files to the report', async ({ page, rankPage }) => {
  const { keyboard } = page;
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the result' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to the result' })).toBeInViewport();
  expect(await tabRound(page)).toEqual({ missed: [], unmarked: [] });

  await test.step('files', async () => {
    const choosing = page.waitForEvent('filechooser');
    await tabTo(page.getByLabel('Source files'));
    await keyboard.press('Enter');
    await (await choosing).setFiles(['written', 'random', 'bm25'].map(demoFile));
    await expect(rankPage.sources).toHaveCount(3);
    await expect(page.getByText(/^\s*Reading /)).toHaveCount(0);
    const name = page.getByRole('textbox', { name: 'Name of source random' });
    await tabTo(name);
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('chance');
    await keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: 'Remove bm25' }));
    await keyboard.press('Enter');
    expect(await rankPage.sourceNames()).toEqual(['written', 'chance']);
  });

  await test.step('encoder and settings', async () => {
    await tabTo(page.getByRole('radio', { name: 'A folder on this machine' }));
    await keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'The demo’s encoder' })).toBeChecked();
    await tabTo(page.getByText('mean pooling, no prefixes'));
    await keyboard.press('Enter');
    await tabTo(page.getByLabel('Query prefix'));
    await keyboard.type('query: ');
    await tabTo(page.getByRole('checkbox', { name: 'chance reference' }));
    await keyboard.press('Space');
    await tabTo(page.getByLabel('Temperature', { exact: true }));
    await keyboard.type('0.07');
    await tabTo(page.getByLabel('Weighting'));
    await keyboard.type('1');
    await expect(page.getByLabel('Weighting')).toHaveValue('uniform');
    await tabTo(page.getByText('Advanced', { exact: true }));
    await keyboard.press('Enter');
    await tabTo(page.getByLabel('Sample size'));
    await keyboard.type('6');
    await expect(page.getByLabel('Normalise given embeddings')).toBeVisible();
  });

  await test.step('after the run the keyboard goes on at the result', async () => {
    await expect(rankPage.rankButton).toBeEnabled();
    await tabTo(rankPage.rankButton);
    await keyboard.press('Enter');
    await rankPage.waitForResult();
    await expect(page.locator('#result')).toBeFocused();
  });

  await test.step('the result', async () => {
    expect(await tabRound(page)).toEqual({ missed: [], unmarked: [] });
    await tabTo(page.getByText('All figures in a table'));
    await keyboard.press('Enter');
    const figures = page.getByRole('table', { name: 'All figures' });
    const header = figures.getByRole('columnheader', { name: 'mean ρ' });
    await tabTo(header.getByRole('button'));
    await keyboard.press('Enter');
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await keyboard.press('Space');
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await tabTo(page.getByRole('region', { name: 'Table: All figures' }));
    const download = page.waitForEvent('download');
    await tabTo(page.getByRole('button', { name: 'Exports' }));
    await keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: 'Export report' }));
    await keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('negscope-report.json');
    const { report } = await rankPage.exportReport();
    expect(report.audit.reference).toEqual(['chance']);
    expect(report.settings).toMatchObject({ tau: 0.07, weighting: 'uniform', sample: 6 });
    expect(report.encoder).toMatchObject({ settings: { query_prefix: 'query: ' } });
  });
});
