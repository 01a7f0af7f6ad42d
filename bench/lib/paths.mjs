/** Where the bench keeps its files. */

import { join } from 'node:path';

import { PROJECT } from '../../scripts/lib/paths.mjs';

/** The bench's own package. */
export const BENCH = join(PROJECT, 'bench');

/** Made files: sources, big files. Git ignores it. */
export const CACHE = join(PROJECT, '.cache', 'bench');
