/** public/models/index.json: the encoders that the page may offer, with size and SHA-256 of every file. */

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const BUNDLED_NAME = 'negscope-mini';

/** @typedef {{ name: string, source: string, description?: string, files: IndexedFile[] }} IndexedModel */
/** @typedef {{ path: string, bytes: number, sha256: string }} IndexedFile */

/**
 * Writes index.json of the folders that lie beside it. What it said of a folder's source and description is kept; the same
 * folders give the same file, byte for byte.
 *
 * @param {string} modelsDir
 * @returns {Promise<void>}
 */
export async function indexModels(modelsDir) {
  const file = join(modelsDir, 'index.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{ "models": [] }';
  /** @type {{ models: IndexedModel[] }} */
  const before = JSON.parse(text);
  /** @type {IndexedModel[]} */
  const models = [];
  for (const name of readdirSync(modelsDir).sort()) {
    const folder = join(modelsDir, name);
    if (name.startsWith('.') || !statSync(folder).isDirectory()) continue;
    const known = before.models.find((model) => model.name === name);
    models.push({ name, source: name, ...known, files: await filesOf(folder) });
  }
  const index = `${JSON.stringify({ schema_version: 1, models }, null, 2)}\n`;
  if (index !== text) writeFileSync(file, index);
}

/**
 * @param {string} folder
 * @returns {Promise<IndexedFile[]>} sorted by path, without what begins with a dot, such as the folders of download tools
 */
async function filesOf(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll(sep, '/'),
  );
  /** @type {IndexedFile[]} */
  const files = [];
  for (const path of paths.filter((each) => !/(^|\/)\./.test(each)).sort()) {
    const stats = statSync(join(folder, path));
    if (!stats.isFile()) continue;
    files.push({ path, bytes: stats.size, sha256: await sha256Of(join(folder, path)) });
  }
  return files;
}

/**
 * @param {string} file of any size
 * @returns {Promise<string>} hexadecimal
 */
async function sha256Of(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
