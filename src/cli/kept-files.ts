/** A folder on disk in the place of a browser's private file system: as much of it as kept embeddings need. */

import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';

class Handle {
  constructor(readonly path: string) {}

  get name(): string {
    return basename(this.path);
  }
}

export class DirectoryHandle extends Handle {
  readonly kind = 'directory';

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<DirectoryHandle> {
    const path = join(this.path, name);
    if (create) mkdirSync(path, { recursive: true });
    return new DirectoryHandle(there(path));
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<FileHandle> {
    const path = join(this.path, name);
    if (create) closeSync(openSync(path, 'a'));
    return new FileHandle(there(path));
  }

  async removeEntry(name: string, { recursive = false } = {}): Promise<void> {
    rmSync(there(join(this.path, name)), { recursive });
  }

  async *values(): AsyncGenerator<DirectoryHandle | FileHandle> {
    for (const entry of readdirSync(this.path, { withFileTypes: true })) {
      const path = join(this.path, entry.name);
      if (entry.isDirectory()) yield new DirectoryHandle(path);
      else yield new FileHandle(path);
    }
  }
}

class FileHandle extends Handle {
  readonly kind = 'file';

  async getFile(): Promise<File> {
    return new File([readFileSync(this.path)], this.name, { lastModified: statSync(this.path).mtimeMs });
  }

  /** As a browser gives it in the mode in which many may have a file open: only the one that made it writes. */
  async createSyncAccessHandle(): Promise<AccessHandle> {
    return new AccessHandle(this.path);
  }
}

class AccessHandle {
  private readonly file: number;

  constructor(path: string) {
    this.file = openSync(path, 'r+');
  }

  read(bytes: Uint8Array, { at }: { at: number }): number {
    return readSync(this.file, bytes, 0, bytes.length, at);
  }

  /** @throws DOMException as a browser, where the disk is full */
  write(bytes: Uint8Array, { at }: { at: number }): number {
    return orFull(() => writeSync(this.file, bytes, 0, bytes.length, at));
  }

  getSize(): number {
    return fstatSync(this.file).size;
  }

  flush(): void {
    orFull(() => fsyncSync(this.file));
  }

  close(): void {
    closeSync(this.file);
  }
}

/** @throws DOMException as a browser, where the disk is full */
function orFull<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    const full = error instanceof Error && /ENOSPC|EDQUOT/.test(error.message);
    throw full ? new DOMException('The disk is full.', 'QuotaExceededError') : error;
  }
}

/** @throws DOMException as a browser, where nothing is there */
function there(path: string): string {
  if (existsSync(path)) return path;
  throw new DOMException(`${path} is not there.`, 'NotFoundError');
}
