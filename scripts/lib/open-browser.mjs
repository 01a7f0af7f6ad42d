/** Opens the browser at an address that no other user of the machine may learn. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** How long a browser may take to start. */
const START_MS = 60_000;

/**
 * A page that leads to an address and that only this user may read: command lines, which name its path, are read by all.
 *
 * @param {string} url
 * @returns {string} its path
 */
export function redirectPage(url) {
  const path = join(mkdtempSync(join(tmpdir(), 'negscope-')), 'open.html');
  const address = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const page = `<!doctype html><title>Negscope</title><meta http-equiv="refresh" content="0; url=${address}">\n`;
  writeFileSync(path, page, { mode: 0o600 });
  return path;
}

/**
 * @param {NodeJS.Platform} platform
 * @param {string} path of a page
 * @returns {[program: string, path: string]} no shell among them
 */
export function opener(platform, path) {
  if (platform === 'darwin') return ['open', path];
  return [platform === 'win32' ? 'explorer.exe' : 'xdg-open', path];
}

/** @param {string} url */
export function openBrowser(url) {
  const path = redirectPage(url);
  const [program, ...args] = opener(process.platform, path);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  // The address stands in the terminal.
  child.on('error', () => undefined);
  child.unref();
  const remove = () => rmSync(dirname(path), { recursive: true, force: true });
  setTimeout(remove, START_MS).unref();
  process.once('SIGINT', () => {
    remove();
    process.exit(130);
  });
}
