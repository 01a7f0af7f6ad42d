/** A file that a command writes is there whole or not at all. */

import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

import { SetupError } from '../setup.mjs';

/**
 * @param {string} path
 * @param {string | Uint8Array} content
 * @throws {SetupError} where it cannot be written: what was there stays
 */
export function writeWhole(path, content) {
  // What is there and no file, such as a pipe, is written to.
  const isPlain = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  const draft = isPlain ? `${path}.${process.pid}` : path;
  try {
    writeFileSync(draft, content);
    if (isPlain) renameSync(draft, path);
  } catch (error) {
    if (isPlain) rmSync(draft, { force: true, recursive: true });
    throw new SetupError(`${path} could not be written: ${error instanceof Error ? error.message : error}.`);
  }
}
