/** Where the bench keeps its files and finds the shared data. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { PROJECT } from '../../scripts/lib/paths.mjs';

/** A scenario, or a part of one, cannot be run here; the message is the reason as a sentence. */
export class NotRunError extends Error {
  /** @override */
  name = 'NotRunError';
}

/** The bench's own package. */
export const BENCH = join(PROJECT, 'bench');

/** Made files: models, sources, big files. Git ignores it. */
export const CACHE = join(PROJECT, '.cache', 'bench');

const SHARED = resolve(PROJECT, '..', 'shared');

/**
 * @param {string} path inside ../shared
 * @returns {string} absolute
 * @throws {NotRunError} where it is not there
 */
export function sharedFile(path) {
  const absolute = join(SHARED, path);
  if (!existsSync(absolute)) throw new NotRunError(`../shared/${path} is not here.`);
  return absolute;
}
