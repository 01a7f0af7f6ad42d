/** `npm run rank`: ranks files in Node, by the session of the built page. See `--help`. */

import { release, type } from 'node:os';
import { join } from 'node:path';

import { UsageError, wordsOf } from './lib/arguments.mjs';
import { cardNotes } from './lib/card-notes.mjs';
import { filesIn } from './lib/folder-files.mjs';
import { preflightLines } from './lib/preflight-lines.mjs';
import { progressLine } from './lib/progress-line.mjs';
import { USAGE, parseRankArguments, rankQuery } from './lib/rank-arguments.mjs';
import {
  exitStatus,
  fileNotes,
  judgedLines,
  lookNotes,
  refusedVerdicts,
  rankTable,
  readingNotes,
  verdictLines,
} from './lib/rank-table.mjs';
import { terminalText } from './lib/terminal-text.mjs';
import { writeWhole } from './lib/whole-file.mjs';
import { INTERRUPTED, onStop, runCommand } from './node/command.mjs';
import { nativeRuntime } from './node/installed.mjs';
import { DirectoryHandle, unlockAll } from './node/kept-files.mjs';
import { fileOnDisk, folderOnDisk, openTerminal } from './node/terminal.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

/** @typedef {import('./lib/rank-arguments.mjs').RankArguments} RankArguments */
/** @typedef {import('../src/report/result').Report} Report */

const NOTHING_RANKED = 1;

const NO_GPU = '--device webgpu: a browser runs it, npx negscope FILES --device webgpu.';

/** @param {readonly string[]} asked @param {readonly string[]} ids @throws {UsageError} where one is not there */
function checkExperiments(asked, ids) {
  const unknown = asked.filter((name) => name !== 'all' && !ids.includes(name));
  if (unknown.length === 0) return;
  throw new UsageError(
    `--experiments: there is no experiment ${unknown.join(', ')}. Expected all, or some of ${ids.join(', ')}.`,
  );
}

/**
 * @param {RankArguments} args
 * @returns {Promise<{ report: Report, notes: string[], markdown: string }>}
 * @throws {UsageError} for an unknown source
 */
async function rank(args) {
  const { keep, provider, device } = args;
  if (device === 'webgpu') throw new UsageError(NO_GPU);
  const terminal = await openTerminal();
  const native = provider === null ? null : await nativeRuntime(provider);
  terminal.lend(native);
  if (keep !== null) {
    terminal.keepIn(new DirectoryHandle(keep));
    process.once('exit', () => unlockAll(keep));
  }
  checkExperiments(wordsOf(new Map(args.inputs).get('experiments') ?? ''), terminal.EXPERIMENT_IDS);
  const search = `?${new URLSearchParams(rankQuery(args))}`;
  const command = new terminal.RankCommand(search, terminal.PAGE, () => terminal.startHere(native));
  const line = progressLine(process.stderr);
  onStop(() => {
    line.show('stopping');
    void command.cancel().finally(() => process.exit(INTERRUPTED));
  });
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
    return {
      notes: [...notes],
      markdown,
      report: { ...report, environment: { ...report.environment, terminal: told } },
    };
  } catch (error) {
    if (error instanceof terminal.UnknownSource) throw new UsageError(error.message);
    throw error;
  } finally {
    line.end();
    await command.close();
  }
}

await runCommand(import.meta.url, async () => {
  try {
    const args = parseRankArguments(process.argv.slice(2));
    if (args.help) {
      console.log(USAGE);
      return 0;
    }
    await ensureDependencies();
    await ensureBuild();
    const { report, notes, markdown } = await rank(args);
    const inFolders = args.folders.flatMap((folder) => filesIn(folder).map((path) => join(folder, path)));
    notes.push(...(await cardNotes([...args.files, ...inFolders])));
    if (args.report !== null) writeWhole(args.report, `${JSON.stringify(report, null, 1)}\n`);
    for (const note of [...notes, ...readingNotes(report), ...fileNotes(report), ...lookNotes(report)])
      console.error(terminalText(note));
    for (const line of preflightLines(report.preflight ?? [])) console.error(terminalText(line));
    for (const line of refusedVerdicts(report)) console.error(terminalText(line));
    const parts = [verdictLines(report), rankTable(report), judgedLines(report).join('\n')];
    const text = parts.filter((part) => part !== '').join('\n\n');
    console.log(terminalText(args.format === 'markdown' ? markdown : text));
    return exitStatus(report, args);
  } catch (error) {
    if (error instanceof Error && error.name === 'NothingRanked')
      console.error(terminalText(`Nothing was ranked.\n${error.message}`));
    else throw error;
    return NOTHING_RANKED;
  }
});
