/** The files of all caches in the origin private file system: each encoder has a folder with a segment of each writer. */

import { CacheInUseError } from '../errors';
import type { SegmentFile } from './segment';

const FOLDER = 'negscope-embeddings';

const SEGMENT = '.segment';

/** The mode in which several tabs may open a file. Only the one that made it writes. */
const SHARED = 'readwrite-unsafe';

/** `mode` is missing in the DOM's types. A browser that does not know it opens the file for one tab alone. */
type SharingFileHandle = FileSystemFileHandle & {
  createSyncAccessHandle(options?: { readonly mode: string }): Promise<SegmentFile>;
};

/** The folder of all caches. @throws DOMException where the browser has no private file system */
async function cacheFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await privateFiles();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** The folder with the segments of one encoder. @param namespace the encoder's @throws DOMException */
export async function openFolder(namespace: string): Promise<FileSystemDirectoryHandle> {
  return (await cacheFolder()).getDirectoryHandle(namespace, { create: true });
}

export async function segmentNames(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of folder.values()) if (name.endsWith(SEGMENT)) names.push(name);
  return names.sort();
}

/** A name for a segment that this worker writes. */
export function freshName(): string {
  return `${crypto.randomUUID()}${SEGMENT}`;
}

/** Null where another worker has the file open and the browser cannot share it. @throws DOMException */
export async function openFile(folder: FileSystemDirectoryHandle, name: string): Promise<SegmentFile | null> {
  const file = (await folder.getFileHandle(name, { create: true })) as SharingFileHandle;
  return file.createSyncAccessHandle({ mode: SHARED }).catch((error: unknown) => {
    if (isNamed(error, 'NoModificationAllowedError')) return null;
    throw error;
  });
}

/** Deletes all caches on disk. Close open ones first. @throws CacheInUseError, DOMException */
export async function clearCaches(): Promise<void> {
  // Where there is no private file system nothing is on disk.
  const root = await privateFiles().catch(() => null);
  try {
    await root?.removeEntry(FOLDER, { recursive: true });
  } catch (error) {
    if (isNamed(error, 'NoModificationAllowedError')) throw new CacheInUseError();
    if (!isNamed(error, 'NotFoundError')) throw error;
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}

/** The private file system of the page's origin. @throws Error where the browser has none, such as WebKitGTK */
async function privateFiles(): Promise<FileSystemDirectoryHandle> {
  // Without https there is not even `storage`.
  if (!('storage' in navigator && 'getDirectory' in navigator.storage)) {
    throw new Error('this browser, or an address without https, has no private file system');
  }
  return navigator.storage.getDirectory();
}
