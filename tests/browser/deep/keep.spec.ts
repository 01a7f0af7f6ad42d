/** What this browser keeps over a reload, and the question before leaving what it does not keep. */

import type { Page } from '@playwright/test';

import { RankPage } from '../../support/rank-page.mjs';
import { demoFile } from '../files';
import { expect, test } from '../helpers';
import { WEIGHTING_IDS } from '../../../src/scoring/weightings';

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

/** Reloads, and tells whether the browser asked first. */
async function reloadAsked({ page }: RankPage): Promise<boolean> {
  let asked = false;
  page.once('dialog', (dialog) => {
    asked = dialog.type() === 'beforeunload';
    void dialog.accept();
  });
  await page.reload();
  page.removeAllListeners('dialog');
  return asked;
}

/** Paths of all files in the private file system, and keys of all that IndexedDB holds. */
function keptIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('negscope');
      opening.onsuccess = () => resolve(opening.result);
    });
    const found = await new Promise<string[]>((resolve) => {
      const asked = database.transaction('session').objectStore('session').getAllKeys();
      asked.onsuccess = () => resolve(asked.result.map(String));
    });
    database.close();
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const entry of folder.values()) {
        if (entry instanceof FileSystemDirectoryHandle) await walk(entry, `${path}${entry.name}/`);
        else found.push(path + entry.name);
      }
    };
    await walk(await navigator.storage.getDirectory(), '');
    return found;
  });
}

/** Waits until what is on the page is written. */
async function expectKept({ page }: RankPage): Promise<void> {
  await expect(
    page.getByText(/^Kept in this browser: [\d.]+ [kM]B, with report, labels and embeddings\./),
  ).toBeVisible();
  await expect(page.locator('#kept-work')).toHaveAttribute('aria-busy', 'false');
}

test('kept work is there after a reload, with the same figures, until it is cleared', async ({
  page,
  rankPage,
}) => {
  expect(await keptIn(page)).toEqual([]);
  expect(await reloadAsked(rankPage), 'asked on the bare opening').toBe(false);
  await rankOwnFiles(rankPage);
  await expect(page.getByText(QUESTION)).toContainText(/\(\d+\s+kB\)/);
  await expect(page.locator('#kept-work')).toContainText('Texts can be recovered from');
  const ofTexts = (await keptIn(page)).filter((path) => !path.startsWith('negscope-embeddings/encoders/'));
  expect(ofTexts, 'nothing is written before the user agrees').toEqual([]);
  const before = { table: await tableOf(rankPage) };
  await page.getByRole('button', { name: 'Keep in this browser' }).click();
  await expectKept(rankPage);

  expect(await reloadAsked(rankPage), 'asked though all is kept').toBe(false);
  const columns = (table: string[][]) => table.map((row) => row.slice(0, 4));
  // The report that was kept gives way to the result of a run that begins by itself.
  await rankPage.waitForResult();
  expect(await tableOf(rankPage)).toEqual(before.table);
  await expect(rankPage.sources).toHaveCount(2);
  const { report: reopened } = await rankPage.exportReport();
  const [first] = Object.values(reopened.sources);
  expect(Object.keys(first?.weightings ?? {})).toEqual([...WEIGHTING_IDS]);
  const csv = await rankPage.download('Export table as CSV');
  for (const name of reopened.ranking) expect(csv).toContain(name);
  expect(await rankPage.download('Export table as Markdown')).toContain('| ');
  expect(await rankPage.download('Export table as LaTeX')).toContain('\\toprule');
  expect(await rankPage.download('Export figure as SVG')).toContain('<svg');
  await rankPage.openInputs();
  await expect(page.getByLabel('Temperature', { exact: true })).toHaveValue('0.07');
  await expect(page.getByRole('checkbox', { name: 'random reference' })).not.toBeChecked();
  expect(reopened.cost).toMatchObject({ encodes: 0, cached_texts: reopened.cost.texts });

  // Figures follow the temperature, and the change is kept too.
  await page.getByLabel('Temperature', { exact: true }).fill('0.05');
  await expect.poll(() => tableOf(rankPage)).not.toEqual(before.table);
  await expect(rankPage.table).not.toContainText('updating');
  await expect(page.getByText('being brought up to date')).toHaveCount(0);
  await expectKept(rankPage);
  const later = await tableOf(rankPage);
  expect(await reloadAsked(rankPage)).toBe(false);
  await rankPage.waitForResult();
  await expect.poll(async () => columns(await tableOf(rankPage))).toEqual(columns(later));

  await page.getByRole('button', { name: 'Clear what is kept' }).click();
  await page.getByRole('button', { name: 'Keep them after all' }).click();
  await expectKept(rankPage);
  expect(await reloadAsked(rankPage)).toBe(false);
  await expect(rankPage.sources).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear what is kept' }).click();
  await expect(page.getByText(/^This session is not kept/)).toBeVisible();
  await expect.poll(() => keptIn(page)).toEqual([]);
  expect(await reloadAsked(rankPage), 'asked before work is lost').toBe(true);
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
  expect(await reloadAsked(rankPage)).toBe(true);
});
