/** `npm run browsers`: installs Firefox and WebKitGTK for the deep tests where they are missing, as root on Debian and its kin. */

import { execFileSync } from 'node:child_process';

import { findFirefox, findWebKit } from './lib/other-browsers.mjs';

/** Where the packages cannot be reached, apt says so soon. */
const APT = ['--quiet=2', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];

const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

if (findFirefox() === null || findWebKit() === null) {
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...PACKAGES]]) {
    execFileSync('apt-get', [...APT, ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
}
