/** index.json: the models that the page may offer, with sizes and hashes of their files. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkName, checkPath, isObject } from './checks.mjs';
import { ModelToolError } from './errors.mjs';
import { listFiles, sha256Of } from './folder.mjs';
import { checkComplete } from './selection.mjs';

/**
 * @typedef {{ path: string, bytes: number, sha256: string }} IndexedFile
 */

/**
 * One model folder that the page may offer. source: "bundled", `hub id@commit`, or a local folder's last name.
 * @typedef {object} IndexedModel
 * @property {string} name
 * @property {string} source
 * @property {string} [revision] as asked for, hub models only
 * @property {string} [description]
 * @property {IndexedFile[]} files sorted by path
 */

const INDEX_FILE = 'index.json';
export const BUNDLED_NAME = 'negscope-mini';

const SCHEMA_VERSION = 1;
const BUNDLED_DESCRIPTION = "small static encoder: good for a look; your encoder's order may differ";
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Reads index.json. Its names and paths are used to find and to delete files, so they are checked here.
 *
 * @param {string} modelsDir
 * @returns {IndexedModel[]} sorted by name; empty where there is no index.json
 * @throws {ModelToolError} saying which field is not as schema version 1 has it
 */
export function readIndex(modelsDir) {
  const file = join(modelsDir, INDEX_FILE);
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  try {
    const index = readObject(JSON.parse(text), 'index');
    if (index.schema_version !== SCHEMA_VERSION) throw shapeError('schema_version', `${SCHEMA_VERSION}`);
    if (!Array.isArray(index.models)) throw shapeError('models', 'an array');
    return index.models.map(readModel);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelToolError(
      `${file}: ${reason}. Repair it, or delete it and run "npm run models -- index" to write a new one.`,
      { cause },
    );
  }
}

/**
 * Writes index.json in one step: models by name, files by path, keys in a fixed order, no times.
 * Synchronous, so that no signal handler runs between this and the folder's own renaming.
 *
 * @param {string} modelsDir
 * @param {readonly IndexedModel[]} models in any order
 */
export function writeIndex(modelsDir, models) {
  const sorted = [...models].sort(by((model) => model.name)).map((model) => ({
    name: model.name,
    source: model.source,
    ...(model.revision === undefined ? {} : { revision: model.revision }),
    ...(model.description === undefined ? {} : { description: model.description }),
    files: [...model.files]
      .sort(by((file) => file.path))
      .map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  }));
  const file = join(modelsDir, INDEX_FILE);
  const temporary = join(modelsDir, `.${INDEX_FILE}-${process.pid}`);
  writeFileSync(
    temporary,
    `${JSON.stringify({ schema_version: SCHEMA_VERSION, models: sorted }, null, 2)}\n`,
  );
  renameSync(temporary, file);
}

/**
 * @param {readonly IndexedModel[]} models
 * @param {IndexedModel} model
 * @returns {IndexedModel[]} the models with this one added, or put in place of the one with its name
 */
export function withModel(models, model) {
  return [...models.filter(({ name }) => name !== model.name), model];
}

/**
 * @param {string} folder
 * @returns {Promise<IndexedFile[]>} size and SHA-256 of every file in it, sorted by path
 */
export async function describeFiles(folder) {
  const files = [];
  for (const path of await listFiles(folder)) {
    const file = join(folder, path);
    files.push({ path, bytes: (await stat(file)).size, sha256: await sha256Of(file) });
  }
  return files;
}

/**
 * The index entry of a folder that is there already.
 *
 * @param {string} modelsDir
 * @param {string} name
 * @param {IndexedModel | undefined} before its entry so far, whose source and description are kept
 * @returns {Promise<IndexedModel>}
 * @throws {ModelToolError} where the folder is not there, or lacks a file that the page needs
 */
export async function describeFolder(modelsDir, name, before) {
  const folder = join(modelsDir, checkName(name));
  const files = await describeFiles(folder);
  const paths = files.map((file) => file.path);
  if (paths.length === 0) throw new ModelToolError(`${folder}: there is no model folder to index`);
  checkComplete(paths, folder);
  if (before !== undefined) return { ...before, files };
  if (name === BUNDLED_NAME) return { name, source: 'bundled', description: BUNDLED_DESCRIPTION, files };
  return { name, source: name, files };
}

/**
 * @param {unknown} value
 * @param {number} row
 * @returns {IndexedModel}
 */
function readModel(value, row) {
  const at = `models[${row}]`;
  const model = readObject(value, at);
  if (!Array.isArray(model.files)) throw shapeError(`${at}.files`, 'an array');
  const revision = readOptional(model, 'revision', at);
  const description = readOptional(model, 'description', at);
  return {
    name: checkName(readString(model, 'name', at)),
    source: readString(model, 'source', at),
    ...(revision === undefined ? {} : { revision }),
    ...(description === undefined ? {} : { description }),
    files: model.files.map((file, i) => readFile(file, `${at}.files[${i}]`)),
  };
}

/**
 * @param {unknown} value
 * @param {string} at
 * @returns {IndexedFile}
 */
function readFile(value, at) {
  const file = readObject(value, at);
  const path = checkPath(readString(file, 'path', at), at);
  const sha256 = readString(file, 'sha256', at);
  if (!SHA256.test(sha256)) throw shapeError(`${at}.sha256`, '64 hexadecimal digits in lower case');
  const { bytes } = file;
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0) {
    throw shapeError(`${at}.bytes`, 'a count of bytes');
  }
  return { path, bytes, sha256 };
}

/**
 * @param {unknown} value
 * @param {string} at
 * @returns {Record<string, unknown>}
 */
function readObject(value, at) {
  if (!isObject(value)) throw shapeError(at, 'an object');
  return value;
}

/**
 * @param {Record<string, unknown>} object
 * @param {string} field
 * @param {string} at
 * @returns {string}
 */
function readString(object, field, at) {
  const value = object[field];
  if (typeof value !== 'string') throw shapeError(`${at}.${field}`, 'a string');
  return value;
}

/**
 * @param {Record<string, unknown>} object
 * @param {string} field
 * @param {string} at
 * @returns {string | undefined}
 */
function readOptional(object, field, at) {
  return object[field] === undefined ? undefined : readString(object, field, at);
}

/**
 * @param {string} field
 * @param {string} expected
 */
function shapeError(field, expected) {
  return new ModelToolError(`field ${field}: expected ${expected}`);
}

/**
 * Order by code unit, the same on every machine whatever its language.
 *
 * @template T
 * @param {(item: T) => string} key
 * @returns {(a: T, b: T) => number}
 */
function by(key) {
  return (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
}
