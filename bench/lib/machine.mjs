/** The machine that the figures belong to. */

import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';

import { commitOf } from '../../scripts/lib/commit.mjs';
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

/** @returns {{ version: string, commit: string | null }} commit: with a `+` where files have changed since */
export function describeNegscope() {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const { commit, modified } = commitOf(PROJECT, ['src', 'workers', 'package-lock.json']);
  return { version, commit: commit && `${commit.slice(0, 8)}${modified ? '+' : ''}` };
}
