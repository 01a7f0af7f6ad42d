/** The machine that the figures belong to. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { PROJECT } from '../../scripts/lib/paths.mjs';

/** Processes that wanted a core, on average over the last minute. */
export const load = () => loadavg()[0] ?? 0;

/**
 * @param {string} browser its version
 * @param {number} loadBefore
 * @returns {import('../types').Machine}
 */
export function describeMachine(browser, loadBefore) {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory_bytes: totalmem(),
    system: `${platform()} ${release()}, ${arch()}; Node ${process.versions.node}`,
    browser: `Chromium ${browser}`,
    load: [loadBefore, load()],
  };
}

/** @returns {Promise<{ version: string, commit: string | null }>} commit: with a `+` where files have changed since */
export async function describeNegscope() {
  const git = async (/** @type {string[]} */ ...args) =>
    (await promisify(execFile)('git', args, { cwd: PROJECT })).stdout.trim();
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  try {
    const commit = await git('rev-parse', '--short', 'HEAD');
    const changed = (await git('status', '--porcelain', '--', 'src', 'workers', 'package-lock.json')) !== '';
    return { version, commit: changed ? `${commit}+` : commit };
  } catch {
    return { version, commit: null };
  }
}
