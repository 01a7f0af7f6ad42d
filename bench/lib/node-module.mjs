/** TypeScript of the bench beside the code of src/ that it runs: Vite brings both into Node. */

import { join } from 'node:path';

import { PROJECT } from '../../scripts/lib/paths.mjs';
import { openSources } from '../../scripts/lib/source-modules.mjs';

/**
 * @template Module, T
 * @param {string} path from the project's root, with a slash before it
 * @param {(module: Module) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withNodeModule(path, work) {
  // The tests' settings: they too run this code in Node.
  const server = await openSources(join(PROJECT, 'vitest.config.ts'));
  try {
    return await work(/** @type {Module} */ (await server.ssrLoadModule(path)));
  } finally {
    await server.close();
  }
}
