/** `npm run fuzz -- --faults`: faults by seed in the built page; `npm run test:deep` makes the first 36 of them. */

import { parseArgs } from 'node:util';

import { run, tool } from '../lib/commands.mjs';
import { PROJECT } from '../lib/paths.mjs';
import { wholeNumber } from '../lib/whole-number.mjs';
import { ensureBuild } from '../setup.mjs';

export const FAULTS_USAGE = `usage: npm run fuzz -- --faults [--n N] [--seed S] [--told]

Opens the built page in Chromium and makes one fault for each of the seeds S, S+1, … (N of them; 1,000 from 1 on by
default): a worker closed, an error in it, a message dropped, storage that fails or is full, memory refused, the GPU lost, the
clock moved, the tab hidden, the network gone, at a point of loading, ranking, scoring again or exporting. After each the
page has to have said what happened, counts have to add up, and a new run has to give the same figures.

  --told  prints what came of every seed as one line of JSON

Exit status: 0 all survived, 1 something was wrong (each finding names the fault, its point, and the command that brings it
back; messages are counted, and between threads their order may differ a little from run to run).`;

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} exit status
 */
export async function fuzzFaults(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      faults: { type: 'boolean' },
      n: { type: 'string' },
      seed: { type: 'string' },
      told: { type: 'boolean', default: false },
    },
  });
  const count = wholeNumber('--n', values.n, 1000, { usage: FAULTS_USAGE });
  const seed = wholeNumber('--seed', values.seed, 1, { usage: FAULTS_USAGE });
  await ensureBuild();
  process.chdir(PROJECT);
  const { code } = await run(
    process.execPath,
    tool(
      '@playwright/test/cli.js',
      'test',
      'tests/browser/deep/faults.spec.ts',
      '--retries=0',
      '-g',
      'after every seeded fault',
    ),
    {
      stdout: 'inherit',
      env: {
        ...process.env,
        NEGSCOPE_FAULTS: String(count),
        NEGSCOPE_SEED: String(seed),
        NEGSCOPE_FAULTS_TOLD: values.told ? 'yes' : '',
      },
    },
  );
  return code === 0 ? 0 : 1;
}
