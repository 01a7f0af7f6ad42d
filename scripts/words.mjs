/** `npm run words`: prints every sentence of the page and the terminal, by page and state, for a person who reads them. */

import { run, tool } from './lib/commands.mjs';
import { ensureBuild, ensureDependencies, runMain } from './setup.mjs';

await runMain(async () => {
  await ensureDependencies();
  await ensureBuild();
  const args = tool('@playwright/test/cli.js', 'test', '--project=words', '--reporter=line');
  return (await run(process.execPath, args, { stdout: 'inherit' })).code;
});
