/** Firefox and WebKitGTK, in which the deep tests run the page too: where they are. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The sentence of a skipped test. */
export const HOW_TO_GET = 'npm run browsers installs it on Debian, as root';

/** @typedef {{ driver: string, browser: string, screen: string }} WebKitPrograms paths */

/** @returns {string | null} the path of FIREFOX_PATH, else of a Firefox on the PATH; null where there is none */
export function findFirefox() {
  return process.env.FIREFOX_PATH ?? onPath('firefox-esr') ?? onPath('firefox');
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
