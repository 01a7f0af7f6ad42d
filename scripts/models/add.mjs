/** `models add`: picks a model's files, brings them in, checks them and writes index.json. */

import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatBytes } from '../lib/format-bytes.mjs';
import { ModelToolError, checkName } from './checks.mjs';
import { checkContent } from './folder.mjs';
import { describeFiles, readIndex, withModel, writeIndex } from './index-file.mjs';
import { selectFiles } from './selection.mjs';

/** @typedef {import('./index-file.mjs').IndexedModel} IndexedModel */

/**
 * A model that can be brought in.
 * @typedef {object} Source
 * @property {string} id hub id or folder, for messages
 * @property {{ source: string, revision?: string }} entry what index.json says of it
 * @property {readonly string[]} paths its files
 * @property {(path: string, target: string) => Promise<void>} bring writes one file to `target`
 */

/**
 * Brings a model in: into a folder beside the others, which is moved into place when all of it is there and in order.
 *
 * @param {() => Promise<Source>} open is called once the name is known to be free
 * @param {{ modelsDir: string, name: string, dtypes: readonly string[] | undefined, note: (text: string) => void }} options
 * @returns {Promise<IndexedModel>} the entry written to index.json
 * @throws {ModelToolError} with nothing left behind
 */
export async function add(open, { modelsDir, name, dtypes, note }) {
  if (existsSync(join(modelsDir, checkName(name)))) {
    throw new ModelToolError(
      `${join(modelsDir, name)} is already there; choose another name with --name, or first run: npm run models -- remove ${name}`,
    );
  }
  readIndex(modelsDir); // A broken index.json is found now, not after the download.
  const { id, entry, paths, bring } = await open();
  const plan = selectFiles(paths, dtypes, id);
  // A run that was interrupted leaves this folder; the next one begins anew.
  const folder = join(modelsDir, `.staging-${name}`);
  const clear = () => rmSync(folder, { recursive: true, force: true });
  clear();
  try {
    for (const { from, to } of plan) {
      const target = join(folder, to);
      mkdirSync(dirname(target), { recursive: true });
      await bring(from, target);
      await checkContent(folder, to, entry.source);
      note(`${to}  ${formatBytes(statSync(target).size)}`);
    }
    const model = { name, ...entry, files: await describeFiles(folder) };
    const models = withModel(readIndex(modelsDir), model);
    renameSync(folder, join(modelsDir, name));
    writeIndex(modelsDir, models);
    return model;
  } finally {
    clear();
  }
}
