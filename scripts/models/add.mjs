/** `models add`: brings a model in from a hub or from a folder. */

import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { checkName } from './checks.mjs';
import { ModelToolError, NotFoundError } from './errors.mjs';
import { checkContent, listSourceFiles, sha256Of, stage } from './folder.mjs';
import { downloadFile, listModel } from './hub.mjs';
import { describeFiles, readIndex, withModel, writeIndex } from './index-file.mjs';
import { missingFiles, selectFiles } from './selection.mjs';

/** @typedef {import('./index-file.mjs').IndexedModel} IndexedModel */
/** @typedef {import('./progress.mjs').Progress} Progress */
/** @typedef {import('./selection.mjs').PlannedFile} PlannedFile */

/**
 * @typedef {object} AddOptions
 * @property {string} modelsDir
 * @property {string | undefined} name the last part of the id or folder where undefined
 * @property {readonly string[] | undefined} dtypes
 * @property {ReadonlyMap<string, string>} expected SHA-256 by file, from --expect
 * @property {Progress} progress
 */

/**
 * Brings in a model from a hub.
 *
 * @param {string} id
 * @param {AddOptions & { hub: string, revision: string }} options
 * @returns {Promise<IndexedModel>} the entry written to index.json
 * @throws {ModelToolError} with nothing left behind
 */
export async function addFromHub(id, options) {
  const { modelsDir, hub, revision, progress } = options;
  const name = freeName(modelsDir, options.name ?? basename(id));
  const model = await listModel(hub, id, revision, progress);
  const plan = selectFiles(model.files.keys(), options.dtypes, id);
  const source = { source: `${id}@${model.sha}`, revision };
  return install(name, source, plan, options, async (file, target) => {
    try {
      await downloadFile(model, file.from, target, progress);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      if (file.required) throw missingFiles([file.from], new Set(), id);
      progress.note(`${file.from}: listed but not there (404), left out`);
      return;
    }
    await checkHash(target, file.from, model.files.get(file.from)?.sha256, 'the hub');
  });
}

/**
 * Brings in a copy of a local folder in Hugging Face layout, or as `optimum-cli export onnx` writes it.
 *
 * @param {string} folder
 * @param {AddOptions} options
 * @returns {Promise<IndexedModel>} the entry written to index.json
 * @throws {ModelToolError} with nothing left behind
 */
export async function addFromFolder(folder, options) {
  const last = basename(resolve(folder));
  const name = freeName(options.modelsDir, options.name ?? last);
  const plan = selectFiles(await listSourceFiles(folder), options.dtypes, folder);
  return install(name, { source: last }, plan, options, (file, target) =>
    copyFile(join(folder, file.from), target),
  );
}

/**
 * Fetches the planned files into a temporary folder, checks them, then moves the folder in and indexes it.
 *
 * @param {string} name
 * @param {{ source: string, revision?: string }} source
 * @param {readonly PlannedFile[]} plan
 * @param {AddOptions} options
 * @param {(file: PlannedFile, target: string) => Promise<void>} fetchFile may leave out a file that is not required
 * @returns {Promise<IndexedModel>}
 */
async function install(name, source, plan, options, fetchFile) {
  const { modelsDir, progress } = options;
  const hashes = matchExpected(plan, options.expected);
  readIndex(modelsDir); // A broken index.json is found now, not after the download.
  return stage(
    modelsDir,
    name,
    async (folder) => {
      for (const file of plan) {
        const target = join(folder, file.to);
        mkdirSync(dirname(target), { recursive: true });
        await fetchFile(file, target);
        if (existsSync(target)) {
          await checkContent(folder, file.to, source.source);
          progress.done(file.to, statSync(target).size);
        }
        await checkHash(target, file.to, hashes.get(file), '--expect');
      }
      return { name, ...source, files: await describeFiles(folder) };
    },
    (folder, model) => {
      const models = withModel(readIndex(modelsDir), model);
      renameSync(folder, join(modelsDir, freeName(modelsDir, name)));
      writeIndex(modelsDir, models);
    },
  );
}

/**
 * @param {string} modelsDir
 * @param {string} name
 * @returns {string} the name
 * @throws {ModelToolError} where the name is taken or not a name
 */
function freeName(modelsDir, name) {
  checkName(name);
  if (existsSync(join(modelsDir, name))) {
    throw new ModelToolError(
      `${join(modelsDir, name)} is already there; choose another name with --name, or first run: npm run models -- remove ${name}`,
    );
  }
  return name;
}

/**
 * A hash for a file that is not fetched would be a check that never happens, so it is refused.
 *
 * @param {readonly PlannedFile[]} plan
 * @param {ReadonlyMap<string, string>} expected
 * @returns {Map<PlannedFile, string>}
 */
function matchExpected(plan, expected) {
  const hashes = new Map();
  for (const [path, sha256] of expected) {
    const file = plan.find(({ from, to }) => path === to || path === from);
    if (file === undefined) {
      const files = plan.map(({ to }) => to).join(', ');
      throw new ModelToolError(`--expect ${path}: this file is not among those brought in (${files})`);
    }
    hashes.set(file, sha256);
  }
  return hashes;
}

/**
 * @param {string} target
 * @param {string} path
 * @param {string | undefined} expected
 * @param {string} by who says so
 */
async function checkHash(target, path, expected, by) {
  if (expected === undefined) return;
  const found = existsSync(target) ? await sha256Of(target) : 'no file';
  if (found !== expected) {
    throw new ModelToolError(
      `${path}: expected SHA-256 ${expected} as ${by} says, found ${found}; nothing was kept`,
    );
  }
}
