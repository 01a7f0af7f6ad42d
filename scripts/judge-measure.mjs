/** `npm run judge:measure`: measures rates from few judgements on the judged pairs of ../shared. See `--help`. */

import { measureDocument } from './lib/measured-document.mjs';

await measureDocument({
  document: 'JUDGE.md',
  module: '/bench/judge/main.ts',
  usage: `usage: npm run judge:measure [-- --runs N] [--docs] [--short]

Judges samples of ../shared/data/dl1920 by its own judgements: how often the intervals hold the true rates, and how many
judgements they take. Seeded: the same tables every time. Prints them.

  --runs N   samples of each kind, 1000 by default
  --short    the tables that take minutes alone: gaps, few, words and shortcuts
  --docs     writes the tables into docs/JUDGE.md (with the default runs alone)`,
});
