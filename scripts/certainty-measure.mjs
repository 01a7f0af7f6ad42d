/** `npm run certainty:measure`: measures how often the claims about an order hold. See `--help`. */

import { measureDocument } from './lib/measured-document.mjs';

await measureDocument({
  document: 'CERTAINTY.md',
  module: '/bench/order/main.ts',
  usage: `usage: npm run certainty:measure [-- --runs N] [--docs] [--short]

Draws queries of ../shared/data/dl1920, its perpos and xquad anew, and counts how often intervals hold the true
differences, orders are called wrongly, and clean sources are called by the audit by pairs. Seeded: the same tables every
time. Prints them.

  --runs N   draws of each kind, 400 by default
  --short    the tables that take minutes alone: units and halves
  --docs     writes the tables into docs/CERTAINTY.md (with the default runs alone)`,
});
