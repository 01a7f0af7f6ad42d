/** A folder on disk in the place of a browser's private file system: as much of it as kept embeddings need. */

import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';

import { isRunning, startOf } from './processes';

const { pid } = process;

/** Beside a file that is open, with the number of the process that has it and when that began. */
const LOCK = '.lock';

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
      else if (!entry.name.endsWith(LOCK)) yield new FileHandle(path);
    }
  }
}

class FileHandle extends Handle {
  readonly kind = 'file';

  async getFile(): Promise<File> {
    return new File([readFileSync(this.path)], this.name, { lastModified: statSync(this.path).mtimeMs });
  }

  /** For one process at a time. @throws DOMException as a browser, where another one has it */
  async createSyncAccessHandle(): Promise<AccessHandle> {
    lock(`${this.path}${LOCK}`);
    return new AccessHandle(this.path);
  }
}

class AccessHandle {
  readonly mode = 'readwrite';
  private readonly file: number;

  constructor(private readonly path: string) {
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

  truncate(size: number): void {
    orFull(() => ftruncateSync(this.file, size));
  }

  flush(): void {
    orFull(() => fsyncSync(this.file));
  }

  close(): void {
    closeSync(this.file);
    rmSync(`${this.path}${LOCK}`, { force: true });
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

/** A process that has ended leaves its lock behind: the next one takes it. Of several that come at once one makes the file. */
function lock(path: string): void {
  const taken = () => new DOMException(`${path}: another process has it.`, 'NoModificationAllowedError');
  try {
    const owner = existsSync(path) ? readFileSync(path, 'utf8') : null;
    // One that is being written is still empty.
    if (owner !== null && (owner === '' ? isOld(path) : !hasIt(owner))) {
      const aside = `${path}.${pid}${LOCK}`;
      renameSync(path, aside);
      // Another one took it a moment ago: it gets its lock back.
      if (readFileSync(aside, 'utf8') !== owner) {
        renameSync(aside, path);
        throw taken();
      }
      rmSync(aside);
    }
    writeLock(path);
  } catch (error) {
    throw error instanceof Error && 'code' in error && /EEXIST|ENOENT/.test(String(error.code))
      ? taken()
      : error;
  }
}

/** Where no lock is: else, and where the disk is full, it throws and leaves nothing behind. */
function writeLock(path: string): void {
  const file = openSync(path, 'wx');
  try {
    writeSync(file, `${pid} ${startOf(pid)}`);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Whether it is older than any lock that is still being written. */
function isOld(path: string): boolean {
  return Date.now() - statSync(path).mtimeMs > 5_000;
}

/** Whether another process has the file. @param owner as a lock says it */
function hasIt(owner: string): boolean {
  const other = parseInt(owner);
  const start = owner.replace(/^\d+ ?/, '');
  return other !== pid && isRunning(other) && (start === '' || start === startOf(other));
}

/** Takes the locks of this process away: threads that are ended do not close what they have open. Called when the process ends. */
export function unlockAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (name.endsWith(LOCK) && readFileSync(path, 'utf8').startsWith(`${pid} `))
      rmSync(path, { force: true });
  }
}
