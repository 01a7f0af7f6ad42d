/** What a build is made of, as one hash: equal hashes, equal builds. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { commitOf } from './commit.mjs';

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
 * @param {string} dist
 * @returns {string | null} the hash that dist/ was built from, or null where there is no complete build
 */
export function builtHash(dist) {
  const file = join(dist, HASH_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
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
  return readdirSync(join(folder, path))
    .filter((name) => !name.startsWith('.'))
    .sort()
    .flatMap((name) => filesUnder(folder, `${path}/${name}`));
}
