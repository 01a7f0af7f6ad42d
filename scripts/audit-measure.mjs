/** `npm run audit:measure`: measures the audit by pairs on the real files of ../shared. See `--help`. */

import { measureDocument } from './lib/measured-document.mjs';

await measureDocument({
  document: 'AUDIT.md',
  module: '/bench/audit/main.ts',
  usage: `usage: npm run audit:measure [-- --runs N] [--docs]

Contaminates the sources of ../shared/data/dl1920 and xquad, and counts how often each audit calls them and clean ones;
holds what is found of single pairs against what is judged or planted. Seeded: the same tables every time. Prints them.

  --runs N   contaminated copies of each source and share, 100 by default
  --docs     writes the tables into docs/AUDIT.md (with the default runs alone)`,
});
