/** `npm run fuzz`: more of the hostile files, and of the faults, that `npm run test:deep` makes a few of. See `--help`. */

import { readArguments, seedOf, wholeNumber } from './lib/arguments.mjs';
import { run, tool } from './lib/commands.mjs';
import { PROJECT } from './lib/paths.mjs';
import { ensureBuild, ensureDependencies, runMain } from './setup.mjs';

const USAGE = `usage: npm run fuzz -- [--n N] [--seed S] [--input I]
       npm run fuzz -- --faults [--n N] [--seed S] [--told]

Makes N files (2,000 by default) of the formats of docs/FORMATS.md by seed, most of them hostile (tests/fuzz/grammar.ts),
and reads each: none above 10 seconds of a core, no crash, every line counted, every message with file and place and in
our own words, no record that mixes rows, Cancel heard within a second. Each is named before it is read: where one hangs,
its name is the last.

  --seed S     the seed; 1 where nothing is said
  --input I    this input alone, to bring a finding back
  --faults     faults in the built page instead, one for each of the seeds S, S+1, … (N of them, 1,000 by default): a
               worker closed, an error in it, the clock moved, the tab hidden
  --told       prints what came of every fault as one line of JSON

Exit status: 0 all is well, 1 something was wrong (each finding names the options that bring it back).`;

const FILES = ['vitest/vitest.mjs', 'run', '--project', 'deep', 'tests/fuzz/fuzz.deep.test.ts'];
const FAULTS = [
  ...['@playwright/test/cli.js', 'test', 'tests/browser/deep/faults.spec.ts', '--retries=0'],
  ...['-g', 'after every seeded fault'],
];

await runMain(async () => {
  const { values } = readArguments(process.argv.slice(2), {
    n: { type: 'string' },
    seed: { type: 'string' },
    input: { type: 'string' },
    faults: { type: 'boolean', default: false },
    told: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const seed = seedOf('--seed', values.seed) ?? 1;
  const count = wholeNumber('--n', values.n) ?? (values.faults ? 1000 : 2_000);
  const input = wholeNumber('--input', values.input, 0);
  await (values.faults ? ensureBuild() : ensureDependencies());
  process.chdir(PROJECT);
  const [script = '', ...args] = values.faults ? FAULTS : FILES;
  const { code } = await run(process.execPath, tool(script, ...args), {
    stdout: 'inherit',
    env: {
      ...process.env,
      NEGSCOPE_SEED: String(seed),
      [values.faults ? 'NEGSCOPE_FAULTS' : 'NEGSCOPE_FUZZ']: String(count),
      NEGSCOPE_FUZZ_INPUT: input === null ? '' : String(input),
      NEGSCOPE_FAULTS_TOLD: values.told ? 'yes' : '',
    },
  });
  return code === 0 ? 0 : 1;
});
