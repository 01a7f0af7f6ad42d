/** The origin private file system, as far as the embedding cache uses it, over a folder on disk. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { rowFile } from './row-file';

interface Create {
  readonly create?: boolean;
}

interface Disk {
  /** Bytes at which a file does not grow any more. */
  readonly limit?: number;
  /** Files that are open, of a browser that opens each for one tab alone. */
  readonly alone?: Set<string>;
}

/** For `navigator.storage`. @param root an existing folder */
export function privateFiles(root: string, disk: Disk = {}) {
  return { getDirectory: () => Promise.resolve(directory(root, disk)) };
}

type Entry = { readonly kind: string; readonly name: string };

function directory(path: string, disk: Disk) {
  return {
    kind: 'directory',
    name: basename(path),
    async *values(): AsyncGenerator<Entry> {
      for (const name of readdirSync(path)) {
        const inner = join(path, name);
        yield statSync(inner).isDirectory() ? directory(inner, disk) : fileHandle(inner, disk);
      }
    },
    async getDirectoryHandle(name: string, { create = false }: Create = {}) {
      const inner = join(path, name);
      if (create) mkdirSync(inner, { recursive: true });
      demand(inner);
      return directory(inner, disk);
    },
    async getFileHandle(name: string, { create = false }: Create = {}) {
      const file = join(path, name);
      if (create && !existsSync(file)) writeFileSync(file, '');
      demand(file);
      return fileHandle(file, disk);
    },
    async removeEntry(name: string) {
      demand(join(path, name));
      rmSync(join(path, name), { recursive: true });
    },
  };
}

function fileHandle(path: string, { limit, alone }: Disk) {
  return {
    kind: 'file',
    name: basename(path),
    createSyncAccessHandle: async () => {
      if (alone?.has(path)) throw new DOMException('It is open.', 'NoModificationAllowedError');
      alone?.add(path);
      const handle = rowFile(path, limit);
      return {
        ...handle,
        close: () => {
          alone?.delete(path);
          handle.close();
        },
      };
    },
    getFile: async () =>
      new File([readFileSync(path)], basename(path), { lastModified: statSync(path).mtimeMs }),
  };
}

function demand(path: string): void {
  if (!existsSync(path)) throw new DOMException(`${path} is not there.`, 'NotFoundError');
}
