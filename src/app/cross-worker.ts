/** Opens the cross-encoder's worker, when a folder is first chosen. */

import type { CrossScoring } from '../engine/cross-scoring';
import { openWorker, type OpenWorker } from '../worker';

export function startCrossWorker(): OpenWorker<CrossScoring> {
  const worker = new Worker(new URL('../../workers/cross-encoder.ts', import.meta.url), { type: 'module' });
  return openWorker<CrossScoring>(worker);
}
