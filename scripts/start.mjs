/** `npm start [-- --plain]`: from a fresh clone to the page's address. `--plain`: as a host without headers serves it. */

import { parseArgs } from 'node:util';

import { DIST } from './lib/paths.mjs';
import { parsePort, serveFrom } from './serve.mjs';
import { ensureBuild, ensureDependencies, runMain } from './setup.mjs';

await runMain(async () => {
  const { plain } = parseArgs({ options: { plain: { type: 'boolean', default: false } } }).values;
  await ensureDependencies();
  await ensureBuild();
  const { url } = await serveFrom({ root: DIST, port: parsePort(process.env.PORT, 4173), plain });
  console.log(`\nNegscope is at ${url}\nIt runs until Ctrl-C.`);
});
