/** `npm run models`: brings encoder folders into public/models and keeps public/models/index.json; see docs/MODELS.md. */

import { ensureDependencies, runMain } from './setup.mjs';

await runMain(async () => {
  await ensureDependencies();
  const { main } = await import('./models/command.mjs');
  return main(process.argv.slice(2), process);
});
