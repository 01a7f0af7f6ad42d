/** Files on disk as a browser would give them and keep them, and files that are written whole or not at all. */

import * as fs from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

import type { SegmentFile } from '../encoder/cache/segment';
import type { PickedFolder } from '../session/encoder/picked-folder';
import { CommandError } from './terminal';

/** @returns what is there; null where nothing is */
export function kindOf(absolute: string): 'file' | 'folder' | null {
  try {
    return fs.statSync(absolute).isDirectory() ? 'folder' : 'file';
  } catch {
    return null;
  }
}

/** A file that is read from disk as it is asked for. */
export async function fileOnDisk(path: string): Promise<File> {
  return new File([await fs.openAsBlob(path)], basename(path), { lastModified: fs.statSync(path).mtimeMs });
}

/** A folder with every file in it. @throws CommandError naming a link that leads out of it */
export async function folderOnDisk(path: string): Promise<PickedFolder> {
  const files = filesIn(path).map(async (each) => ({ path: each, file: await fileOnDisk(join(path, each)) }));
  return { name: basename(path), files: await Promise.all(files) };
}

/** Folder of one repository in the cache of Hugging Face; its snapshots are links to its blobs. */
const CACHED = /^(models|datasets)--/;

/**
 * All files in a folder and the folders in it, each once; none whose name begins with a dot, or lies in a folder of such a name. A
 * link into the folder itself adds nothing: what it leads to is listed in its own place. Of other links those are followed that
 * stay in the Hugging Face cache of the repository that the folder belongs to.
 *
 * @param folder absolute
 * @returns their paths in it with `/`, sorted
 * @throws CommandError naming a link that leads elsewhere, or to nothing
 */
export function filesIn(folder: string): string[] {
  const own = fs.realpathSync(folder);
  const root = rootOf(own);
  const files: string[] = [];
  const walk = (path: string): void => {
    for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const found = join(path, entry.name);
      if (entry.isDirectory()) walk(found);
      else if (entry.isFile() || (entry.isSymbolicLink() && isLinkedFile(found))) files.push(found);
    }
  };
  const isLinkedFile = (found: string): boolean => {
    const shown = `${relative(dirname(folder), found)} is a link`;
    if (!fs.existsSync(found)) throw new CommandError(`${shown} to what is not there. Remove it.`);
    const target = fs.realpathSync(found);
    if (isIn(target, own)) return false;
    if (isIn(target, root) && fs.statSync(target).isFile()) return true;
    throw new CommandError(
      `${shown} to ${target}, outside the folder. Put the file itself there, or name it on the command line.`,
    );
  };
  walk(folder);
  return files.map((file) => relative(folder, file).replaceAll(sep, '/')).sort();
}

/** Names of the files that stand in a folder itself, of links to files anywhere too; none that begins with a dot. Sorted. */
export function linkedFilesIn(folder: string): string[] {
  const names = kindOf(folder) === 'folder' ? fs.readdirSync(folder).sort() : [];
  return names.filter((name) => !name.startsWith('.') && kindOf(join(folder, name)) === 'file');
}

/** What the links of a folder may lead to. @param folder real */
function rootOf(folder: string): string {
  const parts = folder.split(sep);
  const cached = parts.findLastIndex((part, i) => CACHED.test(part) && parts[i + 1] === 'snapshots');
  return cached === -1 ? folder : parts.slice(0, cached + 1).join(sep);
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * Writes a file whole or not at all: as a draft beside it, which a command that is killed leaves to the next one.
 *
 * @throws CommandError where it cannot be written: what was there stays
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const isFile = (at: string) => fs.lstatSync(at, { throwIfNoEntry: false })?.isFile() ?? null;
  // What is there and no file, such as a pipe or a link, is written to.
  const isPlain = isFile(path) ?? true;
  const draft = isPlain ? `${path}.negscope.tmp` : path;
  try {
    fs.writeFileSync(draft, content);
    if (isPlain) fs.renameSync(draft, path);
  } catch (error) {
    if (isPlain && isFile(draft)) fs.rmSync(draft);
    throw new CommandError(
      `${path} could not be written: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

/** A folder in the place of a browser's private file system. What is asked for is made where it is not there. */
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
