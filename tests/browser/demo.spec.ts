import { resolve } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { openingOf } from '../../scripts/demo/opening.mjs';
import { contentSecurityPolicy } from '../../scripts/headers.mjs';
import { DEMO_REPORT, EXAMPLE } from '../../src/pages/rank/opening/demo-result';
import type { Report, ReportSource } from '../../src/report/result';
import { differences } from '../support/compare';
import { expectAccessible, expectNotTooWide } from './accessible';
import { counted, goTo, openPairs, pairs, reader } from './audit-page';
import { dropOnPage } from './files';
import { expect, test } from './helpers';

const SOURCES = ['bm25', 'embedding', 'written', 'random'];

const isRanked = ({ verdict }: Report, name: string) => verdict.sources[name]?.unranked === null;

/** The page's order: by score, sources without a rank behind. */
function inRank(report: Report): string[] {
  const { ranking } = report;
  return [
    ...ranking.filter((name) => isRanked(report, name)),
    ...ranking.filter((name) => !isRanked(report, name)),
  ];
}

/** Names in the rows of the table, from the top. */
function rowsOf(table: Locator): Promise<(string | null)[]> {
  return table
    .locator('[data-source]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-source')));
}

const hash = (page: Page): string => new URL(page.url()).hash;

/** Pairs of some sources whose negative is the positive of another query, by a report. */
function otherPositives({ findings }: Report, names = Object.keys(findings)): number {
  return names.reduce((sum, name) => sum + (findings[name]?.other_positive ?? NaN), 0);
}

/** Inverted pairs of all sources, by a report's counts. */
function invertedPairs({ sources }: Report): number {
  return Object.values(sources).reduce((sum, { counts }) => sum + counts.inverted_pairs, 0);
}

