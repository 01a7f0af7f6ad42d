/** The Audit page over the demo, and over texts that would break a careless page. */

import type { Page } from '@playwright/test';

import type { Report } from '../../src/report/result';
import { LIGHT_AND_DARK, expectAccessible, expectNotTooWide } from './accessible';
import { basketOf, counted, goTo, openPairs, pairs, reader } from './audit-page';
import { dropOnPage, embedded, jsonlFile } from './files';
import { expect, test } from './helpers';

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

test('the demo: filter, brush, sort, search, keys, marks, address and Back', async ({ page, rankPage }) => {
  // Lower windows leave the plane out until it is asked for.
  await page.setViewportSize({ width: 1280, height: 860 });
  test.slow();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Load files to see what is wrong with them.',
  );
  await expect(page.locator('main').getByRole('link', { name: 'Go to Rank' })).toHaveAttribute(
    'href',
    '#rank',
  );
  await page.getByRole('link', { name: 'Rank', exact: true }).click();

  await rankPage.tryDemo();
  const { report } = await rankPage.exportReport();
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

  await test.step('sorting', async () => {
    await page.getByRole('combobox', { name: 'Figure, and order of the list' }).selectOption('cos');
    await expect.poll(() => hash(page)).toBe('#audit?sort=cos-down');
    const cosines = async () => {
      const texts = await pairs(page).locator('[role=row] .figure').allInnerTexts();
      return texts.slice(0, 6).map(Number);
    };
    const isDescending = (values: readonly number[]) =>
      values.length === 6 && values.every((value, i) => i === 0 || value <= (values[i - 1] ?? 0));
    await expect.poll(async () => isDescending(await cosines())).toBe(true);
    await pairs(page).getByRole('button', { name: 'cosine' }).click();
    await expect.poll(() => hash(page)).toBe('#audit?sort=cos-up');
    await expect.poll(async () => (await cosines())[0]).toBeLessThan(0.2);
    await page.goBack();
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

  await expectAccessible(page, 'wide', LIGHT_AND_DARK);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'narrow', LIGHT_AND_DARK);
  await pairs(page).getByRole('row').nth(2).click();
  await expect(reader(page), 'the pair is read below the list').toContainText('pair 2 of');
  await expectNotTooWide(page, 'narrow');

  // A file that is let go here is not opened in place of the page.
  await dropOnPage(page, ['package.json']);
  await expect(pairs(page)).toBeVisible();
});

