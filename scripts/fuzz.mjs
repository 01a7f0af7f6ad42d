/** `npm run fuzz`: more of the hostile files, and of the faults, that `npm run test:deep` makes a few of. See `--help`. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { supervise } from './fuzz/supervise.mjs';
import { readArguments, seedOf, wholeNumber } from './lib/arguments.mjs';
import { alignColumns } from './lib/columns.mjs';
import { run, tool } from './lib/commands.mjs';
import { PROJECT } from './lib/paths.mjs';
import { progressLine } from './lib/progress-line.mjs';
import { ensureBuild, ensureDependencies, runMain } from './setup.mjs';

/** @typedef {import('./fuzz/supervise.mjs').Report} Report */

const USAGE = `usage: npm run fuzz -- [--n N] [--seed S] [--input I]
       npm run fuzz -- --faults [--n N] [--seed S] [--told]

Makes N files (2,000 by default) of the formats of docs/FORMATS.md by seed, most of them hostile (tests/fuzz/grammar.ts),
and reads each: no hang (two minutes, then its process is ended), none above 10 seconds of a core, no crash, every line counted,
every message with file and place and in our own words, no record that mixes rows, Cancel heard within a second.

  --seed S     the seed; 1 where nothing is said
  --input I    this input alone, to bring a finding back
  --faults     faults in the built page instead, one for each of the seeds S, S+1, … (N of them, 1,000 by default): a
               worker closed, an error in it, storage that fails or is full, the clock moved, the tab hidden
  --told       prints what came of every fault as one line of JSON

Exit status: 0 all is well, 1 something was wrong (each finding names the options that bring it back).`;

/** Seconds after which an input hangs, on a machine that does other work too. */
const LONGEST_SECONDS = 120;
/** Of the processor. */
const LONGEST_READING_MS = 10_000;
const LONGEST_CANCEL_MS = 1_000;

/** Inputs for which a process of its own is worth its start. */
const LEAST_OF_A_CHILD = 500;

/** @param {number} count @param {number} seed @param {boolean} told @returns {Promise<number>} exit status */
async function fuzzFaults(count, seed, told) {
  await ensureBuild();
  process.chdir(PROJECT);
  const faults = ['tests/browser/deep/faults.spec.ts', '--retries=0', '-g', 'after every seeded fault'];
  const { code } = await run(process.execPath, tool('@playwright/test/cli.js', 'test', ...faults), {
    stdout: 'inherit',
    env: {
      ...process.env,
      NEGSCOPE_FAULTS: String(count),
      NEGSCOPE_SEED: String(seed),
      NEGSCOPE_FAULTS_TOLD: told ? 'yes' : '',
    },
  });
  return code === 0 ? 0 : 1;
}

/**
 * @param {{ seed: number, from: number, to: number }} job
 * @returns {Promise<number>} exit status
 */
async function fuzzFiles(job) {
  const { seed, from, to } = job;
  /** Inputs by status. @type {Map<string, number>} */
  const counts = new Map();
  /** @type {string[]} */
  const findings = [];
  let slowest = { milliseconds: 0, name: '' };
  let slowestCancel = { milliseconds: 0, name: '' };
  const find = (/** @type {number} */ input, /** @type {string} */ name, /** @type {string} */ why) =>
    findings.push(`${name}: ${why}\n  npm run fuzz -- --seed ${seed} --input ${input}`);
  const line = progressLine(process.stderr);
  const started = Date.now();
  const share = Math.max(LEAST_OF_A_CHILD, Math.ceil((to - from) / availableParallelism()));
  const starts = Array.from({ length: Math.ceil((to - from) / share) }, (_, part) => from + part * share);
  let begun = 0;
  const lanes = starts.map((start) => {
    let at = '';
    const part = { ...job, from: start, to: Math.min(to, start + share) };
    return supervise(join(PROJECT, 'scripts/fuzz/child.mjs'), part, LONGEST_SECONDS, (report) => {
      const { type, input = 0, name = '', status = '', milliseconds = 0, cancelled, message = '' } = report;
      if (type === 'begins') {
        at = name;
        begun += 1;
        line.show(`${begun} of ${to - from}`);
        return;
      }
      if (type === 'failed') {
        find(input, at, message);
        return;
      }
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (milliseconds > LONGEST_READING_MS) find(input, name, `${Math.round(milliseconds)} ms`);
      if (milliseconds > slowest.milliseconds) slowest = { milliseconds, name };
      if (!cancelled) return;
      counts.set('cancelled', (counts.get('cancelled') ?? 0) + 1);
      if (cancelled > LONGEST_CANCEL_MS) find(input, name, `Cancel after ${Math.round(cancelled)} ms`);
      if (cancelled > slowestCancel.milliseconds) slowestCancel = { milliseconds: cancelled, name };
    });
  });
  const ended = await Promise.all(lanes);
  line.end();
  for (const { input, name, why } of ended.flat()) find(input, name, why);
  console.log(alignColumns([...counts].map(([status, count]) => [status, String(count)])));
  console.log(
    [
      `seed ${seed}, ${to - from} inputs, ${Math.round((Date.now() - started) / 1000)} s, ${findings.length} findings`,
      `slowest: ${Math.round(slowest.milliseconds)} ms (${slowest.name})`,
      `slowest Cancel: ${Math.round(slowestCancel.milliseconds)} ms (${slowestCancel.name})`,
    ].join('\n'),
  );
  for (const finding of findings) console.log(`\n${finding}`);
  return findings.length === 0 ? 0 : 1;
}

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
  const from = wholeNumber('--input', values.input, 0) ?? 0;
  await ensureDependencies();
  if (values.faults) return fuzzFaults(count, seed, values.told);
  return fuzzFiles({ seed, from, to: values.input === undefined ? count : from + 1 });
});
