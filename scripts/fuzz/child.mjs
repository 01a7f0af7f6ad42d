/** A child process of the fuzzer: loads `tests/fuzz/child.ts` through Vite and does the job that the parent sends. */

import { openSources } from '../lib/source-modules.mjs';

const server = await openSources();
const { perform } = await server.ssrLoadModule('/tests/fuzz/child.ts');

process.once('message', async (job) => {
  await perform(job, (/** @type {unknown} */ report) => process.send?.(report));
  await server.close();
  process.disconnect();
});
process.send?.({ type: 'ready' });