function pairsInWords(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'pair' : 'pairs'}`;
}

// A run that takes long ends once its order is certain: on a busy machine the demo's would.
test.use({ inputs: { stop: 'all' } });

test('the demo ranks four sources; Audit filters and searches their pairs', async ({
  page,
  rankPage,
  traffic,
}) => {
  test.slow();
  // Lower windows leave the plane out until it is asked for.
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Load files to see what is wrong with them.',
  );
  await expect(page.locator('main').getByRole('link', { name: 'Go to Rank' })).toHaveAttribute(
    'href',
    '#rank',
  );
  await page.getByRole('link', { name: 'Rank', exact: true }).click();

  await expect(page.getByRole('banner')).toContainText('Sealed: no request goes elsewhere');
  await rankPage.tryDemo();
  const { report } = await rankPage.exportReport();

  await test.step('it gives what the opening shows', () => {
    const live = openingOf(report, resolve(import.meta.dirname, '../../public/demo'));
    const stored = { report: DEMO_REPORT, example: EXAMPLE };
    expect(differences(live, stored, { absolute: 1e-6, relative: 1e-6 })).toEqual([]);
    expect(differences(stored, live, { absolute: 1e-6, relative: 1e-6 })).toEqual([]);
  });

  await test.step('the sentence comes first', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(report.verdict.headline);
    expect(report.verdict.headline).toContain(inRank(report)[0]);
  });

  await test.step('the figure has a row a source: rank, score and interval in figures, three gates, a reading', async () => {
    const { table } = rankPage;
    expect((await rowsOf(table)).filter((name) => name !== null)).toEqual(inRank(report));
    await expect(table.getByText('Not ranked')).toHaveCount(1);
    for (const name of SOURCES) {
      const source = report.sources[name] as ReportSource;
      const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
      const place = new RegExp(`^${inRank(report).indexOf(name) + 1}|^[1-3]–[1-3]`);
      await expect(row.getByRole('cell').first()).toHaveText(isRanked(report, name) ? place : '–');
      await expect(row).toContainText(source.eci.toFixed(4));
      for (const mean of [source.mean_rho, source.mean_eta, source.mean_psi]) {
        await expect(row).toContainText(mean.toFixed(3));
      }
      const [, low, high] = /(0\.\d{3}) to (0\.\d{3})/.exec((await row.textContent()) ?? '') ?? [];
      expect(Number(low), `lower bound of ${name}`).toBeLessThan(source.eci);
      expect(Number(high), `upper bound of ${name}`).toBeGreaterThan(source.eci);
    }
    await expect(page.getByText('intervals: 95 %, over 163 queries')).toBeVisible();
  });

  await page.getByText('All figures in a table').click();
  await expect(page.getByRole('table', { name: 'All figures' }).getByRole('rowheader')).toHaveText(
    inRank(report),
  );

  await test.step('the name of a source leads to its pairs, in one tab stop', async () => {
    const link = rankPage.table.locator('tr[data-source=bm25]').getByRole('rowheader').getByRole('link');
    await expect(link).toHaveCount(1);
    await link.click();
    await expect(page).toHaveURL(/#audit\?source=bm25$/);
    await page.goBack();
    await rankPage.waitForResult();
  });

  await expect(page.getByRole('region', { name: 'What this cannot tell' })).toBeVisible();

  await openPairs(page);
  const all = Object.values(report.sources).reduce((sum, { negatives }) => sum + negatives, 0);
  await expect(counted(page)).toHaveText(pairsInWords(all));

  await test.step('no more than 30 controls beside the list', async () => {
    const controls = page.locator('main').locator('a[href], button, input, select, textarea, summary');
    const visible = await controls.evaluateAll(
      (all) => all.filter((each) => each.closest('[role=grid]') === null && each.checkVisibility()).length,
    );
    expect(visible).toBeLessThanOrEqual(30);
  });

  await test.step('sources and findings', async () => {
    const found = otherPositives(report);
    await page.getByRole('checkbox', { name: /^positives of another query/ }).check();
    await expect(counted(page)).toHaveText(pairsInWords(found));
    const bm25 = otherPositives(report, ['bm25']);
    await page.getByRole('checkbox', { name: /^bm25/ }).check();
    await expect(counted(page)).toHaveText(pairsInWords(bm25));
    expect(hash(page)).toBe('#audit?source=bm25&found=other_positive');
    await page.goBack();
    await expect(counted(page)).toHaveText(pairsInWords(found));
    await expect(page.getByRole('checkbox', { name: /^bm25/ })).not.toBeChecked();
    await page.goForward();
    await expect(counted(page)).toHaveText(pairsInWords(bm25));
    await page.getByRole('button', { name: 'Show all pairs' }).click();
    await expect(counted(page)).toHaveText(pairsInWords(all));
  });

  await test.step('a brush, and the same range typed', async () => {
    await page.getByRole('combobox', { name: 'Figure, and order of the list' }).selectOption('eta');
    const histogram = page.getByRole('img', { name: /^nearer to the positive than to the query: / });
    // In a pane that scrolls: it has to be in view for the mouse.
    await histogram.scrollIntoViewIfNeeded();
    const box = await histogram.boundingBox();
    if (!box) throw new Error('The histogram is not on the screen.');
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 20);
    await page.mouse.move(box.x + box.width * 0.75, box.y + 20);
    await page.mouse.up();
    await expect.poll(() => hash(page)).toMatch(/^#audit\?eta=0\.\d+\.\.0\.\d+&sort=eta-down$/);
    const from = await page.getByRole('textbox', { name: 'η from' }).inputValue();
    const to = await page.getByRole('textbox', { name: 'η to' }).inputValue();
    expect(hash(page)).toContain(`eta=${from}..${to}&`);
    // The address is written at once; the list may still be that of the middle of the drag.
    await expect(page.getByRole('button', { name: /^Drop these/ })).not.toHaveAttribute('aria-disabled');
    const brushed = await counted(page).innerText();
    expect(brushed).not.toBe(pairsInWords(all));
    // The whole drag is one step.
    await page.goBack();
    await expect(counted(page)).toHaveText(pairsInWords(all));
    await page.getByRole('textbox', { name: 'η from' }).fill(from);
    await page.getByRole('textbox', { name: 'η from' }).press('Enter');
    await page.getByRole('textbox', { name: 'η to' }).fill(to);
    await page.getByRole('textbox', { name: 'η to' }).press('Enter');
    await expect(counted(page)).toHaveText(brushed);
    await page.getByRole('button', { name: 'Show all pairs' }).click();
  });

  await test.step('the plane', async () => {
    await page.getByRole('button', { name: 'Plane', exact: true }).click();
    await page.getByRole('combobox', { name: 'Figure, and order of the list' }).selectOption('m');
    await page.getByRole('textbox', { name: 'm to' }).fill('-0.0000001');
    await page.getByRole('textbox', { name: 'm to' }).press('Enter');
    await expect(counted(page)).toHaveText(pairsInWords(invertedPairs(report)));
    const plane = page.getByRole('img', { name: /pairs in the plane/ });
    await expect(plane).toHaveAccessibleName(
      new RegExp(`^${invertedPairs(report)} of ${all.toLocaleString('en')} pairs`),
    );
    await page.getByRole('button', { name: 'Show all pairs' }).click();
    // Pairs in their source's colour: in some cell two parts of it are far apart.
    const isColoured = (drawn: Element) => {
      const { width, height } = drawn as HTMLCanvasElement;
      const cells = (drawn as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data;
      return cells?.some((red, at) => at % 4 === 0 && Math.abs(red - (cells[at + 1] ?? red)) > 50);
    };
    await expect.poll(() => page.locator('canvas').last().evaluate(isColoured)).toBe(true);
    await plane.scrollIntoViewIfNeeded();
    const box = await plane.boundingBox();
    if (!box) throw new Error('The plane is not on the screen.');
    await page.mouse.move(box.x + 60, box.y + 0.2 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 200, box.y + 0.8 * box.height);
    await page.mouse.up();
    await expect
      .poll(() => hash(page))
      .toMatch(/^#audit\?m=[-\d.]+\.\.[-\d.]+&l=[-\d.]+\.\.[-\d.]+&sort=m-down$/);
    await page.getByRole('button', { name: 'Show all pairs' }).click();
    await page.getByRole('button', { name: 'Plane', exact: true }).click();
  });

  await test.step('search', async () => {
    await page.getByRole('searchbox').fill('HAÍLSTONES');
    await expect.poll(() => hash(page)).toContain('text=');
    await expect.poll(async () => Number((await counted(page).innerText()).split(' ')[0])).toBeLessThan(40);
    await expect(reader(page)).toContainText(/hailstones/i);
    await page.getByRole('searchbox').fill('');
    await expect(counted(page)).toHaveText(pairsInWords(all));
    await expect.poll(() => hash(page)).not.toContain('text=');
    // Left while the typing rests: the next page keeps its own address.
    await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
      field.value = 'hail';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      location.hash = '#learn';
    });
    await page.waitForTimeout(500);
    expect(hash(page)).toBe('#learn');
    await page.goBack();
    await expect(counted(page)).toHaveText(pairsInWords(all));
  });

  await test.step('every answer to the page and its workers carried the policy, those to DuckDB too', async () => {
    const own = traffic.answers.filter(({ url }) => !url.startsWith('data:') && !url.startsWith('blob:'));
    const without = own.filter(
      ({ headers }) => headers['content-security-policy'] !== contentSecurityPolicy(),
    );
    expect(without).toEqual([]);
    // The watch has seen the page, its workers, workers of workers, wasm and data: nothing escaped it.
    for (const part of [
      /\/some\/base\/\?stop=all$/,
      /candidates-.*\.js$/,
      /duckdb-browser-eh\.worker-.*\.js$/,
      /duckdb-eh-.*\.wasm$/,
      /engine-.*\.js$/,
      /model\.safetensors$/,
      /random\.jsonl$/,
    ]) {
      expect(
        own.some(({ url }) => part.test(url)),
        `an answer for ${part}`,
      ).toBe(true);
    }
    const runtime = own.map(({ url }) => url).filter((url) => /\/(ort[-.]|encoder-[\w-]+\.js$)/.test(url));
    expect(runtime, 'the demo needs no onnxruntime').toEqual([]);
  });

  await test.step('keys', async () => {
    await pairs(page).focus();
    await page.keyboard.press('Home');
    await expect(reader(page)).toContainText('pair 1 of');
    await page.keyboard.press('ArrowDown');
    await expect(reader(page)).toContainText('pair 2 of');
    await page.keyboard.press('j');
    await expect(reader(page)).toContainText('pair 3 of');
    await page.keyboard.press('l');
    await expect(reader(page)).toContainText('pair 2 of');
    await expect(pairs(page).locator('[aria-selected=true]')).toHaveAttribute('aria-rowindex', '3');
    await page.keyboard.press('End');
    // The list has one row of pairs that are the same.
    const rows = Number(await pairs(page).getAttribute('aria-rowcount')) - 1;
    expect(rows).toBeLessThan(all);
    await expect(reader(page)).toContainText(`pair ${rows.toLocaleString('en')} of`);
    await expect(pairs(page), 'the keyboard stays in the list').toBeFocused();
    await page.keyboard.press('Home');
    // Only what is shown is marked.
    await expect(reader(page)).toContainText('pair 1 of');
  });

  await test.step('a kept link to one pair, and one that names what is not there', async () => {
    await goTo(page, '#audit?source=bm25&pair=bm25:12:3');
    await expect(reader(page)).toContainText('record 12, negative 3');
    await expect(reader(page).getByRole('link', { name: 'Open on the bench' })).toHaveAttribute(
      'href',
      /^#learn\?view=bench&cos=/,
    );
    await goTo(page, '#audit?source=gone&rho=high&found=near_positive');
    const said = page.locator('main').getByRole('status').filter({ hasText: 'gone' });
    await expect(said).toContainText('“gone”, which is not among those ranked');
    await expect(said).toContainText('“rho=high” was left out');
    await expect(page.getByRole('checkbox', { name: /^close to the positive/ })).toBeChecked();
    await page.getByRole('button', { name: 'Show all pairs' }).click();
  });

  await expectAccessible(page, 'wide list', { isSized: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'narrow', { isSized: false });
  await pairs(page).getByRole('row').nth(2).click();
  await expect(reader(page), 'the pair is read below the list').toContainText('pair 2 of');
  await expectNotTooWide(page, 'narrow');

  // A file that is let go here is not opened in place of the page.
  await dropOnPage(page, ['package.json']);
  await expect(pairs(page)).toBeVisible();
});
