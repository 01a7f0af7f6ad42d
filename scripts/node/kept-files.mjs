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
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';

const { pid } = process;

/** Beside a file that is open, with the number of the process that has it. */
const LOCK = '.lock';

class Handle {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
  }

  get name() {
    return basename(this.path);
  }
}

export class DirectoryHandle extends Handle {
  /** @type {'directory'} */
  kind = 'directory';

  /** @param {string} name @param {{ create?: boolean }} [options] */
  async getDirectoryHandle(name, { create = false } = {}) {
    const path = join(this.path, name);
    if (create) mkdirSync(path, { recursive: true });
    return new DirectoryHandle(there(path));
  }

  /** @param {string} name @param {{ create?: boolean }} [options] */
  async getFileHandle(name, { create = false } = {}) {
    const path = join(this.path, name);
    if (create) closeSync(openSync(path, 'a'));
    return new FileHandle(there(path));
  }

  /** @param {string} name @param {{ recursive?: boolean }} [options] */
  async removeEntry(name, { recursive = false } = {}) {
    rmSync(there(join(this.path, name)), { recursive });
  }

  async *values() {
    for (const entry of readdirSync(this.path, { withFileTypes: true })) {
      const path = join(this.path, entry.name);
      if (entry.isDirectory()) yield new DirectoryHandle(path);
      else if (!entry.name.endsWith(LOCK)) yield new FileHandle(path);
    }
  }
}

export class FileHandle extends Handle {
  /** @type {'file'} */
  kind = 'file';

  async getFile() {
    return new File([readFileSync(this.path)], this.name, { lastModified: statSync(this.path).mtimeMs });
  }

  /** For one process at a time. @throws {DOMException} as a browser, where another one has it */
  async createSyncAccessHandle() {
    lock(`${this.path}${LOCK}`);
    return new AccessHandle(this.path);
  }
}

class AccessHandle {
  mode = 'readwrite';
  #file;

  /** @param {string} path */
  constructor(path) {
    this.path = path;
    this.#file = openSync(path, 'r+');
  }

  /** @param {Uint8Array} bytes @param {{ at: number }} place */
  read(bytes, { at }) {
    return readSync(this.#file, bytes, 0, bytes.length, at);
  }

  /** @param {Uint8Array} bytes @param {{ at: number }} place @throws {DOMException} as a browser, where the disk is full */
  write(bytes, { at }) {
    try {
      return writeSync(this.#file, bytes, 0, bytes.length, at);
    } catch (error) {
      const full = error instanceof Error && /ENOSPC|EDQUOT/.test(error.message);
      throw full ? new DOMException('The disk is full.', 'QuotaExceededError') : error;
    }
  }

  getSize() {
    return fstatSync(this.#file).size;
  }

  /** @param {number} size */
  truncate(size) {
    ftruncateSync(this.#file, size);
  }

  flush() {
    fsyncSync(this.#file);
  }

  close() {
    closeSync(this.#file);
    rmSync(`${this.path}${LOCK}`, { force: true });
  }
}

/** @param {string} path @returns {string} @throws {DOMException} as a browser, where nothing is there */
function there(path) {
  if (existsSync(path)) return path;
  throw new DOMException(`${path} is not there.`, 'NotFoundError');
}

/** A process that has ended leaves its lock behind: the next one takes it. @param {string} path */
function lock(path) {
  if (existsSync(path) && isRunning(Number(readFileSync(path, 'utf8'))))
    throw new DOMException(`${path}: another process has it.`, 'NoModificationAllowedError');
  writeFileSync(path, String(pid));
}

/** @param {number} other @returns {boolean} */
function isRunning(other) {
  if (other === pid || !(other > 0)) return false;
  try {
    process.kill(other, 0);
    return true;
  } catch {
    return false;
  }
}
