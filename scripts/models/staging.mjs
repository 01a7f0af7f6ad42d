/** A model folder is filled beside the others and moved into place whole, or not at all. */

import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Temporary folders are named `.staging-PID-NAME`: beside the models, so that a rename moves them in one step. */
const STAGING = /^\.staging-(\d+)-/;

/** @type {readonly [NodeJS.Signals, number][]} each with the exit status that shells expect */
const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
];

/**
 * Fills a temporary folder and hands it on. Whatever goes wrong, ctrl-C included, the folder is deleted.
 *
 * @template T
 * @param {string} modelsDir made where it is not there
 * @param {string} name
 * @param {(folder: string) => Promise<T>} fill
 * @param {(folder: string, result: T) => void} install synchronous: renames the folder to where it belongs
 * @returns {Promise<T>}
 */
export async function stage(modelsDir, name, fill, install) {
  mkdirSync(modelsDir, { recursive: true });
  removeAbandoned(modelsDir);
  const folder = join(modelsDir, `.staging-${process.pid}-${name}`);
  const clean = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const handlers = SIGNALS.map(([signal, status]) => {
    const handler = () => {
      clean();
      process.exit(status);
    };
    process.on(signal, handler);
    return /** @type {const} */ ([signal, handler]);
  });
  try {
    mkdirSync(folder);
    const result = await fill(folder);
    install(folder, result);
    return result;
  } finally {
    clean();
    for (const [signal, handler] of handlers) process.off(signal, handler);
  }
}

/**
 * Takes a model's folder away: out of sight in one step, then off the disk.
 *
 * @param {string} modelsDir
 * @param {string} name
 */
export function discard(modelsDir, name) {
  const hidden = join(modelsDir, `.staging-${process.pid}-${name}`);
  renameSync(join(modelsDir, name), hidden);
  rmSync(hidden, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Deletes temporary folders of processes that were killed before they could.
 *
 * @param {string} modelsDir
 */
function removeAbandoned(modelsDir) {
  for (const name of readdirSync(modelsDir)) {
    const match = STAGING.exec(name);
    if (match !== null && !isRunning(Number(match[1]))) {
      rmSync(join(modelsDir, name), { recursive: true, force: true });
    }
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
