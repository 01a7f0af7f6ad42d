/** What this browser keeps over a reload, and the question before leaving what it does not keep. */

import type { Page } from '@playwright/test';

import type { Report } from '../../../src/report/result';
import { RankPage } from '../../support/rank-page.mjs';
import { goTo } from '../audit-page';
import { demoFile } from '../files';
import { expect, test } from '../helpers';
import { expectKept, keep, reloadAsked, storedFiles, storedParts } from '../keeping';

const QUESTION = /^Keep this session \(/;

/** A small run of own files with settings of its own. */
async function rankOwnFiles(rankPage: RankPage): Promise<void> {
  await rankPage.loadFiles([demoFile('written'), demoFile('random')]);
  await rankPage.setOptions({ tau: 0.07, sample: 30, seed: 7 });
  await rankPage.chooseReference(['written']);
  await rankPage.rank();
}

/** The ranking table as it is read out. */
function tableOf({ table }: RankPage): Promise<string[][]> {
  return table
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll(':scope > :is(th, td)')].map((cell) => cell.textContent.trim()),
      ),
    );
}

/** Keys of all that the page has written. */
const stored = async (page: Page) => [
  ...(await storedParts(page)).keys(),
  ...(await storedFiles(page)).keys(),
];

test('kept work is there after a reload, with the same figures, until it is cleared', async ({
  page,
  rankPage,
}) => {
  expect(await stored(page)).toEqual([]);
  expect(await reloadAsked(page), 'asked on the bare opening').toBe(false);
  await rankOwnFiles(rankPage);
  await expect(page.getByText(QUESTION)).toContainText(/\(\d+\s+kB\)/);
  await expect(page.locator('#kept-work')).toContainText('Texts can be recovered from');
  expect(await stored(page), 'nothing is written before the user agrees').toEqual([]);
  const before = { table: await tableOf(rankPage) };
  await keep(page);
  await expect(
    page.getByText(/^Kept in this browser: [\d.]+ [kM]B, with report, labels and embeddings\./),
  ).toBeVisible();

  expect(await reloadAsked(page), 'asked though all is kept').toBe(false);
  const columns = (table: string[][]) => table.map((row) => row.slice(0, 4));
  // The report that was kept gives way to the result of a run that begins by itself.
  await rankPage.waitForResult();
  expect(await tableOf(rankPage)).toEqual(before.table);
  await expect(rankPage.sources).toHaveCount(2);
  const { report: reopened } = await rankPage.exportReport();
  await rankPage.openInputs();
  await expect(page.getByLabel('Temperature', { exact: true })).toHaveValue('0.07');
  await expect(page.getByRole('checkbox', { name: 'random reference' })).not.toBeChecked();
  expect(reopened.cost).toMatchObject({ encodes: 0, cached_texts: reopened.cost.texts });

  // Figures follow the temperature, and the change is kept too.
  await page.getByLabel('Temperature', { exact: true }).fill('0.05');
  await expect.poll(() => tableOf(rankPage)).not.toEqual(before.table);
  await expect(rankPage.table).not.toContainText('updating');
  await expect(page.getByText('being brought up to date')).toHaveCount(0);
  await expectKept(page);
  const later = await tableOf(rankPage);
  expect(await reloadAsked(page)).toBe(false);
  await rankPage.waitForResult();
  await expect.poll(async () => columns(await tableOf(rankPage))).toEqual(columns(later));

  await page.getByRole('button', { name: 'Clear what is kept' }).click();
  await page.getByRole('button', { name: 'Keep in this browser' }).click();
  await expectKept(page);
  expect(await reloadAsked(page)).toBe(false);
  await expect(rankPage.sources).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear what is kept' }).click();
  await expect(page.getByRole('button', { name: 'Keep in this browser' })).toBeVisible();
  await expect.poll(() => stored(page)).toEqual([]);
  expect(await reloadAsked(page), 'asked before work is lost').toBe(true);
  await expect(rankPage.sources).toHaveCount(0);
  await expect(page.locator('main')).toHaveAttribute('data-phase', 'opening');
});

test('where the browser denies storage the page says so and works', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  const rankPage = new RankPage(page, { bundled: true });
  await rankPage.open(baseURL ?? '');
  await expect(page.getByText('lets the page keep nothing')).toHaveCount(0);
  await rankOwnFiles(rankPage);
  await expect(page.getByText('This browser lets the page keep nothing')).toBeVisible();
  await expect(page.getByText(QUESTION)).toHaveCount(0);
  expect((await rankPage.exportReport()).report.ranking).toHaveLength(2);
  expect(await reloadAsked(page)).toBe(true);
});

/** All but what becomes of given embeddings, which changes so that there is something to rank. */
function figuresOf({ settings, sources, audit, ranking, idf_corpus }: Report): unknown {
  return { settings: { ...settings, normalise: null }, sources, audit, ranking, idf_corpus };
}

/** Bytes of embeddings. */
const keptEmbeddings = async (page: Page) =>
  [...(await storedFiles(page)).values()].reduce((sum, bytes) => sum + bytes, 0);

test('a second run encodes nothing and gives the same figures, until what is kept is cleared', async ({
  page,
  rankPage,
}) => {
  await rankPage.loadFiles(['bm25', 'written'].map(demoFile));
  await rankPage.setOptions({ sample: 12 });
  await rankPage.rank();
  const first = (await rankPage.exportReport()).report;
  expect(first.cost.encodes).toBe(first.cost.texts);
  expect(first.cost.cached_texts).toBe(0);
  expect(first.cost.cache).toEqual({ kind: 'memory', note: null });
  expect(await keptEmbeddings(page), 'nothing is written before the user agrees').toBe(0);
  await keep(page);
  await expect.poll(() => keptEmbeddings(page)).toBeGreaterThan(0);

  await rankPage.setOptions({ normalise: true });
  await rankPage.rank();
  const second = (await rankPage.exportReport()).report;
  expect(second.cost).toMatchObject({ encodes: 0, texts: first.cost.texts, cached_texts: first.cost.texts });
  expect(figuresOf(second)).toEqual(figuresOf(first));

  await test.step('clearing empties the store, and the next run encodes again', async () => {
    await page.getByRole('button', { name: 'Clear what is kept' }).click();
    await expect.poll(() => keptEmbeddings(page)).toBe(0);
    await rankPage.setOptions({ normalise: false });
    await rankPage.rank();
    const again = (await rankPage.exportReport()).report;
    expect(again.cost.encodes).toBe(first.cost.encodes);
    expect(figuresOf(again)).toEqual(figuresOf(first));
    await keep(page);
    await expect.poll(() => keptEmbeddings(page)).toBeGreaterThan(0);
  });

  await test.step('what Mine embeds is kept too, though the engine holds the store of this encoder', async () => {
    const before = await keptEmbeddings(page);
    await goTo(page, '#mine');
    await page.getByLabel('Files', { exact: true }).setInputFiles(demoFile('random'));
    await page.getByLabel('Dense').check();
    await page.getByRole('button', { name: 'Mine dense', exact: true }).click();
    await expect(page.getByRole('article', { name: 'mined: dense' })).toBeVisible();
    expect(await keptEmbeddings(page)).toBeGreaterThan(2 * before);
  });
});
