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
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  // A link's target stands in the lock under the path of whoever asked for it; npm makes no folder there.
  const targets = Object.values(wanted).map(({ link, resolved }) => (link === true ? resolved : undefined));
  const differs = Object.entries(wanted).find(([path, { version, integrity, optional = false }]) => {
    const found = installed[path];
    // npm leaves out the optional packages of other platforms.
    if (path === '' || targets.includes(path) || (found === undefined && optional)) return false;
    return found?.version !== version || found?.integrity !== integrity || !existsSync(join(folder, path));
  });
  if (differs) return `${differs[0]} is missing or another`;
  const extra = Object.keys(installed).find((path) => wanted[path] === undefined);
  return extra === undefined ? null : `${extra} is not in package-lock.json`;
}

/** @param {string} file @returns {Record<string, LockedPackage>} by path; none where there is no such lock file */
function readPackages(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {};
}
