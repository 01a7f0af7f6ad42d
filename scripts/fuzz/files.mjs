/** `npm run fuzz` without `--faults`: damaged files, read by a child process that can be ended, and what came of them. */

import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { alignColumns } from '../lib/columns.mjs';
import { PROJECT } from '../lib/paths.mjs';
import { progressLine } from '../lib/progress-line.mjs';
import { wholeNumber } from '../lib/whole-number.mjs';
import { SetupError } from '../setup.mjs';
import { supervise } from './supervise.mjs';

const KINDS = ['bytes', 'json', 'table', 'encoding', 'rows', 'archive', 'parquet'];

export const USAGE = `usage: npm run fuzz -- [--n N] [--seed S] [--only NAME] [--kind KINDS] [--input I] [--report FILE]

Damages the files of tests/fuzz/subjects.ts (a fixture of every format, Parquet, other tools' files) in N
seeded ways (10,000 by default) and reads each: no hang (20 seconds each, then its process is ended), no crash, every
line counted, every message with file and place and in our own words, no accepted record that mixes rows.

  --seed S       the seed; the time where nothing is said
  --only NAME    files whose name has the text, or is it
  --kind KINDS   kinds of damage, with commas: ${KINDS.join(', ')}
  --input I      this input alone, to bring a finding back
  --report FILE  where the figures go as JSON (test-results/fuzz.json)

Exit status: 0 all were read, 1 something was wrong (each finding names the options that bring it back), 2 wrong options.`;

/** Seconds that one input may take: thousands of times what one takes. */
const LONGEST_SECONDS = 20;

/** Inputs for which a child of its own is worth its start. */
const LEAST_OF_A_CHILD = 500;

/** Findings that are printed; all are in the report. */
const SHOWN_FINDINGS = 20;

/** @param {string} text @returns {string[]} */
function kindsOf(text) {
  const kinds = text.split(',').filter((kind) => kind !== '');
  const wrong = kinds.find((kind) => !KINDS.includes(kind));
  if (wrong === undefined) return kinds;
  throw new SetupError(`--kind ${wrong}: expected some of ${KINDS.join(', ')}.\n\n${USAGE}`);
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} exit status
 */
export async function fuzzFiles(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      n: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string', default: '' },
      kind: { type: 'string', default: '' },
      input: { type: 'string' },
      report: { type: 'string', default: join(PROJECT, 'test-results/fuzz.json') },
    },
  });
  const about = { least: 0, usage: USAGE };
  const seed = wholeNumber('--seed', values.seed, (Date.now() % 1_000_000) + 1, about);
  const first = wholeNumber('--input', values.input, 0, about);
  const count = values.input === undefined ? wholeNumber('--n', values.n, 10_000, about) : 1;
  const kinds = kindsOf(values.kind);
  const job = { only: values.only, kinds, seed, from: first, to: first + count };
  console.log(`${count.toLocaleString('en')} inputs, seed ${seed}`);

  const tally = new Tally();
  const line = progressLine(process.stderr);
  const started = Date.now();
  const lanes = partsOf(job).map((part) => {
    const take = tally.lane();
    return supervise(join(PROJECT, 'scripts/fuzz/child.mjs'), part, LONGEST_SECONDS, (report) => {
      take(report);
      line.show(`${tally.inputs.toLocaleString('en')} of ${count.toLocaleString('en')}`);
    });
  });
  const ended = await Promise.all(lanes);
  line.end();
  for (const end of ended.flat()) tally.end(end);
  const seconds = Math.round((Date.now() - started) / 1000);
  tally.print(seconds, { kinds, seed });
  const { kinds: byKind, ...figures } = tally.figures();
  const report = { seed, inputs: count, only: values.only, seconds, ...figures, by_kind: byKind };
  await mkdir(dirname(values.report), { recursive: true });
  await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
  return tally.findings.length === 0 ? 0 : 1;
}

/**
 * A job for each core, where that is worth the start of a process.
 *
 * @param {import('./supervise.mjs').Job} job
 * @returns {import('./supervise.mjs').Job[]}
 */
