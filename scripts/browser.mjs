/** Finds a Chromium to drive: for the browser tests and the bench. */

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { PROJECT } from './lib/paths.mjs';
import { SetupError } from './setup.mjs';

/** Quiet, offline, and with WebGPU also on a software adapter. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-webgpu',
];

/** @typedef {{ executablePath: string, args: string[] }} FoundBrowser */

/**
 * The first of: NEGSCOPE_BROWSER, Playwright's Chromium, and the one in the npm package @sparticuz/chromium (64-bit Linux), which is
 * unpacked once into node_modules/.cache.
 *
 * @returns {Promise<FoundBrowser>}
 * @throws {SetupError} where there is none
 */
export async function findBrowser() {
  const executablePath = process.env.NEGSCOPE_BROWSER || (await fromPlaywright()) || (await fromPackage());
  if (executablePath === null) {
    throw new SetupError(
      'No Chromium was found: run "npx playwright install chromium", or set NEGSCOPE_BROWSER to a Chromium program.',
    );
  }
  return { executablePath, args: [...ARGUMENTS] };
}

/** @returns {Promise<string | null>} */
async function fromPlaywright() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/**
 * The package unpacks into the system's temporary folder and takes whatever stands there, half written or of
 * another version. So it unpacks in a process of its own into a folder of its own, which takes its final name
 * only when complete: processes that race do the work twice and never see each other's halves.
 *
 * @returns {Promise<string | null>}
 */
async function fromPackage() {
  const folder = join(PROJECT, 'node_modules', '@sparticuz', 'chromium');
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(folder)) return null;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const cache = join(PROJECT, 'node_modules', '.cache', 'negscope');
  const unpacked = join(cache, `chromium-${version}`);
  const executablePath = join(unpacked, 'chromium');
  if (!existsSync(executablePath)) {
    const partial = `${unpacked}.partial-${process.pid}`;
    await mkdir(partial, { recursive: true });
    try {
      await unpack(join(folder, 'build', 'esm', 'index.js'), partial);
      await rename(partial, unpacked);
    } catch (error) {
      if (!existsSync(executablePath)) throw error;
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
  return executablePath;
}

/**
 * @param {string} module the package's own
 * @param {string} folder
 */
async function unpack(module, folder) {
  const code = `import(${JSON.stringify(pathToFileURL(module).href)}).then((m) => m.default.executablePath())`;
  const env = { ...process.env, TMPDIR: folder };
  try {
    await promisify(execFile)(process.execPath, ['--eval', code], { env });
  } catch (error) {
    throw new SetupError(`@sparticuz/chromium could not be unpacked into ${folder}: ${error}`);
  }
}
