/** A folder on disk in the place of a browser's private file system: as much of it as kept embeddings need. */

import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

import type { SegmentFile } from '../encoder/cache/segment';

export class DirectoryHandle {
  constructor(readonly path: string) {}

  /** Made where it is not there. */
  async getDirectoryHandle(name: string): Promise<DirectoryHandle> {
    const path = join(this.path, name);
    mkdirSync(path, { recursive: true });
    return new DirectoryHandle(path);
  }

  /** Made where it is not there. */
  async getFileHandle(name: string): Promise<FileHandle> {
    const path = join(this.path, name);
    closeSync(openSync(path, 'a'));
    return new FileHandle(path);
  }

  async *values(): AsyncGenerator<{ readonly name: string }> {
    for (const name of readdirSync(this.path)) yield { name };
  }
}

class FileHandle {
  constructor(readonly path: string) {}

  /** As a browser gives it in the mode in which many may have a file open: only the one that made it writes. */
  async createSyncAccessHandle(): Promise<SegmentFile> {
    const file = openSync(this.path, 'r+');
    return {
      read: (bytes, { at }) => readSync(file, bytes, 0, bytes.length, at),
      write: (bytes, { at }) => orFull(() => writeSync(file, bytes, 0, bytes.length, at)),
      getSize: () => fstatSync(file).size,
      flush: () => orFull(() => fsyncSync(file)),
      close: () => closeSync(file),
    };
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
