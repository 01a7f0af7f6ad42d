/** Embeddings that are kept on disk: what a second run takes from them, and how they are forgotten. */

import type { Page } from '@playwright/test';

import type { Report } from '../../../src/report/result';
import { demoFile } from '../files';
import { expect, test } from '../helpers';

/** All but what becomes of given embeddings, which changes so that there is something to rank. */
function figuresOf({ settings, sources, audit, ranking, idf_corpus }: Report): unknown {
  return { settings: { ...settings, normalise: null }, sources, audit, ranking, idf_corpus };
}

/** Bytes of embeddings in the browser's private file system. */
function keptEmbeddings(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const walk = async (folder: FileSystemDirectoryHandle): Promise<number> => {
      let bytes = 0;
      for await (const entry of folder.values()) {
        // On which device an encoder runs is no embedding.
        if (entry.name === 'encoders') continue;
        bytes +=
          entry instanceof FileSystemDirectoryHandle
            ? await walk(entry)
            : (await (entry as FileSystemFileHandle).getFile()).size;
      }
      return bytes;
    };
    return walk(await navigator.storage.getDirectory());
  });
}

test('a second run encodes nothing and gives the same figures, until the kept embeddings are forgotten', async ({
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
  await page.getByRole('button', { name: 'Keep in this browser' }).click();
  await expect.poll(() => keptEmbeddings(page)).toBeGreaterThan(0);

  await rankPage.setOptions({ normalise: true });
  await rankPage.rank();
  const second = (await rankPage.exportReport()).report;
  expect(second.cost).toMatchObject({ encodes: 0, texts: first.cost.texts, cached_texts: first.cost.texts });
  expect(figuresOf(second)).toEqual(figuresOf(first));

  await test.step('forgetting empties the store, and the next run encodes again', async () => {
    await rankPage.openInputs();
    const kept = page.getByText(/^\s*Kept on disk/).locator('..');
    await expect(kept).toContainText(/[1-9][\d.]* (kB|MB)/);
    await kept.getByRole('button', { name: 'Forget them' }).click();
    await expect(kept).toContainText('0 bytes');
    await rankPage.setOptions({ normalise: false });
    await rankPage.rank();
    const again = (await rankPage.exportReport()).report;
    expect(again.cost.encodes).toBe(first.cost.encodes);
    expect(figuresOf(again)).toEqual(figuresOf(first));
  });

  await test.step('what Mine embeds is kept too, though the engine holds the store of this encoder', async () => {
    const before = await keptEmbeddings(page);
    await page.evaluate(() => (location.hash = '#mine'));
    await page.getByLabel('Files', { exact: true }).setInputFiles(demoFile('random'));
    await page.getByLabel('Dense').check();
    await page.getByLabel('BM25', { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Mine dense', exact: true }).click();
    await expect(page.getByRole('article', { name: 'mined: dense' })).toBeVisible();
    expect(await keptEmbeddings(page)).toBeGreaterThan(2 * before);
  });
});
