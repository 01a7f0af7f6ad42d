/** Firefox and WebKitGTK, in which the tests run the page too: where they are, and what brings them. */

import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What Debian calls them; `npm run browsers` installs these. */
export const DEBIAN_PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

/** The sentence of a skipped test. */
export const HOW_TO_GET = 'npm run browsers looks for it, and installs it where it may';

/** @typedef {{ driver: string, browser: string, screen: string }} WebKitPrograms paths */

/**
 * The first of FIREFOX_PATH and a Firefox of the system.
 *
 * @returns {Promise<string | null>} its path
 */
export async function findFirefox() {
  const named = process.env.FIREFOX_PATH;
  const places =
    process.platform === 'darwin'
      ? ['/Applications/Firefox.app/Contents/MacOS/firefox']
      : [onPath('firefox-esr'), onPath('firefox')];
  for (const path of named ? [named] : places) {
    if (path !== null && existsSync(path) && (await runs(path))) return path;
  }
  return null;
}

/**
 * WebKitGTK's WebDriver, the small browser that comes with the library, and a screen that nobody sees.
 *
 * @returns {WebKitPrograms | null} null where one of them is missing
 */
export function findWebKit() {
  const driver = onPath('WebKitWebDriver');
  const screen = onPath('Xvfb');
  const browser = miniBrowser();
  return driver && screen && browser ? { driver, screen, browser } : null;
}

/**
 * Whether the program runs: Ubuntu's `firefox` may be a script that only asks for a snap.
 *
 * @param {string} path
 * @returns {Promise<boolean>}
 */
async function runs(path) {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 20_000 });
    return /firefox/i.test(stdout);
  } catch {
    return false;
  }
}

/** @returns {string | null} the browser of the WebKitGTK library, which stands beside it and not on the PATH */
function miniBrowser() {
  for (const root of ['/usr/lib', '/usr/libexec']) {
    const folders = existsSync(root)
      ? ['.', ...readdirSync(root).filter((name) => name.includes('-linux-'))]
      : [];
    for (const folder of folders) {
      for (const version of ['webkit2gtk-4.1', 'webkitgtk-6.0']) {
        const path = join(root, folder, version, 'MiniBrowser');
        if (existsSync(path)) return path;
      }
    }
  }
  return null;
}

/**
 * @param {string} program
 * @returns {string | null} its path
 */
function onPath(program) {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}