function partsOf(job) {
  const count = job.to - job.from;
  const share = Math.max(LEAST_OF_A_CHILD, Math.ceil(count / availableParallelism()));
  return Array.from({ length: Math.ceil(count / share) }, (_, part) => ({
    ...job,
    from: job.from + part * share,
    to: Math.min(job.to, job.from + (part + 1) * share),
  }));
}

/** What came of all inputs, by kind of damage. */
class Tally {
  inputs = 0;
  /** @type {Map<string, Record<string, number>>} */
  kinds = new Map();
  /** @type {{ what: string, subject: string, index: number, message: string }[]} */
  findings = [];
  slowest = { milliseconds: 0, subject: '', mutation: '' };

  /** @returns {(report: import('./supervise.mjs').Report) => void} takes the reports of one child */
  lane() {
    let at = { subject: '', index: 0 };
    return (report) => {
      const { type, subject = '', index = 0 } = report;
      if (type !== 'begins') return this.take(report, at);
      at = { subject, index };
      this.inputs += 1;
    };
  }

  /**
   * @param {import('./supervise.mjs').Report} report of what came of an input
   * @param {{ subject: string, index: number }} at
   */
  take({ type, kind = '', mutation = '', ...came }, { subject, index }) {
    if (type === 'failed') {
      this.find('wrong', subject, index, came.message ?? '');
    } else {
      const own = this.kinds.get(kind) ?? {};
      const { status = '', milliseconds = 0, records = 0 } = came;
      own[status] = (own[status] ?? 0) + 1;
      own['records'] = (own['records'] ?? 0) + records;
      own['slowest'] = Math.max(own['slowest'] ?? 0, Math.round(milliseconds));
      this.kinds.set(kind, own);
      if (milliseconds > this.slowest.milliseconds)
        this.slowest = { milliseconds: Math.round(milliseconds), subject, mutation };
    }
  }

  /** @param {import('./supervise.mjs').Ended} ended */
  end({ subject, index, why }) {
    this.find(why.startsWith('no end') ? 'hang' : 'crash', subject, index, why);
  }

  /** @param {string} what @param {string} subject @param {number} index @param {string} message */
  find(what, subject, index, message) {
    this.findings.push({ what, subject, index, message });
  }

  figures() {
    const count = (/** @type {string} */ what) => this.findings.filter((each) => each.what === what).length;
    return {
      hangs: count('hang'),
      crashes: count('crash'),
      wrong: count('wrong'),
      slowest: this.slowest,
      kinds: Object.fromEntries(this.kinds),
      findings: this.findings,
    };
  }

  /** @param {number} seconds @param {{ kinds: readonly string[], seed: number }} job */
  print(seconds, { kinds, seed }) {
    const columns = ['loaded', 'companion', 'waiting', 'refused', 'nothing', 'records', 'slowest'];
    const rows = [...this.kinds].map(([kind, own]) => [
      kind,
      ...columns.map((column) => String(own[column] ?? 0)),
    ]);
    const table = [['damage', ...columns.slice(0, -1), 'slowest, ms'], ...rows];
    console.log(alignColumns(table, (column) => column === 0));
    const { hangs, crashes, wrong, slowest } = this.figures();
    console.log(
      `${hangs} hangs, ${crashes} crashes, ${wrong} otherwise wrong in ${seconds} s; ` +
        `slowest: ${slowest.milliseconds} ms (${slowest.subject}, ${slowest.mutation})`,
    );
    const again = kinds.length > 0 ? ` --kind ${kinds.join(',')}` : '';
    for (const { what, subject, index, message } of this.findings.slice(0, SHOWN_FINDINGS)) {
      const options = `--seed ${seed} --only '${subject}' --input ${index}${again}`;
      console.log(`\n${what}: ${subject}: ${message}\n  npm run fuzz -- ${options}`);
    }
    const more = this.findings.length - SHOWN_FINDINGS;
    if (more > 0) console.log(`\nand ${more} more`);
  }
}
