/** What this browser keeps of a session, and how a tab ends. */

import { expect, type Page } from '@playwright/test';

/** Agrees to keep the session, and waits until it is written. */
export async function keep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keep in this browser' }).click();
  await expectKept(page);
}

/** Waits until what is on the page is written. */
export async function expectKept(page: Page): Promise<void> {
  await expect(page.getByText(/^Kept in this browser: /)).toBeVisible();
  await expect(page.locator('#kept-work')).toHaveAttribute('aria-busy', 'false');
}

/** Reloads, and tells whether the browser asked first. */
export async function reloadAsked(page: Page): Promise<boolean> {
  let asked = false;
  page.once('dialog', (dialog) => {
    asked = dialog.type() === 'beforeunload';
    void dialog.accept();
  });
  await page.reload();
  page.removeAllListeners('dialog');
  return asked;
}

/** Kills the tab as the browser does when memory runs out: nothing in it is told. */
export async function kill(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
}

/** What the session's store in IndexedDB holds, by its keys. */
export async function storedParts(page: Page): Promise<ReadonlyMap<string, unknown>> {
  const entries = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('negscope');
      opening.onsuccess = () => resolve(opening.result);
    });
    const store = database.transaction('session').objectStore('session');
    const [keys, values] = [store.getAllKeys(), store.getAll()];
    await new Promise((resolve) => (values.onsuccess = resolve));
    database.close();
    return keys.result.map((key, i): [string, unknown] => [String(key), values.result[i]]);
  });
  return new Map(entries);
}

/** Bytes of the files in the browser's private file system, by path; not on which device an encoder runs. */
export async function storedFiles(page: Page): Promise<ReadonlyMap<string, number>> {
  const found = await page.evaluate(async () => {
    const files: [string, number][] = [];
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const entry of folder.values()) {
        if (entry instanceof FileSystemDirectoryHandle) await walk(entry, `${path}${entry.name}/`);
        else files.push([path + entry.name, (await (entry as FileSystemFileHandle).getFile()).size]);
      }
    };
    await walk(await navigator.storage.getDirectory(), '');
    return files.filter(([path]) => !path.startsWith('negscope-embeddings/encoders/'));
  });
  return new Map(found);
}
