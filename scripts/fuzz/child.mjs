/** A child process of the fuzzer: loads `tests/fuzz/child.ts` through Vite and does the job that the parent sends. */

import { createServer } from 'vite';

import { PROJECT } from '../lib/paths.mjs';

const server = await createServer({
  root: PROJECT,
  configFile: false,
  appType: 'custom',
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
  logLevel: 'error',
});
const { perform } = await server.ssrLoadModule('/tests/fuzz/child.ts');

process.once('message', async (job) => {
  await perform(job, (/** @type {unknown} */ report) => process.send?.(report));
  await server.close();
  process.disconnect();
});
process.send?.({ type: 'ready' });
