/** `npm run fuzz`: more of the damaged files that `npm test` reads a few of. See `--help`. */

import { parseArgs } from 'node:util';

import { run, tool } from './lib/commands.mjs';
import { PROJECT } from './lib/paths.mjs';
import { SetupError, ensureDependencies, runMain } from './setup.mjs';

const USAGE = `usage: npm run fuzz -- [--n N] [--seed S] [--only NAME]

Damages each file of tests/candidates/fixtures, and the Parquet files that tests write, in N seeded ways (10,000 unless
told) and reads it: no hang, no crash, every line counted, every message with file and place. S is the seed, else the
time; NAME keeps the files whose path has it. Exit status: 0 all were read, 1 something was wrong (the message says
which mutation; the same seed brings it back).`;

/**
 * @param {string | undefined} text
 * @param {string} option
 * @param {number} fallback
 */
function whole(text, option, fallback) {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new SetupError(`${option} ${text}: expected a whole number above 0.\n\n${USAGE}`);
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      n: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const count = whole(values.n, '--n', 10_000);
  const seed = whole(values.seed, '--seed', (Date.now() % 1_000_000) + 1);
  await ensureDependencies();
  process.chdir(PROJECT);
  console.log(`${count} mutations of each file, seed ${seed}`);
  const filter = values.only === undefined ? [] : ['-t', values.only];
  const { code } = await run(
    process.execPath,
    tool('vitest/vitest.mjs', 'run', 'tests/candidates/mutations.test.ts', '--reporter=verbose', ...filter),
    {
      stdout: 'inherit',
      env: { ...process.env, NEGSCOPE_MUTATIONS: String(count), NEGSCOPE_SEED: String(seed) },
    },
  );
  return code === 0 ? 0 : 1;
});
