/** `models add`: picks a model's files, brings them in, checks them and writes index.json. */

import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatBytes } from '../lib/format-bytes.mjs';
import { ModelToolError, checkName } from './checks.mjs';
import { checkContent, checkHash, stage } from './folder.mjs';
import { describeFiles, readIndex, withModel, writeIndex } from './index-file.mjs';
import { selectFiles } from './selection.mjs';

/** @typedef {import('./index-file.mjs').IndexedModel} IndexedModel */
/** @typedef {import('./selection.mjs').PlannedFile} PlannedFile */

/** What is said meanwhile: a line that changes, and lines that stay. @typedef {{ show: (text: string) => void, note: (text: string) => void }} Progress */

/**
 * A model that can be brought in.
 * @typedef {object} Source
 * @property {string} id hub id or folder, for messages
 * @property {{ source: string, revision?: string }} entry what index.json says of it
 * @property {readonly string[]} paths its files
 * @property {(path: string, target: string) => Promise<void>} bring writes one file to `target`
 */

/**
 * @typedef {object} AddOptions
 * @property {string} modelsDir
 * @property {string} name
 * @property {readonly string[] | undefined} dtypes
 * @property {ReadonlyMap<string, string>} expected SHA-256 by file, from --expect
 * @property {Progress} progress
 */

/**
 * Brings a model in: into a temporary folder, which is checked, moved into place and indexed.
 *
 * @param {() => Promise<Source>} open is called once the name is known to be free
 * @param {AddOptions} options
 * @returns {Promise<IndexedModel>} the entry written to index.json
 * @throws {ModelToolError} with nothing left behind
 */
export async function add(open, { modelsDir, name, dtypes, expected, progress }) {
  checkFree(modelsDir, name);
  readIndex(modelsDir); // A broken index.json is found now, not after the download.
  const { id, entry, paths, bring } = await open();
  const plan = selectFiles(paths, dtypes, id);
  const hashes = matchExpected(plan, expected);
  return stage(
    modelsDir,
    name,
    async (folder) => {
      for (const { from, to } of plan) {
        const target = join(folder, to);
        mkdirSync(dirname(target), { recursive: true });
        await bring(from, target);
        await checkContent(folder, to, entry.source);
        const hash = hashes.get(to);
        if (hash !== undefined) await checkHash(target, to, hash, '--expect');
        progress.note(`${to}  ${formatBytes(statSync(target).size)}, 100 %`);
      }
      return { name, ...entry, files: await describeFiles(folder) };
    },
    (folder, model) => {
      const models = withModel(readIndex(modelsDir), model);
      checkFree(modelsDir, name);
      renameSync(folder, join(modelsDir, name));
      writeIndex(modelsDir, models);
    },
  );
}

/**
 * @param {string} modelsDir
 * @param {string} name
 * @throws {ModelToolError} where the name is taken or not a name
 */
function checkFree(modelsDir, name) {
  if (existsSync(join(modelsDir, checkName(name)))) {
    throw new ModelToolError(
      `${join(modelsDir, name)} is already there; choose another name with --name, or first run: npm run models -- remove ${name}`,
    );
  }
}

/**
 * A hash for a file that is not fetched would be a check that never happens, so it is refused.
 *
 * @param {readonly PlannedFile[]} plan
 * @param {ReadonlyMap<string, string>} expected
 * @returns {Map<string, string>} by path in the model folder
 */
function matchExpected(plan, expected) {
  const hashes = new Map();
  for (const [path, sha256] of expected) {
    const file = plan.find(({ from, to }) => path === to || path === from);
    if (file === undefined) {
      const files = plan.map(({ to }) => to).join(', ');
      throw new ModelToolError(`--expect ${path}: this file is not among those brought in (${files})`);
    }
    hashes.set(file.to, sha256);
  }
  return hashes;
}