test('a pair of several sources is one row; its mark counts in all of them; the reader follows the list', async ({
  page,
  rankPage,
}) => {
  const alpha = embedded(20, 3, 'x');
  const beta = alpha.map((record, i) =>
    i < 5 ? record : { ...record, negatives: [`one ${i} of beta`, `another ${i} of beta`] },
  );
  await rankPage.loadFiles([jsonlFile('alpha.jsonl', alpha), jsonlFile('beta.jsonl', beta)]);
  await rankPage.rank();
  await openPairs(page);
  const basket = basketOf(page);
  await expect(counted(page)).toHaveText('80 pairs');
  await expect(page.getByText('80 pairs, 70 distinct')).toBeVisible();
  await expect(pairs(page)).toHaveAttribute('aria-rowcount', '71');

  await goTo(page, '#audit?pair=beta:1:1');
  await expect(reader(page)).toContainText('beta, record 1, negative 1');
  await expect(reader(page)).toContainText('The mark counts in alpha and beta.');
  const selected = pairs(page).locator('[aria-selected=true]');
  await expect(selected).toContainText('alpha, beta:');
  await page.keyboard.press('d');
  await expect(basket).toContainText('2 dropped');
  await page.keyboard.press('l');
  await expect(selected).toContainText('in 2');
  await page.keyboard.press('Control+z');
  await expect(basket).toContainText('Nothing to remove.');

  // Pairs that one source alone has.
  await page.getByRole('checkbox', { name: 'in one source only' }).press('Space');
  await expect(counted(page)).toHaveText('60 pairs');
  await page.getByRole('checkbox', { name: /^beta/ }).press('Space');
  await expect(counted(page)).toHaveText('30 pairs');

  // What is marked leaves a list of what is not, and the next pair is read.
  await goTo(page, '#audit?mark=none&sort=file-up');
  await expect(pairs(page)).toHaveAttribute('aria-rowcount', '71');
  await pairs(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(reader(page)).toContainText('pair 2 of 70');
  const next = await pairs(page).getByRole('row').nth(3).getAttribute('id');
  await page.keyboard.press('d');
  await expect(reader(page)).toContainText('pair 2 of 69');
  await expect(page.locator('[data-pair]')).toHaveAttribute('data-pair', (next ?? '').replace('pair-', ''));

  // Under another filter the reader has a pair of its list.
  await page.getByRole('checkbox', { name: /^beta/ }).press('Space');
  await expect(counted(page)).toHaveText('39 pairs');
  await expect(reader(page)).toContainText('of 39');
  // What stands in other sources too is marked there.
  await page.getByRole('button', { name: 'Drop these 39' }).press('Enter');
  // More than a fifth of all: it asks.
  await page.getByRole('button', { name: 'Drop them' }).press('Enter');
  await expect(basket).toContainText('50 dropped');

  // The rows of a query stand together, and two findings are both asked for.
  await goTo(page, '#audit?tab=pairs');
  await page.getByRole('checkbox', { name: 'by query' }).press('Space');
  await expect(page).toHaveURL(/group=query/);
  await expect(pairs(page).getByRole('columnheader', { name: 'suspicion' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const stretches = async () => {
    const queries = await pairs(page).locator('[role=row] b').allInnerTexts();
    return queries.filter((text, i) => text !== queries[i - 1]).length - new Set(queries).size;
  };
  await expect.poll(stretches, 'the rows of each query stand together').toBe(0);
});

test('texts that would break a careless page @deep', async ({ page, rankPage }) => {
  const long = 'lorem ipsum '.repeat(90_000);
  const hostile = [
    '<img src=x onerror="document.title=\'broken\'"><b>bold</b> & &amp;',
    'שלום עולם, זה טקסט מימין לשמאל',
    '\u202Ereversed\u202C and \u0007bell and \u0000nul',
    '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(40),
    'w'.repeat(5000),
    long,
  ];
  const [record] = embedded(1, 8, 'hostile');
  if (!record) throw new Error('No record was made.');
  const embedding = record.negative_embeddings[0] ?? [];
  await rankPage.loadFiles([
    jsonlFile('hostile.jsonl', [
      { ...record, query: hostile[0], negatives: hostile, negative_embeddings: hostile.map(() => embedding) },
    ]),
  ]);
  await rankPage.rank();
  await openPairs(page);
  await expect(counted(page)).toHaveText('6 pairs');
  const box = await pairs(page).boundingBox();
  for (let i = 0; i < hostile.length; i++) {
    await goTo(page, `#audit?sort=file-up&pair=hostile:1:${i + 1}`);
    await expect(reader(page)).toContainText(`record 1, negative ${i + 1}`);
  }
  expect(await pairs(page).boundingBox()).toEqual(box);
  await expect(reader(page).getByRole('button', { name: 'show all 1,079,999 characters' })).toBeVisible();
  await goTo(page, '#audit?sort=file-up&pair=hostile:1:1');
  await expect(reader(page).locator('dd').first()).toContainText('<img src=x onerror=');
  await expect(reader(page).locator('img, b b')).toHaveCount(0);
  await goTo(page, '#audit?sort=file-up&pair=hostile:1:3');
  await expect(reader(page).locator('dd').first()).toContainText(
    '⟨U+202E⟩reversed⟨U+202C⟩ and ⟨U+0007⟩bell and ⟨U+0000⟩nul',
  );
  await expect(page).toHaveTitle(/^Negscope: audit/);
  await expectNotTooWide(page, 'hostile texts');
});
