/** `npm run fuzz`: more of the damaged files, and of the faults, that `npm run test:deep` makes a few of. See `--help`. */

import { FAULTS_USAGE, fuzzFaults } from './fuzz/faults.mjs';
import { fuzzFiles, USAGE } from './fuzz/files.mjs';
import { ensureDependencies, runMain } from './setup.mjs';

await runMain(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`${USAGE}\n\n${FAULTS_USAGE}`);
    return 0;
  }
  await ensureDependencies();
  return args.includes('--faults') ? fuzzFaults(args) : fuzzFiles(args);
});
