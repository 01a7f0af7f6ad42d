/** The files of a folder that is named on a command line, links among them. */

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import { UsageError } from './arguments.mjs';

/** Folder of one repository in the cache of Hugging Face; its snapshots are links to its blobs. */
const CACHED = /^(models|datasets)--/;

/**
 * All files in a folder and the folders in it, each once; none whose name begins with a dot, or lies in a folder of such a name. A
 * link into the folder itself adds nothing: what it leads to is listed in its own place. Of other links those are followed that
 * stay in the Hugging Face cache of the repository that the folder belongs to.
 *
 * @param {string} folder absolute
 * @returns {string[]} their paths in it with `/`, sorted
 * @throws {UsageError} naming a link that leads elsewhere, or to nothing
 */
export function filesIn(folder) {
  const own = realpathSync(folder);
  const root = rootOf(own);
  /** @type {string[]} */
  const files = [];
  const walk = (/** @type {string} */ path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const found = join(path, entry.name);
      if (entry.isDirectory()) walk(found);
      else if (entry.isFile() || (entry.isSymbolicLink() && isLinkedFile(found))) files.push(found);
    }
  };
  const isLinkedFile = (/** @type {string} */ found) => {
    const shown = `${relative(dirname(folder), found)} is a link`;
    const target = realPath(found);
    if (target === null) throw new UsageError(`${shown} to what is not there. Remove it.`);
    if (isIn(target, own)) return false;
    if (isIn(target, root) && statSync(target).isFile()) return true;
    throw new UsageError(
      `${shown} to ${target}, outside the folder. Put the file itself there, or name it on the command line.`,
    );
  };
  walk(folder);
  return files.map((file) => relative(folder, file).replaceAll(sep, '/')).sort();
}

/** @param {string} folder real @returns {string} what its links may lead to */
function rootOf(folder) {
  const parts = folder.split(sep);
  const cached = parts.findLastIndex((part, i) => CACHED.test(part) && parts[i + 1] === 'snapshots');
  return cached === -1 ? folder : parts.slice(0, cached + 1).join(sep);
}

/** @param {string} path @param {string} folder */
function isIn(path, folder) {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** @param {string} path @returns {string | null} null: there is nothing, or a circle */
function realPath(path) {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
