/** The files of a folder that is named on a command line, links among them. */

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

import { UsageError } from './arguments.mjs';

/** Folder of one repository in the cache of Hugging Face; its snapshots are links to its blobs. */
const CACHED = /^(models|datasets)--/;

/**
 * All files in a folder but those whose names begin with a dot. Links are followed as long as they stay in the folder, or in
 * the Hugging Face cache of the repository that it belongs to.
 *
 * @param {string} folder absolute
 * @returns {string[]} their paths in it with `/`, sorted
 * @throws {UsageError} naming a link that leads elsewhere, or to nothing
 */
export function filesIn(folder) {
  const root = rootOf(realpathSync(folder));
  /** @type {string[]} */
  const files = [];
  const walk = (/** @type {string} */ path, /** @type {readonly string[]} */ above) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const found = join(path, entry.name);
      if (entry.isDirectory() || entry.isFile()) take(found, above);
      else if (entry.isSymbolicLink()) {
        const shown = `${relative(dirname(folder), found)} is a link`;
        const target = realPath(found);
        if (target === null) throw new UsageError(`${shown} to what is not there. Remove it.`);
        if (!isIn(target, root)) {
          throw new UsageError(
            `${shown} to ${target}, outside the folder. Put the file itself there, or name it on the command line.`,
          );
        }
        take(found, above);
      }
    }
  };
  const take = (/** @type {string} */ path, /** @type {readonly string[]} */ above) => {
    const stats = statSync(path);
    if (stats.isDirectory()) {
      const target = realpathSync(path);
      // A link to a folder that it lies in.
      if (!above.includes(target)) walk(path, [...above, target]);
    } else if (stats.isFile() && !basename(path).startsWith('.')) files.push(path);
  };
  take(folder, []);
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
