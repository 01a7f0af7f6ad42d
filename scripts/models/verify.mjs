/** `models verify`: are the folders as index.json says? */

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelToolError } from './errors.mjs';
import { listFiles, listFolders, sha256Of } from './folder.mjs';
import { readIndex } from './index-file.mjs';

/** @typedef {import('./index-file.mjs').IndexedFile} IndexedFile */

/**
 * Compares the model folders with index.json, hashing every file anew.
 *
 * @param {string} modelsDir
 * @param {string | undefined} name one model; undefined for all, and for folders that index.json does not have
 * @returns {Promise<{ checked: string[], problems: string[] }>} names of the models compared; a line for each
 *   file that is missing, changed or extra
 * @throws {ModelToolError} for a name that index.json does not have
 */
export async function verify(modelsDir, name) {
  const index = readIndex(modelsDir);
  const models = name === undefined ? index : index.filter((model) => model.name === name);
  if (name !== undefined && models.length === 0) {
    throw new ModelToolError(`${name}: index.json has no such model; see: npm run models -- list`);
  }
  const problems = [];
  for (const model of models)
    problems.push(...(await compare(join(modelsDir, model.name), model.name, model.files)));
  if (name === undefined) {
    const known = new Set(index.map((model) => model.name));
    for (const folder of await listFolders(modelsDir)) {
      if (!known.has(folder)) problems.push(`${folder}: extra folder, not in index.json`);
    }
  }
  return { checked: models.map((model) => model.name), problems };
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {readonly IndexedFile[]} files
 * @returns {Promise<string[]>}
 */
async function compare(folder, name, files) {
  const present = new Set(await listFiles(folder));
  const problems = [];
  for (const { path, bytes, sha256 } of files) {
    if (!present.delete(path)) {
      problems.push(`${name}/${path}: missing`);
      continue;
    }
    const file = join(folder, path);
    const found = await lstat(file);
    if (!found.isFile()) problems.push(`${name}/${path}: changed (not a regular file)`);
    else if (found.size !== bytes)
      problems.push(`${name}/${path}: changed (${found.size} bytes, expected ${bytes})`);
    else if ((await sha256Of(file)) !== sha256) problems.push(`${name}/${path}: changed (SHA-256 differs)`);
  }
  return [...problems, ...[...present].map((path) => `${name}/${path}: extra, not in index.json`)];
}
