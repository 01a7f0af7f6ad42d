/** A child process of the fuzzer: loads `tests/fuzz/reading.ts` through Vite and does the job that the parent sends. */

import { openSources } from '../lib/source-modules.mjs';

const server = await openSources();
await server.ssrLoadModule('/tests/candidates/parquet-engine.ts');
const { perform } = await server.ssrLoadModule('/tests/fuzz/reading.ts');

process.once('message', async (job) => {
  await perform(job, (/** @type {unknown} */ told) => process.send?.(told));
  await server.close();
  process.disconnect();
});
process.send?.({ type: 'ready' });
