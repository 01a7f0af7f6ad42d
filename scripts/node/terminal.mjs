/** The session of the built page in Node, for the commands: the same code on the same figures, without a browser. */

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { filesIn } from '../lib/folder-files.mjs';
import { DIST } from '../lib/paths.mjs';
import { NOTHING_LENT, becomeBrowser, fileOnDisk } from './browser-thread.mjs';

/** @typedef {typeof import('../../src/terminal/commands')} Terminal */
/** @typedef {{ name: string, files: { path: string, file: File }[] }} Folder */

/** The demo, with the page's own settings. @type {import('../../src/terminal/rank').Asked} */
export const NOTHING_ASKED = {
  files: [],
  folders: [],
  model: null,
  reference: null,
  envelope: null,
  asMeant: [],
  looked: [],
  shortcuts: false,
  judge: false,
  verdicts: null,
  keep: false,
};

/**
 * @param {string} path
 * @returns {Promise<Folder>} with every file in it, as a browser would give it
 * @throws {UsageError} naming a link that leads out of it
 */
export async function folderOnDisk(path) {
  const files = filesIn(path).map(async (each) => ({ path: each, file: await fileOnDisk(join(path, each)) }));
  return { name: basename(path), files: await Promise.all(files) };
}

/**
 * Once in a process: it becomes what the page expects of a browser.
 *
 * @param {import('./browser-thread.mjs').Lent} lent
 * @returns {Promise<{ terminal: Terminal, base: string }>} base: where the page's files lie
 */
export async function openTerminal(lent = NOTHING_LENT) {
  const base = pathToFileURL(`${DIST}/`).href;
  becomeBrowser(`${base}index.html`, lent);
  Object.assign(globalThis, {
    window: globalThis,
    document: { baseURI: base, getElementsByName: () => [] },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  const assets = join(DIST, 'assets');
  const script = readdirSync(assets).find((name) => /^terminal-.*\.js$/.test(name)) ?? '';
  const terminal = /** @type {Terminal} */ (await import(pathToFileURL(join(assets, script)).href));
  return { terminal, base };
}

export { fileOnDisk };
