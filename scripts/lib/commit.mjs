/** The commit that a build is made from, for the report. */

import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/**
 * @param {string} folder
 * @param {readonly string[]} inputs of the build, as paths in the folder
 * @returns {{ commit: string | null, modified: boolean | null }} nulls where the folder is not the top of a git checkout
 */
export function commitOf(folder, inputs) {
  const commit = headOf(folder);
  const changed = commit === null ? null : git(folder, 'status', '--porcelain', '--', ...inputs);
  return { commit, modified: changed === null ? null : changed !== '' };
}

/** @param {string} folder @returns {string | null} the commit that is checked out; null where this is not the top of a git checkout */
export function headOf(folder) {
  const [top, commit = null] = git(folder, 'rev-parse', '--show-toplevel', 'HEAD')?.split('\n') ?? [];
  return top !== undefined && realpathSync(top) === realpathSync(folder) ? commit : null;
}

/** @param {string} folder @param {string[]} args @returns {string | null} what git says; null where it fails */
function git(folder, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
