/** A folder on disk in the place of a browser's private file system: as much of it as kept embeddings need. */

import * as fs from 'node:fs';
import { join } from 'node:path';

import type { SegmentFile } from '../encoder/cache/segment';

/** What is asked for is made where it is not there. */
export class DirectoryHandle {
  constructor(readonly path: string) {}

  async getDirectoryHandle(name: string): Promise<DirectoryHandle> {
    const path = join(this.path, name);
    fs.mkdirSync(path, { recursive: true });
    return new DirectoryHandle(path);
  }

  async getFileHandle(name: string) {
    return { createSyncAccessHandle: async () => openFile(join(this.path, name)) };
  }

  async *values(): AsyncGenerator<{ readonly name: string }> {
    for (const name of fs.readdirSync(this.path)) yield { name };
  }
}

/** As a browser gives it in the mode in which many may have a file open: only the one that made it writes. */
function openFile(path: string): SegmentFile {
  const file = fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT);
  return {
    read: (bytes, { at }) => fs.readSync(file, bytes, 0, bytes.length, at),
    write: (bytes, { at }) => orFull(() => fs.writeSync(file, bytes, 0, bytes.length, at)),
    getSize: () => fs.fstatSync(file).size,
    flush: () => orFull(() => fs.fsyncSync(file)),
    close: () => fs.closeSync(file),
  };
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
