/**
 * The files of all caches in the origin private file system. Each encoder has a folder with its rows and their keys.
 */

import { CacheInUseError } from '../errors';
import { rowsWithKey } from './key-index';
import type { RowFile } from './paged-rows';

const FOLDER = 'negscope-embeddings';

const ROWS = 'embeddings.rows';
const KEYS = 'embeddings.keys';

/** Files without checksums, written by earlier versions of this page. */
const OUTDATED = ['rows.f32', 'keys.bin'];

/** A worker that has just ended may still hold its files for a moment. */
const TRIES = 5;
const BETWEEN_TRIES_MS = 100;

/** One encoder's cache on disk, open. */
export interface CacheFiles {
  readonly rows: RowFile;
  readonly keys: RowFile;
}

/** The mode in which several tabs may open a file. Only the one with the lock writes. */
const SHARED = 'readwrite-unsafe';

type SharedHandle = RowFile & { readonly mode?: string };

/** `mode` is missing in the DOM's types. A browser that does not know it opens the file for one tab alone. */
type SharingFileHandle = FileSystemFileHandle & {
  createSyncAccessHandle(options?: { readonly mode: string }): Promise<SharedHandle>;
};

/** The folder of all caches. @throws DOMException where the browser has no private file system */
export async function cacheFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await privateFiles();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** Opens a file for this worker alone. @throws DOMException, also where another tab has it open */
export async function openAlone(directory: FileSystemDirectoryHandle, name: string): Promise<RowFile> {
  const file = await directory.getFileHandle(name, { create: true });
  return (file as SharingFileHandle).createSyncAccessHandle();
}

/**
 * Opens the files of an encoder, shared with other tabs if the browser can.
 * @param alone true where no other tab of this page has them: then they are always opened
 * @returns null where another tab has them and the browser cannot share them
 * @throws DOMException
 */
export async function openCacheFiles(namespace: string, alone: boolean): Promise<CacheFiles | null> {
  const directory = await (await cacheFolder()).getDirectoryHandle(namespace, { create: true });
  if (alone) {
    for (const name of OUTDATED) await directory.removeEntry(name).catch(() => undefined);
  }
  const rows = await openShared(directory, ROWS, alone);
  if (!rows) return null;
  const keys = await openShared(directory, KEYS, alone).catch((error: unknown) => {
    rows.close();
    throw error;
  });
  if (!keys) rows.close();
  return keys && { rows, keys };
}

async function openShared(
  directory: FileSystemDirectoryHandle,
  name: string,
  alone: boolean,
): Promise<RowFile | null> {
  const file = (await directory.getFileHandle(name, { create: true })) as SharingFileHandle;
  for (let tries = 1; ; tries++) {
    try {
      const handle = await file.createSyncAccessHandle({ mode: SHARED });
      if (alone || handle.mode === SHARED) return handle;
      handle.close();
      return null;
    } catch (error) {
      if (!isInUse(error)) throw error;
      if (!alone) return null;
      if (tries === TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
  }
}

/** True for the error that browsers throw when a file is open elsewhere. */
export function isInUse(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NoModificationAllowedError';
}

/** What all caches on disk hold. */
export interface CacheSize {
  readonly bytes: number;
  /** Those that a run can use: one for each token sequence, even if several texts share it. */
  readonly embeddings: number;
}

export async function cacheSize(): Promise<CacheSize> {
  let bytes = 0;
  let embeddings = 0;
  for await (const directory of (await cacheFolder()).values()) {
    if (!(directory instanceof FileSystemDirectoryHandle)) continue;
    const files: File[] = [];
    for await (const file of directory.values()) {
      if (file instanceof FileSystemFileHandle) files.push(await file.getFile());
    }
    bytes += files.reduce((sum, { size }) => sum + size, 0);
    const rows = files.find(({ name }) => name === ROWS);
    const keys = files.find(({ name }) => name === KEYS);
    if (rows && keys) embeddings += await rowsWithKey(keys, rows.size);
  }
  return { bytes, embeddings };
}

/** Deletes all caches on disk. Close open ones first. @throws CacheInUseError, DOMException */
export async function clearCaches(): Promise<void> {
  const root = await privateFiles();
  try {
    await root.removeEntry(FOLDER, { recursive: true });
  } catch (error) {
    if (isInUse(error)) throw new CacheInUseError();
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
}

/** The private file system of the page's origin. @throws Error where the browser has none, such as WebKitGTK */
async function privateFiles(): Promise<FileSystemDirectoryHandle> {
  // Without https there is not even `storage`.
  if (!('storage' in navigator && 'getDirectory' in navigator.storage)) {
    throw new Error('this browser, or an address without https, has no private file system');
  }
  return navigator.storage.getDirectory();
}
