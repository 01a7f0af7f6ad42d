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
import process from 'node:process';

import { isRunning, startOf } from '../lib/processes.mjs';

const { pid } = process;

/** Beside a file that is open, with the number of the process that has it and when that began. */
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

class FileHandle extends Handle {
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
    return orFull(() => writeSync(this.#file, bytes, 0, bytes.length, at));
  }

  getSize() {
    return fstatSync(this.#file).size;
  }

  /** @param {number} size */
  truncate(size) {
    orFull(() => ftruncateSync(this.#file, size));
  }

  flush() {
    orFull(() => fsyncSync(this.#file));
  }

  close() {
    closeSync(this.#file);
    rmSync(`${this.path}${LOCK}`, { force: true });
  }
}

/** @template T @param {() => T} write @returns {T} @throws {DOMException} as a browser, where the disk is full */
function orFull(write) {
  try {
    return write();
  } catch (error) {
    const full = error instanceof Error && /ENOSPC|EDQUOT/.test(error.message);
    throw full ? new DOMException('The disk is full.', 'QuotaExceededError') : error;
  }
}

/** @param {string} path @returns {string} @throws {DOMException} as a browser, where nothing is there */
function there(path) {
  if (existsSync(path)) return path;
  throw new DOMException(`${path} is not there.`, 'NotFoundError');
}

/**
 * A process that has ended leaves its lock behind: the next one takes it. Of several that come at once one makes the file.
 *
 * @param {string} path
 */
function lock(path) {
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

/** @param {string} path where no lock is: else, and where the disk is full, it throws and leaves nothing behind */
function writeLock(path) {
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

/** @param {string} path @returns {boolean} whether it is older than any lock that is still being written */
function isOld(path) {
  return Date.now() - statSync(path).mtimeMs > 5_000;
}

/** @param {string} owner as a lock says it @returns {boolean} whether another process has the file */
function hasIt(owner) {
  const other = parseInt(owner);
  const start = owner.replace(/^\d+ ?/, '');
  return other !== pid && isRunning(other) && (start === '' || start === startOf(other));
}

/**
 * Takes the locks of this process away: threads that are ended do not close what they have open. Called when the process ends.
 *
 * @param {string} folder
 */
export function unlockAll(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (name.endsWith(LOCK) && readFileSync(path, 'utf8').startsWith(`${pid} `))
      rmSync(path, { force: true });
  }
}
