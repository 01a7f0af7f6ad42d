/** A thread of make:encoder: its part of the training. */

import { parentPort, workerData } from 'node:worker_threads';

import { openSources } from '../lib/source-modules.mjs';

const server = await openSources();
try {
  const { trainPart } = await server.ssrLoadModule('/scripts/encoder/train.ts');
  trainPart(workerData, (/** @type {unknown} */ progress) => parentPort?.postMessage(progress));
} finally {
  await server.close();
}
