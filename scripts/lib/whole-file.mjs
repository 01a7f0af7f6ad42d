/** A file that a command writes is there whole or not at all. */

import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { SetupError } from '../setup.mjs';
import { isRunning } from './processes.mjs';

/** What a draft has behind the name of its file: the number of the process that writes it. */
const DRAFT = /\.negscope-(\d+)\.tmp$/;

/**
 * Drafts that a killed command left in the folder are removed.
 *
 * @param {string} path
 * @param {string | Uint8Array} content
 * @throws {SetupError} where it cannot be written: what was there stays
 */
export function writeWhole(path, content) {
  const isFile = (/** @type {string} */ at) => lstatSync(at, { throwIfNoEntry: false })?.isFile();
  // What is there and no file, such as a pipe or a link, is written to.
  const isPlain = isFile(path) ?? true;
  const draft = isPlain ? `${path}.negscope-${process.pid}.tmp` : path;
  try {
    if (isPlain) removeDrafts(dirname(path));
    writeFileSync(draft, content);
    if (isPlain) renameSync(draft, path);
  } catch (error) {
    if (isPlain && isFile(draft)) rmSync(draft);
    throw new SetupError(`${path} could not be written: ${error instanceof Error ? error.message : error}.`);
  }
}

/** @param {string} folder */
function removeDrafts(folder) {
  for (const name of readdirSync(folder)) {
    const [, owner] = DRAFT.exec(name) ?? [];
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(join(folder, name), { force: true });
  }
}
