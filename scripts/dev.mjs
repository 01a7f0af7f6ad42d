/** `npm run dev`: Vite's development server, which follows every edit. The sealed page is the built one. */

import { join } from 'node:path';

import { indexModels } from './lib/model-index.mjs';
import { PROJECT } from './lib/paths.mjs';
import { ensureDependencies, runMain } from './setup.mjs';

await runMain(async () => {
  await ensureDependencies();
  await indexModels(join(PROJECT, 'public', 'models'));
  const { createServer } = await import('vite');
  const server = await createServer({ root: PROJECT });
  await server.listen();
  server.printUrls();
});
