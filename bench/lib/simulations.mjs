/** The simulations of the order, which are TypeScript beside the code of src/ that they run: Vite brings both into Node. */

import { join } from 'node:path';

import { PROJECT } from '../../scripts/lib/paths.mjs';
import { sharedFile } from './paths.mjs';

/** @typedef {typeof import('../order/main')} Simulations */
/** @typedef {import('../order/real-file').RealFile} RealFile */

/**
 * @template T
 * @param {(simulations: Simulations) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSimulations(work) {
  const { createServer } = await import('vite');
  // The tests' settings: they too run this code in Node.
  const server = await createServer({
    configFile: join(PROJECT, 'vitest.config.ts'),
    root: PROJECT,
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  });
  try {
    const module = await server.ssrLoadModule('/bench/order/main.ts');
    return await work(/** @type {Simulations} */ (module));
  } finally {
    await server.close();
  }
}

/**
 * A run of the engine over files of ../shared, by potion-base-2M.
 *
 * @param {Simulations} simulations
 * @param {string} folder inside ../shared/data
 * @param {readonly string[]} names
 * @param {boolean} hybrids the hybrid of every two beside them
 * @returns {Promise<RealFile>}
 * @throws {import('./errors.mjs').NotRunError}
 */
export function openShared(simulations, folder, names, hybrids = false) {
  const paths = names.map((name) => sharedFile(`data/${folder}/${name}.jsonl`));
  return simulations.openRealFile({ paths, hybrids }, sharedFile('models/potion-base-2M'));
}
