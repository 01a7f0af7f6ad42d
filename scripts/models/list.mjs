/** `models list`: a table of the models that are here. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes, formatTable } from './format.mjs';
import { readIndex } from './index-file.mjs';
import { dtypeOf } from './selection.mjs';

const UNKNOWN = '–';

/**
 * @param {string} modelsDir
 * @returns {Promise<string>} a table of the models in index.json: name, size, dtypes, pooling, source
 */
export async function listModels(modelsDir) {
  const rows = [['name', 'size', 'dtypes', 'pooling', 'source']];
  for (const model of readIndex(modelsDir)) {
    const folder = join(modelsDir, model.name);
    const bytes = model.files.reduce((sum, file) => sum + file.bytes, 0);
    const dtypes = model.files.flatMap((file) => dtypeOf(file.path) ?? []).sort();
    rows.push([
      model.name,
      formatBytes(bytes),
      dtypes.join(', ') || UNKNOWN,
      (await poolingOf(folder)) ?? UNKNOWN,
      existsSync(folder) ? model.source : `${model.source} (folder missing)`,
    ]);
  }
  return rows.length === 1 ? `no models in ${modelsDir}` : formatTable(rows);
}

/**
 * Reads 1_Pooling/config.json, in which sentence-transformers keeps one switch for each mode.
 *
 * @param {string} folder
 * @returns {Promise<string | undefined>} such as `mean` or `cls`; undefined where the folder does not say
 */
async function poolingOf(folder) {
  try {
    const config = JSON.parse(await readFile(join(folder, '1_Pooling', 'config.json'), 'utf8'));
    const modes = Object.keys(config)
      .filter((key) => key.startsWith('pooling_mode_') && config[key] === true)
      .map((key) => key.slice('pooling_mode_'.length).replace(/_tokens?$/, ''));
    return modes.join('+') || undefined;
  } catch {
    return undefined;
  }
}
