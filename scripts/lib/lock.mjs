/**
 * Whether node_modules holds what package-lock.json asks for: the lock is compared with the copy that npm keeps
 * of what it installed, so an `npm ci` by hand counts too.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, optional?: boolean }} LockedPackage */

/**
 * @param {string} folder the one with package-lock.json
 * @returns {string | null} the first difference, in words; null where node_modules matches
 */
export function lockDifference(folder) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  if (wanted === null) return 'package-lock.json cannot be read';
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  if (installed === null) return 'nothing is installed';
  // A link's target stands in the lock under the path of whoever asked for it; npm makes no folder there.
  const targets = new Set(
    Object.values(wanted).flatMap((entry) => (entry.link === true ? [entry.resolved] : [])),
  );
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || targets.has(path)) continue;
    const found = installed[path];
    if (found === undefined) {
      // npm leaves out the optional packages of other platforms.
      if (entry.optional !== true) return `${path} is missing`;
    } else if (found.version !== entry.version) {
      return `${path} is ${found.version}, not ${entry.version}`;
    } else if (found.integrity !== entry.integrity) {
      return `${path} ${entry.version} has another content`;
    } else if (!existsSync(join(folder, path))) {
      return `${path} is gone`;
    }
  }
  const extra = Object.keys(installed).find((path) => wanted[path] === undefined);
  return extra === undefined ? null : `${extra} is not in package-lock.json`;
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | null} by path, or null where there is no such lock file
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}
