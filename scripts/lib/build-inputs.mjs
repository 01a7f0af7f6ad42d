/** What a build is made of, as one hash: equal hashes, equal builds. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { commitOf, headOf } from './commit.mjs';

/** Everything that Vite reads to make dist/. */
export const BUILD_INPUTS = [
  'index.html',
  'learn.html',
  'src',
  'workers',
  'public',
  'vite.config.ts',
  'vite.node.config.ts',
  'svelte.config.js',
  'tsconfig.json',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
  'docs',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'LICENSE',
  'scripts/docs',
  'scripts/lib',
  'scripts/build.mjs',
  'scripts/headers.mjs',
];

/** The file in dist/ that holds the hash of the inputs it was built from. */
export const HASH_FILE = '.build-hash';

/** The file in dist/ that holds what its inputs were like when they were last found to be those it was built from. */
const SEEN_FILE = '.build-seen';

/** Larger files, such as model weights, are compared by size and date: reading them takes longer than a build. */
const READ_AT_MOST = 16 * 1024 * 1024;

/**
 * @param {string} folder the project's
 * @param {string} base the base path built for
 * @returns {string} hexadecimal
 */
export function buildHash(folder, base) {
  // A build made before a commit says so in its reports; after the commit it is made again.
  const { modified } = commitOf(folder, BUILD_INPUTS);
  const hash = createHash('sha256').update(`base ${base} ${modified}\n`);
  for (const path of BUILD_INPUTS.flatMap((input) => filesUnder(folder, input))) {
    const file = join(folder, path);
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path}\0${size}\0`);
    hash.update(size > READ_AT_MOST ? String(mtimeMs) : readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * Whether dist/ was built from the inputs as they are, for the base path `./`. Where the commit and each input's size and times are
 * those of a check before, no input is read.
 *
 * @param {string} folder the project's
 * @param {string} dist
 * @returns {boolean} false also where there is no complete build
 */
export function isCurrent(folder, dist) {
  const [built, seen] = [HASH_FILE, SEEN_FILE].map((name) => textOf(join(dist, name)));
  const now = seenNow(folder);
  if (built === '') return false;
  if (seen === now.words) return true;
  if (built !== buildHash(folder, './')) return false;
  // A file may change twice within one tick of its times: what was written just now is read again next time.
  if (now.latest > Date.now() - 5000) return true;
  try {
    writeFileSync(join(dist, SEEN_FILE), now.words);
  } catch {
    // Of a folder that this user cannot write to everything is read each time.
  }
  return true;
}

/** @param {string} folder @returns {{ words: string, latest: number }} the commit and what the system says of each input; the time of the last change */
function seenNow(folder) {
  const hash = createHash('sha256').update(String(headOf(folder)));
  let latest = 0;
  for (const path of BUILD_INPUTS.flatMap((input) => filesUnder(folder, input))) {
    const { ino, size, mtimeMs, ctimeMs } = statSync(join(folder, path));
    hash.update(`${path}\0${ino} ${size} ${mtimeMs} ${ctimeMs}\0`);
    latest = Math.max(latest, ctimeMs);
  }
  return { words: hash.digest('hex'), latest };
}

/** @param {string} file @returns {string} nothing where there is none */
function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

/**
 * @param {string} folder
 * @param {string} path file or folder inside it, with forward slashes
 * @returns {string[]} the files, sorted; none where the path does not exist; dot files are no input
 */
export function filesUnder(folder, path) {
  const stats = statSync(join(folder, path), { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(join(folder, path), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const found = `${path}/${entry.name}`;
      return entry.isFile() ? [found] : filesUnder(folder, found);
    });
}
