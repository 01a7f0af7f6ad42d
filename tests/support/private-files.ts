/** The origin private file system, as far as the embedding cache uses it, over a folder on disk. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rowFile } from './row-file';

interface Create {
  readonly create?: boolean;
}

interface Disk {
  /** Bytes at which a file does not grow any more. */
  readonly limit?: number;
  /** What a handle says of the mode in which it was opened. */
  readonly mode?: string;
}

/** For `navigator.storage`. @param root an existing folder */
export function privateFiles(root: string, disk: Disk = {}) {
  return { getDirectory: () => Promise.resolve(directory(root, disk)) };
}

function directory(path: string, disk: Disk) {
  return {
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
      return {
        createSyncAccessHandle: async () => ({ ...rowFile(file, disk.limit), mode: disk.mode }),
        getFile: async () => new File([readFileSync(file)], name),
      };
    },
    async removeEntry(name: string) {
      demand(join(path, name));
      rmSync(join(path, name), { recursive: true });
    },
  };
}

function demand(path: string): void {
  if (!existsSync(path)) throw new DOMException(`${path} is not there.`, 'NotFoundError');
}
