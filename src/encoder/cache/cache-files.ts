/** The files of all caches in the origin private file system: each encoder has a folder with a segment of each writer. */

import { CacheInUseError } from '../errors';
import { recordsIn, type SegmentFile } from './segment';

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

/** The segments of one encoder. */
export class SegmentFolder {
  private constructor(private readonly directory: FileSystemDirectoryHandle) {}

  /** @param namespace the encoder's @throws DOMException */
  static async open(namespace: string): Promise<SegmentFolder> {
    const directory = await (await cacheFolder()).getDirectoryHandle(namespace, { create: true });
    return new SegmentFolder(directory);
  }

  async names(): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of this.directory.values()) if (name.endsWith(SEGMENT)) names.push(name);
    return names.sort();
  }

  /** For a segment that this worker writes. */
  static freshName(): string {
    return `${crypto.randomUUID()}${SEGMENT}`;
  }

  /** A segment; null where another worker has it open and the browser cannot share it. @throws DOMException */
  async open(name: string): Promise<SegmentFile | null> {
    const file = (await this.directory.getFileHandle(name, { create: true })) as SharingFileHandle;
    return file.createSyncAccessHandle({ mode: SHARED }).catch((error: unknown) => {
      if (isNamed(error, 'NoModificationAllowedError')) return null;
      throw error;
    });
  }

  /** Removes a segment that holds nothing. If that fails, an empty file stays. */
  async remove(name: string): Promise<void> {
    await this.directory.removeEntry(name).catch(() => undefined);
  }
}

/** What all caches on disk hold. */
export interface CacheSize {
  readonly bytes: number;
  /** Those that a run can use, one for each text. */
  readonly embeddings: number;
}

export async function cacheSize(): Promise<CacheSize> {
  let bytes = 0;
  let embeddings = 0;
  for await (const directory of (await cacheFolder()).values()) {
    if (directory.kind !== 'directory') continue;
    for await (const entry of (directory as FileSystemDirectoryHandle).values()) {
      if (entry.kind !== 'file') continue;
      const file = await (entry as FileSystemFileHandle).getFile();
      bytes += file.size;
      if (file.name.endsWith(SEGMENT)) embeddings += await recordsIn(file);
    }
  }
  return { bytes, embeddings };
}

/** Deletes all caches on disk. Close open ones first. @throws CacheInUseError, DOMException */
export async function clearCaches(): Promise<void> {
  const root = await privateFiles();
  try {
    await root.removeEntry(FOLDER, { recursive: true });
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
