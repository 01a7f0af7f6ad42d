/** The origin private file system, as far as the embedding cache uses it, over a folder on disk. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rowFile } from './row-file';

interface Create {
  readonly create?: boolean;
}

/** For `navigator.storage`. @param root an existing folder */
export function privateFiles(root: string) {
  return { getDirectory: () => Promise.resolve(directory(root)) };
}

function directory(path: string) {
  return {
    async getDirectoryHandle(name: string, { create = false }: Create = {}) {
      const inner = join(path, name);
      if (create) mkdirSync(inner, { recursive: true });
      demand(inner);
      return directory(inner);
    },
    async getFileHandle(name: string, { create = false }: Create = {}) {
      const file = join(path, name);
      if (create && !existsSync(file)) writeFileSync(file, '');
      demand(file);
      return {
        createSyncAccessHandle: async () => rowFile(file),
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
