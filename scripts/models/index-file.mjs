/** index.json: the models that the page may offer, with sizes and hashes of their files. */

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { ModelToolError, checkName, isName, isPlainPath } from './checks.mjs';
import { listFiles, sha256Of } from './folder.mjs';
import { checkComplete } from './selection.mjs';

const INDEX_FILE = 'index.json';
export const BUNDLED_NAME = 'negscope-mini';
const BUNDLED_DESCRIPTION = "small static encoder: good for a look; your encoder's order may differ";

const FILE = v.object({
  path: v.pipe(v.string(), v.check(isPlainPath, 'expected a plain path inside the model folder')),
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits in lower case')),
});

const MODEL = v.object({
  name: v.pipe(v.string(), v.check(isName, "expected a folder's name")),
  /** "bundled", `hub id@commit`, or a local folder's last name */
  source: v.string(),
  /** as asked for, hub models only */
  revision: v.optional(v.string()),
  description: v.optional(v.string()),
  files: v.array(FILE),
});

const INDEX = v.object({ schema_version: v.literal(1, 'expected 1'), models: v.array(MODEL) });

/** @typedef {v.InferOutput<typeof FILE>} IndexedFile */
/** One model folder that the page may offer. @typedef {v.InferOutput<typeof MODEL>} IndexedModel */

/**
 * Reads index.json. Its names and paths are used to find and to delete files, so they are checked here.
 *
 * @param {string} modelsDir
 * @returns {IndexedModel[]} empty where there is no index.json
 * @throws {ModelToolError} saying which field is not as schema version 1 has it
 */
export function readIndex(modelsDir) {
  const file = join(modelsDir, INDEX_FILE);
  if (!existsSync(file)) return [];
  try {
    return v.parse(INDEX, JSON.parse(readFileSync(file, 'utf8'))).models;
  } catch (cause) {
    const field = cause instanceof v.ValiError ? `field ${v.getDotPath(cause.issues[0]) ?? 'index'}: ` : '';
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelToolError(
      `${file}: ${field}${reason}. Repair it, or delete it and run "npm run models -- index" to write a new one.`,
      { cause },
    );
  }
}

/**
 * Writes index.json in one step: models by name, files by path, keys in the schema's order, no times.
 * Synchronous, so that no signal handler runs between this and the folder's own renaming.
 *
 * @param {string} modelsDir
 * @param {readonly IndexedModel[]} models in any order
 */
export function writeIndex(modelsDir, models) {
  const sorted = models
    .map((model) => ({ ...model, files: model.files.toSorted(by((file) => file.path)) }))
    .sort(by((model) => model.name));
  const file = join(modelsDir, INDEX_FILE);
  const temporary = join(modelsDir, `.${INDEX_FILE}-${process.pid}`);
  const index = v.parse(INDEX, { schema_version: 1, models: sorted });
  writeFileSync(temporary, `${JSON.stringify(index, null, 2)}\n`);
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
 * Order by code unit, the same on every machine whatever its language.
 *
 * @template T
 * @param {(item: T) => string} key
 * @returns {(a: T, b: T) => number}
 */
function by(key) {
  return (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
}
