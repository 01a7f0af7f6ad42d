/** Firefox and WebKitGTK, in which the deep tests run the page too: where they are. */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the failed test of a browser that is missing says. */
export const HOW_TO_GET = 'npm test -- --deep installs it on Debian, as root';

/** Where the packages cannot be reached, apt says so soon. */
const APT = ['--quiet=2', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];

const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

/** Installs those that are missing, as root on Debian and its kin. Says what failed; the tests of what is missing fail then. */
export function bringOtherBrowsers() {
  if (findFirefox() !== null && findWebKit() !== null) return;
  try {
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...PACKAGES]]) {
      execFileSync('apt-get', [...APT, ...args], {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    }
  } catch (error) {
    console.error(
      `Firefox and WebKitGTK could not be installed: ${error instanceof Error ? error.message : error}`,
    );
  }
}

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
