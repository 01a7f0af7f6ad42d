/** The files that were named to `npx negscope`, at addresses beside the page. */

import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';

import { filesIn } from './folder-files.mjs';

/**
 * Addresses for files and folders, and the list of them for the page.
 *
 * @param {Pick<import('./rank-arguments.mjs').RankArguments, 'files' | 'folders' | 'model' | 'reference'>} args
 * @returns {Map<string, import('../serve.mjs').Beside>}
 * @throws {import('./arguments.mjs').UsageError} for a link that leads out of its folder
 */
export function givenFiles({ files, folders, model, reference }) {
  /** @type {Map<string, import('../serve.mjs').Beside>} */
  const beside = new Map();
  const list = (/** @type {string} */ file, /** @type {string} */ path) => {
    const address = String(beside.size);
    beside.set(`given/${address}`, { file: realpathSync(file) });
    return { path, address };
  };
  const listFolder = (/** @type {string} */ folder) => ({
    name: basename(folder),
    files: filesIn(folder).map((path) => list(join(folder, path), path)),
  });
  const index = {
    files: files.map((file) => list(file, basename(file))),
    folders: folders.map(listFolder),
    model: model === null ? null : listFolder(model),
    reference,
  };
  return beside.set('given/index.json', { json: JSON.stringify(index) });
}
