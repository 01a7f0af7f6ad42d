/** `npm run notebook`: executes docs/negscope.ipynb and holds its scores against those of the terminal. See `--help`. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from './lib/commands.mjs';
import { PROJECT } from './lib/paths.mjs';
import { SetupError, runMain } from './setup.mjs';

const USAGE = `usage: npm run notebook

Executes docs/negscope.ipynb with Jupyter on the demo's files and compares the scores that it prints with those of
npm run rank for the same files. On Debian: apt install jupyter-nbconvert python3-ipykernel python3-pandas.
Exit status: 0 the same to the six digits that a frame prints, 1 not.`;

/** A frame prints six digits. */
const MOST_GAP = 5e-7;

const SOURCES = ['bm25', 'embedding', 'written', 'random'];
const REFERENCES = 'bm25,embedding,written';
const DEMO = join(PROJECT, 'public/demo');

/** @param {string} command @param {string[]} args */
async function done(command, args) {
  const { code, output } = await run(command, args, {
    stdout: 'pipe',
    env: { ...process.env, NEGSCOPE: `${process.execPath} ${join(PROJECT, 'scripts/negscope.mjs')}`, DEMO },
  });
  if (code !== 0) throw new SetupError(`${output}\n"${command}" ended with status ${code}.\n${USAGE}`);
}

/**
 * What the notebook printed of each source.
 *
 * @param {string} path of the executed notebook
 * @returns {Map<string, number>} score by name
 */
function printedScores(path) {
  /** @type {{ cells: { outputs?: { data?: Record<string, string[]> }[] }[] }} */
  const { cells } = JSON.parse(readFileSync(path, 'utf8'));
  const printed = cells.flatMap(({ outputs = [] }) =>
    outputs.flatMap(({ data }) => data?.['text/plain'] ?? []),
  );
  return new Map(
    printed
      .map((line) => line.trim().split(/\s+/))
      .filter(([name = '', , rho]) => SOURCES.includes(name) && rho !== undefined)
      .map(([name = '', score]) => [name, Number(score)]),
  );
}

await runMain(async () => {
  if (process.argv.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'negscope-notebook-'));
  try {
    const executed = join(folder, 'executed.ipynb');
    const notebook = join(PROJECT, 'docs/negscope.ipynb');
    const convert = ['nbconvert', '--to', 'notebook', '--execute', notebook, '--output', executed];
    await done('jupyter', convert);
    const report = join(folder, 'report.json');
    const files = SOURCES.map((name) => join(DEMO, `${name}.jsonl`));
    const ranked = [
      join(PROJECT, 'scripts/rank.mjs'),
      ...files,
      '--reference',
      REFERENCES,
      '--report',
      report,
    ];
    await done(process.execPath, ranked);
    const scores = printedScores(executed);
    const { sources } = JSON.parse(readFileSync(report, 'utf8'));
    const gaps = SOURCES.map((name) => Math.abs((scores.get(name) ?? NaN) - sources[name].eci));
    SOURCES.forEach((name, i) =>
      console.log(
        `${name}: notebook ${scores.get(name)}, terminal ${sources[name].eci}, gap ${gaps[i]?.toExponential(1)}`,
      ),
    );
    return gaps.every((gap) => gap <= MOST_GAP) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
