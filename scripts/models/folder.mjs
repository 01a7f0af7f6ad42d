/** Model folders: their files, listed, hashed and looked into; each is filled beside the others and moved into place whole. */

import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelToolError } from './errors.mjs';

/** The folders of a model in Hugging Face layout that hold anything the page reads. */
const READ_FOLDERS = ['', '1_Pooling', 'onnx'];

/** Temporary folders are named `.staging-PID-NAME`: beside the models, so that a rename moves them in one step. */
const STAGING = /^\.staging-(\d+)-/;

/** @type {readonly [NodeJS.Signals, number][]} each with the exit status that shells expect */
const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
];

const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/**
 * Lists the files of a folder that the user names. Links are followed: the Hugging Face cache is made of them.
 *
 * @param {string} folder
 * @returns {Promise<string[]>} paths with forward slashes, sorted; only the root, 1_Pooling/ and onnx/ are looked at
 */
export async function listSourceFiles(folder) {
  const paths = [];
  for (const part of READ_FOLDERS) {
    for (const name of await namesIn(join(folder, part))) {
      const path = part === '' ? name : `${part}/${name}`;
      const found = await stat(join(folder, path)).catch(() => undefined);
      if (found?.isFile()) paths.push(path);
    }
  }
  return paths.sort();
}

/**
 * Lists everything in an installed model folder that is not a folder itself.
 *
 * @param {string} folder
 * @returns {Promise<string[]>} paths with forward slashes, sorted by code unit; empty where there is no folder
 */
export async function listFiles(folder) {
  /** @type {string[]} */
  const paths = [];
  /** @param {string} prefix */
  const walk = async (prefix) => {
    const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch(ignoreAbsent);
    for (const entry of entries) {
      const path = `${prefix}${entry.name}`;
      if (entry.isDirectory()) await walk(`${path}/`);
      else paths.push(path);
    }
  };
  await walk('');
  return paths.sort();
}

/**
 * @param {string} modelsDir
 * @returns {Promise<string[]>} names of the folders in it, sorted, those that begin with a dot left out
 */
export async function listFolders(modelsDir) {
  const entries = await readdir(modelsDir, { withFileTypes: true }).catch(ignoreAbsent);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
}

/**
 * @param {string} path
 * @returns {Promise<string>} SHA-256 in lower-case hexadecimal
 */
export async function sha256Of(path) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Refuses files that are something else under the right name: a Git LFS pointer in place of the weights, or a
 * login page in place of a configuration.
 *
 * @param {string} folder
 * @param {string} path
 * @param {string} source where the file came from, for the message
 * @returns {Promise<void>}
 * @throws {ModelToolError}
 */
export async function checkContent(folder, path, source) {
  const file = join(folder, path);
  const { size } = await stat(file);
  if (size === 0 && path.startsWith('onnx/')) throw new ModelToolError(`${source}: ${path} is empty`);
  if (size < 1024 && (await readFile(file, 'latin1')).startsWith(LFS_POINTER)) {
    throw new ModelToolError(
      `${source}: ${path} is a Git LFS pointer, not the file itself; run "git lfs pull" in the folder it came from`,
    );
  }
  if (!path.endsWith('.json')) return;
  try {
    JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new ModelToolError(`${source}: ${path} is not JSON; replace it by the model's own file`, { cause });
  }
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
function namesIn(folder) {
  return readdir(folder).catch(ignoreAbsent);
}

/**
 * @param {NodeJS.ErrnoException} error
 * @returns {never[]}
 */
function ignoreAbsent(error) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}

/**
 * Fills a temporary folder and hands it on. Whatever goes wrong, ctrl-C included, the folder is deleted.
 *
 * @template T
 * @param {string} modelsDir made where it is not there
 * @param {string} name
 * @param {(folder: string) => Promise<T>} fill
 * @param {(folder: string, result: T) => void} install synchronous: renames the folder to where it belongs
 * @returns {Promise<T>}
 */
export async function stage(modelsDir, name, fill, install) {
  mkdirSync(modelsDir, { recursive: true });
  removeAbandoned(modelsDir);
  const folder = join(modelsDir, `.staging-${process.pid}-${name}`);
  const clean = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const handlers = SIGNALS.map(([signal, status]) => {
    const handler = () => {
      clean();
      process.exit(status);
    };
    process.on(signal, handler);
    return /** @type {const} */ ([signal, handler]);
  });
  try {
    mkdirSync(folder);
    const result = await fill(folder);
    install(folder, result);
    return result;
  } finally {
    clean();
    for (const [signal, handler] of handlers) process.off(signal, handler);
  }
}

/**
 * Takes a model's folder away: out of sight in one step, then off the disk.
 *
 * @param {string} modelsDir
 * @param {string} name
 */
export function discard(modelsDir, name) {
  const hidden = join(modelsDir, `.staging-${process.pid}-${name}`);
  renameSync(join(modelsDir, name), hidden);
  rmSync(hidden, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Deletes temporary folders of processes that were killed before they could.
 *
 * @param {string} modelsDir
 */
function removeAbandoned(modelsDir) {
  for (const name of readdirSync(modelsDir)) {
    const match = STAGING.exec(name);
    if (match !== null && !isRunning(Number(match[1]))) {
      rmSync(join(modelsDir, name), { recursive: true, force: true });
    }
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
