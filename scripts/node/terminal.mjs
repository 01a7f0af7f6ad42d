/** The commands of the built page in Node: its session and its workers' classes on the same figures, without a browser. */

import { openAsBlob, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { filesIn } from '../lib/folder-files.mjs';
import { DIST } from '../lib/paths.mjs';

/** @typedef {typeof import('../../src/terminal/commands')} Terminal */
/** @typedef {{ name: string, files: { path: string, file: File }[] }} Folder */

/** @param {string} path @returns {Promise<File>} read from disk as it is asked for */
export async function fileOnDisk(path) {
  return new File([await openAsBlob(path)], basename(path), { lastModified: statSync(path).mtimeMs });
}

/**
 * @param {string} path
 * @returns {Promise<Folder>} with every file in it, as a browser would give it
 * @throws {UsageError} naming a link that leads out of it
 */
export async function folderOnDisk(path) {
  const files = filesIn(path).map(async (each) => ({ path: each, file: await fileOnDisk(join(path, each)) }));
  return { name: basename(path), files: await Promise.all(files) };
}

/** @returns {Promise<Terminal>} the process has then what a session asks of where it runs */
export async function openTerminal() {
  return import(pathToFileURL(join(DIST, 'node', 'commands.js')).href);
}
