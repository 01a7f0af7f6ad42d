/**
 * `npm run browsers`: whether Firefox and WebKitGTK are here for the tests, and brings them where it may: as root on
 * Debian and its kin, from the packages of the system. Elsewhere it says what to install.
 */

import { existsSync } from 'node:fs';

import { run } from './lib/commands.mjs';
import { DEBIAN_PACKAGES, findFirefox, findWebKit } from './lib/other-browsers.mjs';
import { SetupError, runMain } from './setup.mjs';

const APT = '/usr/bin/apt-get';

/** Where the packages cannot be reached, apt says so soon. */
const PATIENCE = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];

/** @returns {Promise<boolean>} whether both are here; says so of each */
async function look() {
  const [firefox, webKit] = [await findFirefox(), findWebKit()];
  console.log(`Firefox: ${firefox ?? 'not found'}`);
  console.log(`WebKitGTK: ${webKit?.browser ?? 'not found'}`);
  return firefox !== null && webKit !== null;
}

/** @throws {SetupError} where a step fails; apt's own words stand above */
async function install() {
  console.log(`Installing ${DEBIAN_PACKAGES.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...DEBIAN_PACKAGES]]) {
    const { code } = await run(APT, ['--quiet=2', ...PATIENCE, ...args], { env });
    if (code !== 0) throw new SetupError(`"apt-get ${args.join(' ')}" failed with exit status ${code}.`);
  }
}

await runMain(async () => {
  if (await look()) return 0;
  const command = `apt-get install --no-install-recommends ${DEBIAN_PACKAGES.join(' ')}`;
  if (!existsSync(APT) || process.getuid?.() !== 0) {
    console.log(`The tests leave out what is missing. On Debian, as root: ${command}`);
    console.log(
      'Elsewhere: Firefox anywhere (or FIREFOX_PATH), and on Linux WebKitWebDriver, MiniBrowser and Xvfb.',
    );
    return 1;
  }
  await install();
  return (await look()) ? 0 : 1;
});
