/** `npm start`: from a fresh clone to the page's address. */

import { DIST } from './lib/paths.mjs';
import { parsePort, serveFrom } from './serve.mjs';
import { ensureBuild, ensureDependencies, runMain } from './setup.mjs';

await runMain(async () => {
  await ensureDependencies();
  await ensureBuild();
  const { url } = await serveFrom({ root: DIST, port: parsePort(process.env.PORT, 4173) });
  console.log(`\nNegscope is at ${url}\nIt runs until Ctrl-C.`);
});
