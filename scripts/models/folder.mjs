/** Model folders: their files, listed, hashed and looked into. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, readFile, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { ModelToolError } from './checks.mjs';

/** The folders of a model in Hugging Face layout that hold anything the page reads. */
const READ_FOLDERS = ['', '1_Pooling/', 'onnx/'];

const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/**
 * Opens a folder that the user names. Links are followed: the Hugging Face cache is made of them.
 *
 * @param {string} folder absolute
 * @returns {Promise<import('./add.mjs').Source>} with the files of its root, 1_Pooling/ and onnx/
 */
export async function openFolder(folder) {
  const paths = [];
  for (const part of READ_FOLDERS) {
    for (const name of await readdir(join(folder, part)).catch(ignoreAbsent)) {
      const found = await stat(join(folder, part, name)).catch(() => undefined);
      if (found?.isFile()) paths.push(part + name);
    }
  }
  return {
    id: folder,
    entry: { source: basename(folder) },
    paths: paths.sort(),
    bring: (path, target) => copyFile(join(folder, path), target),
  };
}

/**
 * Lists everything in an installed model folder that is not a folder itself.
 *
 * @param {string} folder
 * @returns {Promise<string[]>} paths with forward slashes, sorted by code unit; empty where there is no folder
 */
export async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreAbsent);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
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
 * @param {NodeJS.ErrnoException} error
 * @returns {never[]}
 */
function ignoreAbsent(error) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}
