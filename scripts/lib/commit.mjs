/** The commit that a build is made from, for the report. */

import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/**
 * @param {string} folder
 * @param {readonly string[]} inputs of the build, as paths in the folder
 * @returns {{ commit: string | null, modified: boolean | null }} nulls where the folder is not the top of a git checkout
 */
export function commitOf(folder, inputs) {
  const git = (/** @type {string[]} */ ...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };
  const [top, commit] = git('rev-parse', '--show-toplevel', 'HEAD')?.split('\n') ?? [];
  if (top === undefined || commit === undefined || realpathSync(top) !== realpathSync(folder)) {
    return { commit: null, modified: null };
  }
  const changed = git('status', '--porcelain', '--', ...inputs);
  return { commit, modified: changed === null ? null : changed !== '' };
}
