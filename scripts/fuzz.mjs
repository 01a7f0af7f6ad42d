/** `npm run fuzz`: more of the damaged files that `npm test` reads a few of. See `--help`. */

import { fuzzFiles, USAGE } from './fuzz/files.mjs';
import { ensureDependencies, runMain } from './setup.mjs';

await runMain(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(USAGE);
    return 0;
  }
  await ensureDependencies();
  return fuzzFiles(args);
});
