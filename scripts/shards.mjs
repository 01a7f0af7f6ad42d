/** `npm run partial` and `npm run merge`: what a run computes of some shards, and its report. No browser takes part. */

import { readFileSync, statSync } from 'node:fs';
import { release, type } from 'node:os';
import { basename, dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';

import packageJson from '../package.json' with { type: 'json' };
import { INPUTS } from '../src/session/inputs/table.mjs';
import {
  choiceOf,
  existing,
  numberOf,
  readArguments,
  seedOf,
  wholeNumber,
  wordsOf,
  writable,
  writableFolder,
} from './lib/arguments.mjs';
import { BUILD_INPUTS } from './lib/build-inputs.mjs';
import { commitOf } from './lib/commit.mjs';
import { sha256Of } from './lib/model-index.mjs';
import { fromInvocation, PROJECT } from './lib/paths.mjs';
import { rankTable, verdictLines } from './lib/rank-table.mjs';
import { terminalText } from './lib/terminal-text.mjs';
import { writeWhole } from './lib/whole-file.mjs';
import { fileOnDisk, openTerminal } from './node/terminal.mjs';
import { ensureBuild, ensureDependencies, runMain, SetupError } from './setup.mjs';

const USAGE = `usage: npm run partial -- idf FILE… --out 1.idf [--normalise] [--negatives NUMBER] [--seed NUMBER]
       npm run merge -- 1.idf… --out idf.table
       npm run partial -- score FILE… --idf idf.table --out 1.sums [--tau NUMBER] [--weightings A,B] [--group UNIT]
       npm run merge -- 1.sums… --idf idf.table --report report.json [--reference A,B] [--weighting ID]

Reads shards of candidate files with embeddings (docs/FORMATS.md). A shard belongs to the source that its name has before
".part": bm25.part3.jsonl to bm25. docs/SCALE.md has the whole way. Options are the same for every part.

  --normalise          bring embeddings of another norm to norm 1
  --negatives NUMBER   score the first so many negatives of each record (all)
  --seed NUMBER        of the passages that are drawn (42)
  --tau NUMBER         temperature (0.05)
  --weightings A,B     weightings to sum (all): each costs a d × d sum
  --group UNIT         what counts as one in intervals: positive (queries that share one), query, or a column (positive)
  --reference A,B      sources that you trust
  --weighting ID       the weighting of the score (full)

A part that does not fit is refused with a sentence, and nothing is written.`;

const [command = '', ...argv] = process.argv.slice(2);

/** @typedef {import('../src/shards/passes').Part} Part */

await runMain(async () => {
  const { values, positionals } = readArguments(argv, {
    out: { type: 'string' },
    idf: { type: 'string' },
    report: { type: 'string' },
    reference: { type: 'string', default: '' },
    weighting: { type: 'string', default: 'full' },
    weightings: { type: 'string' },
    tau: { type: 'string', default: '0.05' },
    negatives: { type: 'string' },
    group: { type: 'string', default: 'positive' },
    seed: { type: 'string', default: '42' },
    normalise: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  });
  const { out, idf, report, normalise } = values;
  const pass = command === 'partial' ? positionals.shift() : 'merge';
  const isFirst = pass === 'idf' || (pass === 'merge' && report === undefined);
  const written = pass === 'merge' && !isFirst ? report : out;
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const isKnown = pass === 'idf' || pass === 'score' || pass === 'merge';
  if (!isKnown || written === undefined || isFirst !== (idf === undefined) || positionals.length === 0)
    throw new SetupError(USAGE);
  const paths = positionals.map((path) => existing('', path, 'file', command));
  writableFolder(report === undefined ? '--out' : '--report', dirname(written), command);
  const to = writable(report === undefined ? '--out' : '--report', written, command);
  const commit = commitOf(PROJECT, BUILD_INPUTS);
  const program = { version: packageJson.version, commit: commit.commit };
  await ensureDependencies();
  await ensureBuild();
  const { WEIGHTING_IDS, passes, reportOf } = await openTerminal();
  try {
    const ids = (/** @type {string} */ option, /** @type {string} */ text) =>
      wordsOf(text).map((id) => choiceOf(option, id, WEIGHTING_IDS));
    const table = fromInvocation(idf ?? '', command);
    const named = async () => ({
      table: readPart(table, 'negscope-table').part,
      sha256: await sha256Of(table),
    });
    const parts = () =>
      passes.together(
        paths.map((path) => readPart(path, report === undefined ? 'negscope-texts' : 'negscope-sums')),
      );
    const shards = async () => {
      const found = [];
      for (const path of paths) {
        const [file, bytes, sha256] = [basename(path), statSync(path).size, await sha256Of(path)];
        const shard = { ...passes.shardName(file), file, bytes, sha256 };
        found.push({ shard, open: () => fileOnDisk(path) });
      }
      return found;
    };
    if (pass === 'idf') {
      const seed = /** @type {number} */ (seedOf('--seed', values.seed));
      const negatives = wholeNumber('--negatives', values.negatives);
      writePart(to, await passes.textsOf(await shards(), { normalise, seed, negatives }, program));
    } else if (pass === 'score') {
      const tau = /** @type {number} */ (numberOf('--tau', values.tau, { above: 0 }));
      const weightings = values.weightings ? ids('--weightings', values.weightings) : WEIGHTING_IDS;
      const group = INPUTS.group.read(values.group);
      if (group === undefined) throw new SetupError(`--group: expected ${INPUTS.group.expected}.`);
      const settings = { tau, weightings, group: group ?? 'positive' };
      writePart(to, await passes.sumsOf(await shards(), await named(), settings, program));
    } else if (isFirst) {
      writePart(to, passes.tableOf(parts()));
    } else {
      const weighting = choiceOf('--weighting', values.weighting, WEIGHTING_IDS);
      const choice = { reference: wordsOf(values.reference), weighting };
      const known = await named();
      const made = await reportOf(parts(), known, choice, provenance(commit), new Date());
      writeWhole(to, `${JSON.stringify(made, null, 1)}\n`);
      console.log(terminalText(`${verdictLines(made)}\n\n${rankTable(made)}`));
    }
    return 0;
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    if (!/^(ShardError|CandidatesError|RunInputError)$/.test(name)) throw error;
    throw new SetupError(terminalText(`Nothing was written.\n${message}`));
  }
});

/** @param {ReturnType<typeof commitOf>} commit @returns {import('../src/report/result').Provenance} of this process */
function provenance(commit) {
  const [node, system] = [process.version, `${type()} ${release()} ${process.arch}`];
  const { version, dependencies: libraries } = packageJson;
  return {
    negscope: { version, ...commit, libraries },
    environment: { browser: 'none', system, user_agent: `Node ${node}`, terminal: { node, system } },
  };
}

/** @param {string} path @param {Part} part */
function writePart(path, part) {
  writeWhole(path, gzipSync(serialize(part), { level: 1 }));
}

/** @param {string} path @param {Part['kind']} kind that is expected @returns {{ name: string, part: any }} */
function readPart(path, kind) {
  const name = basename(path);
  let part;
  try {
    part = deserialize(gunzipSync(readFileSync(path)));
  } catch {
    throw new SetupError(terminalText(`${name} is cut off, changed or no part. Make it again.`));
  }
  if (part.kind === kind) return { name, part };
  throw new SetupError(terminalText(`${name} is ${part.kind}; expected ${kind}.`));
}
