/** The machine that the figures belong to. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { PROJECT } from '../../scripts/lib/paths.mjs';

/** @typedef {import('../types').Adapter} Adapter */
/** @typedef {import('../types').Machine} Machine */

/** Processes that wanted a core, on average over the last minute. */
export const load = () => loadavg()[0] ?? 0;

/**
 * @param {string} browser its version
 * @param {Adapter | null} adapter
 * @param {number} loadBefore
 * @returns {Machine}
 */
export function describeMachine(browser, adapter, loadBefore) {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory_bytes: totalmem(),
    system: `${platform()} ${release()}, ${arch()}`,
    node: process.versions.node,
    browser: `Chromium ${browser}`,
    adapter,
    onnxruntime_web: packageJson('node_modules/onnxruntime-web').version,
    load_before: loadBefore,
    load_after: load(),
  };
}

/** @param {Adapter | null} adapter @returns {string} */
export function adapterInWords(adapter) {
  if (adapter === null) return 'none';
  const names = [adapter.vendor, adapter.architecture, adapter.description].filter((name) => name !== '');
  return `${names.join(', ')}${adapter.fallback ? ' (a software adapter)' : ''}`;
}

/** @returns {Promise<{ version: string, commit: string | null }>} commit: with a `+` where files have changed since */
export async function describeNegscope() {
  const git = async (/** @type {string[]} */ ...args) =>
    (await promisify(execFile)('git', args, { cwd: PROJECT })).stdout.trim();
  const { version } = packageJson('.');
  try {
    const commit = await git('rev-parse', '--short', 'HEAD');
    const changed = (await git('status', '--porcelain', '--', 'src', 'workers', 'package-lock.json')) !== '';
    return { version, commit: changed ? `${commit}+` : commit };
  } catch {
    return { version, commit: null };
  }
}

/** @param {string} folder in the project @returns {{ version: string }} */
function packageJson(folder) {
  return JSON.parse(readFileSync(join(PROJECT, folder, 'package.json'), 'utf8'));
}
