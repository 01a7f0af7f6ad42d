/** `npm run rank`: ranks files in Node, by the session of the built page. See `--help`. */

import { accessSync, constants, mkdirSync } from 'node:fs';
import { release, type } from 'node:os';
import { basename } from 'node:path';

import { UsageError } from './lib/arguments.mjs';
import { preflightLines } from './lib/preflight-lines.mjs';
import { progressLine } from './lib/progress-line.mjs';
import { USAGE, parseRankArguments } from './lib/rank-arguments.mjs';
import { pairsOf, readingQuery } from './lib/reading-query.mjs';
import {
  fileNotes,
  findingLines,
  isOpen,
  isSpotless,
  judgedLines,
  refusedVerdicts,
  rankTable,
  readingNotes,
  verdictLines,
} from './lib/rank-table.mjs';
import { terminalText } from './lib/terminal-text.mjs';
import { writeWhole } from './lib/whole-file.mjs';
import { nativeRuntime } from './node/installed.mjs';
import { fileOnDisk, folderOnDisk, openTerminal } from './node/terminal.mjs';
import { SetupError, ensureBuild, ensureDependencies, runMain } from './setup.mjs';

/** @typedef {import('./lib/rank-arguments.mjs').RankArguments} RankArguments */
/** @typedef {import('../src/report/types').Report} Report */

const RANKED = 0;
const NOTHING_RANKED = 1;
const FILE_REFUSED = 2;
const NOT_SEPARATED = 3;
const CHECK_FAILED = 4;
const INTERRUPTED = 130;

const NO_GPU = '--device webgpu: a browser runs it, npx negscope FILES --device webgpu.';

/** @param {RankArguments} args @returns {[string, string][]} as the page's address says it */
function queryOf(args) {
  const { untilCertain: level, experiments, judgeSample, judgeSeed } = args;
  const asked = {
    stop: level === null ? 'all' : 'certain',
    level,
    experiments: experiments.length > 0 ? experiments.join() : null,
    'judge-sample': judgeSample,
    'judge-seed': judgeSeed,
  };
  const evaluation = args.evaluation.filter((file) => file.evaluation);
  return [
    ...readingQuery(args),
    ...evaluation.map(({ path }) => /** @type {[string, string]} */ (['evaluation', basename(path)])),
    ...pairsOf(asked),
  ];
}

/** @param {string} keep made where it is not there @throws {SetupError} where nothing can be kept in it */
function checkFolder(keep) {
  try {
    mkdirSync(keep, { recursive: true });
    accessSync(keep, constants.R_OK | constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`--keep ${keep}: nothing can be kept in this folder: ${reason}.`);
  }
}

/**
 * @param {RankArguments} args
 * @returns {Promise<{ report: Report, notes: readonly string[], markdown: string }>}
 * @throws {UsageError} for an unknown source
 */
async function rank(args) {
  const { keep, provider, device } = args;
  if (device === 'webgpu') throw new UsageError(NO_GPU);
  if (keep !== null) checkFolder(keep);
  const native = provider === null ? null : await nativeRuntime(provider);
  const { terminal, base } = await openTerminal({ keep, native });
  const command = new terminal.RankCommand(`?${new URLSearchParams(queryOf(args))}`, base);
  const line = progressLine(process.stderr);
  const stop = () => {
    line.show('stopping');
    void command.cancel().finally(() => process.exit(INTERRUPTED));
  };
  process.once('SIGINT', stop);
  try {
    const { report, notes, markdown, sample } = await command.rank(
      {
        ...args,
        files: await Promise.all(
          [...args.files, ...args.evaluation.map(({ path }) => path)].map((path) => fileOnDisk(path)),
        ),
        folders: await Promise.all(args.folders.map(folderOnDisk)),
        model: args.model === null ? null : await folderOnDisk(args.model),
        judge: args.judgeOut !== null,
        verdicts: args.verdicts === null ? null : await fileOnDisk(args.verdicts),
        keep: args.keep !== null,
      },
      (text) => line.show(terminalText(text)),
    );
    if (args.judgeOut !== null) writeWhole(args.judgeOut, sample ?? '');
    const told = { node: process.version, system: `${type()} ${release()} ${process.arch}` };
    return { notes, markdown, report: { ...report, environment: { ...report.environment, terminal: told } } };
  } catch (error) {
    if (error instanceof terminal.UnknownSource) throw new UsageError(error.message);
    throw error;
  } finally {
    process.off('SIGINT', stop);
    line.end();
    await command.close();
  }
}

await runMain(async () => {
  try {
    const args = parseRankArguments(process.argv.slice(2));
    if (args.help) {
      console.log(USAGE);
      return RANKED;
    }
    await ensureDependencies();
    await ensureBuild();
    const { report, notes, markdown } = await rank(args);
    if (args.report !== null) writeWhole(args.report, `${JSON.stringify(report, null, 1)}\n`);
    for (const note of [...notes, ...readingNotes(report), ...fileNotes(report)])
      console.error(terminalText(note));
    for (const line of preflightLines(report.preflight ?? [])) console.error(terminalText(line));
    for (const line of refusedVerdicts(report)) console.error(terminalText(line));
    const found = [...findingLines(report), ...judgedLines(report)];
    const parts = [verdictLines(report), rankTable(report), found.join('\n')];
    const text = parts.filter((part) => part !== '').join('\n\n');
    console.log(terminalText(args.format === 'markdown' ? markdown : text));
    if (args.strict && !isSpotless(report)) return CHECK_FAILED;
    const left = report.files.some(({ status }) => status === 'refused' || status === 'waiting');
    if (left) return FILE_REFUSED;
    return args.untilCertain !== null && isOpen(report) ? NOT_SEPARATED : RANKED;
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
    else if (error instanceof Error && error.name === 'NothingRanked')
      console.error(terminalText(`Nothing was ranked.\n${error.message}`));
    else if (error instanceof SetupError) console.error(error.message);
    else console.error(error);
    return NOTHING_RANKED;
  }
});
