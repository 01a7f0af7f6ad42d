/** `npm run compare -- A.json B.json`: whether two reports hold the same figures. */

import { readFileSync } from 'node:fs';

import { fromInvocation } from './lib/paths.mjs';
import { OF_THE_RUN, reportDifferences } from './lib/report-differences.mjs';
import { SetupError, runMain } from './setup.mjs';

const USAGE = `usage: npm run compare -- A.json B.json

Compares two reports of "Export report" or of npm run rank, all but what changes from run to run (created, cost,
environment, negscope). Lists the paths that differ with their relative gaps. Exit status: 0 the same to within 1e-12, 1 not.`;

/** Room for another order of summation. */
const MOST_GAP = 1e-12;

/**
 * @param {string} path
 * @returns {Record<string, unknown>}
 * @throws {SetupError} where there is no such file, or no JSON in it
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(fromInvocation(path, 'compare'), 'utf8'));
  } catch (error) {
    throw new SetupError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

await runMain(async () => {
  const [a, b, ...others] = process.argv.slice(2);
  if (a === undefined || b === undefined || others.length > 0) throw new SetupError(USAGE);
  const found = reportDifferences(readReport(a), readReport(b));
  if (found.length === 0) console.log(`byte-equal, but for ${OF_THE_RUN.join(', ')}`);
  for (const { path, gap } of found) {
    console.log(`${path}: ${gap === Infinity ? 'differs' : `gap ${gap.toExponential(2)}`}`);
  }
  return found.every(({ gap }) => gap <= MOST_GAP) ? 0 : 1;
});
