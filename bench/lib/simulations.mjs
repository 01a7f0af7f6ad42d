/** The simulations of the order, run in Node. */

import { withNodeModule } from './node-module.mjs';
import { sharedFile } from './paths.mjs';

/** @typedef {typeof import('../order/main')} Simulations */
/** @typedef {import('../order/real-file').RealFile} RealFile */

/**
 * @template T
 * @param {(simulations: Simulations) => Promise<T>} work
 * @returns {Promise<T>}
 */
export function withSimulations(work) {
  return withNodeModule('/bench/order/main.ts', work);
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
