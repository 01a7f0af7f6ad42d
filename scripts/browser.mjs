/** Finds a Chromium to drive: for `npm run rank` and for the browser tests. */

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

const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** @typedef {{ executablePath: string, args: string[], source: string }} FoundBrowser */

/**
 * The first of: NEGSCOPE_BROWSER, CHROME_PATH, Playwright's Chromium, a Chromium, Chrome or Edge of the system, and the one in
 * the npm package @sparticuz/chromium (64-bit Linux), which is unpacked once into node_modules/.cache.
 *
 * @returns {Promise<FoundBrowser>}
 * @throws {SetupError} where there is none, or a variable names no file
 */
export async function findBrowser() {
  const found =
    fromEnvironment() ?? (await fromPlaywright()) ?? (await fromSystem()) ?? (await fromPackage());
  if (found === null) {
    throw new SetupError(
      [
        'No Chromium was found. Any one of these brings one:',
        '  - set NEGSCOPE_BROWSER to a Chrome, Edge or Chromium program',
        '  - npx playwright install chromium',
        '  - install Chromium, Google Chrome or Microsoft Edge on this system',
      ].join('\n'),
    );
  }
  return { ...found, args: [...ARGUMENTS] };
}

/** @typedef {{ executablePath: string, source: string } | null} Candidate */

/** @returns {Candidate} */
function fromEnvironment() {
  for (const name of ['NEGSCOPE_BROWSER', 'CHROME_PATH']) {
    const path = process.env[name];
    if (path === undefined || path === '') continue;
    if (!existsSync(path))
      throw new SetupError(`${name} is ${path}, and there is no such file. Correct or unset it.`);
    return { executablePath: path, source: name };
  }
  return null;
}

/** @returns {Promise<Candidate>} */
async function fromPlaywright() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path !== '' && existsSync(path) ? { executablePath: path, source: 'Playwright' } : null;
}

/** @returns {Promise<Candidate>} */
async function fromSystem() {
  for (const path of systemPaths()) {
    if (existsSync(path) && (await isBrowser(path))) return { executablePath: path, source: 'system' };
  }
  return null;
}

/** @returns {string[]} where Chromium and Chrome are put on this system */
function systemPaths() {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    return roots
      .filter((root) => root !== undefined)
      .flatMap((root) => [
        join(root, 'Chromium', 'Application', 'chrome.exe'),
        join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ]);
  }
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '');
  return ON_PATH.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/**
 * Whether the program runs: Ubuntu's `chromium-browser` may be a script that only asks for a snap. Asked on
 * Linux only; Chrome on Windows answers `--version` with a window.
 *
 * @param {string} path
 * @returns {Promise<boolean>}
 */
async function isBrowser(path) {
  if (process.platform !== 'linux') return true;
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 20_000 });
    return /chrom|edge/i.test(stdout);
  } catch {
    return false;
  }
}

/**
 * The package unpacks into the system's temporary folder and takes whatever stands there, half written or of
 * another version. So it unpacks in a process of its own into a folder of its own, which takes its final name
 * only when complete: processes that race do the work twice and never see each other's halves.
 *
 * @returns {Promise<Candidate>}
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
  return { executablePath, source: '@sparticuz/chromium' };
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
