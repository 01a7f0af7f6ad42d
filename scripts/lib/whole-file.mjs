/** A file that a command writes is there whole or not at all. */

import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { SetupError } from '../setup.mjs';

/**
 * @param {string} path
 * @param {string | Uint8Array} content
 * @throws {SetupError} where it cannot be written: what was there stays
 */
export function writeWhole(path, content) {
  const isFile = (/** @type {string} */ at) => lstatSync(at, { throwIfNoEntry: false })?.isFile();
  // What is there and no file, such as a pipe or a link, is written to.
  const isPlain = isFile(path) ?? true;
  const draft = isPlain ? `${path}.${process.pid}` : path;
  try {
    writeFileSync(draft, content);
    if (isPlain) renameSync(draft, path);
  } catch (error) {
    if (isPlain && isFile(draft)) rmSync(draft);
    throw new SetupError(`${path} could not be written: ${error instanceof Error ? error.message : error}.`);
  }
}
