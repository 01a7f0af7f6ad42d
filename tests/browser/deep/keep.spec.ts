import type { Page } from '@playwright/test';

import { RankPage } from '../../support/rank-page.mjs';
import { goTo } from '../audit-page';
import { demoFile } from '../files';
import { expect, test } from '../helpers';
import { expectKept, keep, reloadAsked, storedFiles, storedParts } from '../keeping';

const QUESTION = /^Keep this session \(/;

async function rankOwnFiles(rankPage: RankPage): Promise<void> {
  await rankPage.loadFiles([demoFile('written'), demoFile('random')]);
  await rankPage.setOptions({ tau: 0.07, sample: 30, seed: 7 });
  await rankPage.chooseReference(['written']);
  await rankPage.rank();
}

function tableOf({ table }: RankPage): Promise<string[][]> {
  return table
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll(':scope > :is(th, td)')].map((cell) => cell.textContent.trim()),
      ),
    );
}

const stored = async (page: Page) => [
  ...(await storedParts(page)).keys(),
  ...(await storedFiles(page)).keys(),
];

test('kept work is there after a reload until it is cleared', async ({ page, rankPage }) => {
  expect(await stored(page)).toEqual([]);
  expect(await reloadAsked(page), 'asked on the bare opening').toBe(false);
  await rankOwnFiles(rankPage);
  await expect(page.getByText(QUESTION)).toContainText(/\(\d+\s+kB\)/);
  await expect(page.locator('#kept-work')).toContainText('Texts can be recovered from');
  expect(await stored(page), 'nothing is written before the user agrees').toEqual([]);
  const before = await tableOf(rankPage);
  await keep(page);
  await expect(
    page.getByText(/^Kept in this browser: [\d.]+ [kM]B, with report, labels and embeddings\./),
  ).toBeVisible();

  expect(await reloadAsked(page), 'asked though all is kept').toBe(false);
  // The report that was kept gives way to the result of a run that begins by itself.
  await rankPage.waitForResult();
  expect(await tableOf(rankPage)).toEqual(before);
  await expect(rankPage.sources).toHaveCount(2);
  const { report: reopened } = await rankPage.exportReport();
  await rankPage.openInputs();
  await expect(page.getByLabel('Temperature', { exact: true })).toHaveValue('0.07');
  await expect(page.getByRole('checkbox', { name: 'random reference' })).not.toBeChecked();
  expect(reopened.cost).toMatchObject({ encodes: 0, cached_texts: reopened.cost.texts });

  await test.step('a change is kept too', async () => {
    await page.getByLabel('Temperature', { exact: true }).fill('0.05');
    await expect.poll(() => tableOf(rankPage)).not.toEqual(before);
    await expect(page.getByText('being brought up to date')).toHaveCount(0);
    await expectKept(page);
    const columns = (table: string[][]) => table.map((row) => row.slice(0, 4));
    const later = columns(await tableOf(rankPage));
    expect(await reloadAsked(page)).toBe(false);
    await rankPage.waitForResult();
    await expect.poll(async () => columns(await tableOf(rankPage))).toEqual(later);
  });

  const embeddings = async () =>
    [...(await storedFiles(page)).values()].reduce((sum, bytes) => sum + bytes, 0);
  await test.step('what Mine embeds is kept too, though the engine holds the store of this encoder', async () => {
    const ofRank = await embeddings();
    await goTo(page, '#mine');
    await page.getByLabel('Files', { exact: true }).setInputFiles(demoFile('bm25'));
    await page.getByLabel('Dense').check();
    await page.getByRole('button', { name: 'Mine dense', exact: true }).click();
    await expect(page.getByRole('article', { name: 'mined: dense' })).toBeVisible();
    expect(await embeddings()).toBeGreaterThan(2 * ofRank);
    await rankPage.openRank();
  });

  await test.step('once it is cleared, the next run encodes again', async () => {
    await page.getByRole('button', { name: 'Clear what is kept' }).click();
    await expect.poll(embeddings).toBe(0);
    await rankPage.setOptions({ normalise: true });
    await rankPage.rank();
    const { cost } = (await rankPage.exportReport()).report;
    expect(cost).toMatchObject({ encodes: cost.texts, cached_texts: 0 });
  });

  await keep(page);
  expect(await reloadAsked(page)).toBe(false);
  await expect(rankPage.sources).toHaveCount(3);
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
