/** The folder of what is kept: flat files in the browser's private file system, each written whole or not at all. */

import { KeepError, noPrivateFiles } from './errors';

/** Name of the folder in the private file system; that of the embeddings lies beside it. */
const FOLDER = 'negscope-kept';

/** Bytes handed to the storage at a time: the browser copies them, the page only counts. */
const SLICE = 32 << 20;

/** What is needed of a folder. Every promise may reject with what the browser's storage throws. */
export interface KeepFolder {
  /** Its files, in no order. */
  list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>;
  /** Null where it is not there. */
  read(name: string): Promise<File | null>;
  /**
   * Replaces a file, or makes it. A failure leaves what was there before.
   * @param onBytes gets the bytes copied so far
   */
  write(name: string, content: Blob, onBytes?: (bytes: number) => void): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes the folder itself with all that is in it. */
  clear(): Promise<void>;
}

/**
 * The folder in the private file system.
 * @returns null where there is none and none is to be made
 * @throws KeepError where the browser has no private file system; DOMException where it denies it
 */
export async function openKeepFolder({ create }: { readonly create: boolean }): Promise<KeepFolder | null> {
  // Pages that did not come over a safe connection have none.
  if (!('storage' in navigator) || !('getDirectory' in navigator.storage)) throw noPrivateFiles();
  const root = await navigator.storage.getDirectory();
  try {
    return new PrivateFolder(root, await root.getDirectoryHandle(FOLDER, { create }));
  } catch (error) {
    if (!create && isMissing(error)) return null;
    throw error;
  }
}

class PrivateFolder implements KeepFolder {
  constructor(
    private readonly root: FileSystemDirectoryHandle,
    private readonly directory: FileSystemDirectoryHandle,
  ) {}

  async list(): Promise<{ name: string; bytes: number }[]> {
    const files: { name: string; bytes: number }[] = [];
    for await (const handle of this.directory.values()) {
      if (handle instanceof FileSystemFileHandle) {
        files.push({ name: handle.name, bytes: (await handle.getFile()).size });
      }
    }
    return files;
  }

  async read(name: string): Promise<File | null> {
    try {
      return await (await this.directory.getFileHandle(name)).getFile();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async write(
    name: string,
    content: Blob,
    onBytes: (bytes: number) => void = () => undefined,
  ): Promise<void> {
    const isNew = (await this.read(name)) === null;
    const handle = await this.directory.getFileHandle(name, { create: true });
    try {
      await fill(handle, content, onBytes);
    } catch (error) {
      if (isNew) await this.remove(name).catch(() => undefined);
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await this.directory.removeEntry(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async clear(): Promise<void> {
    try {
      await this.root.removeEntry(FOLDER, { recursive: true });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

/** Writes beside the file; only the last step, closing, puts the new content in the old one's place. */
async function fill(
  handle: FileSystemFileHandle,
  content: Blob,
  onBytes: (bytes: number) => void,
): Promise<void> {
  // Safari before 26 has no such method on files of the private file system.
  if (!('createWritable' in handle)) {
    throw new KeepError('denied', 'This browser cannot keep files for a page. A newer version of it can.');
  }
  const out = await handle.createWritable();
  try {
    for (let start = 0; start < content.size; start += SLICE) {
      await out.write(content.slice(start, start + SLICE));
      onBytes(Math.min(start + SLICE, content.size));
    }
    await out.close();
  } catch (error) {
    await out.abort().catch(() => undefined);
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}
