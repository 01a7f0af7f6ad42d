/** `npm run rank` and `negscope rank`: ranks files in Node, by the session of the page. */

import { join } from 'node:path';

import { EXPERIMENT_IDS } from '../experiments/list';
import type { PickedFolder } from '../session/encoder/picked-folder';
import { CommandError, wordsOf } from './arguments';
import { cardNotes } from './card-notes';
import { fileOnDisk, folderOnDisk, writeWhole } from './disk';
import { keepIn, lend, PAGE } from './host';
import { nativeRuntime } from './installed';
import { DirectoryHandle } from './kept-files';
import { exampleNotes, fileNotes, lookNotes, readingNotes, refusedVerdicts } from './notes';
import { parseRankArguments, rankQuery, type RankArguments } from './rank-arguments';
import { exitStatus, judgedLines, rankTable, verdictLines } from './rank-table';
import { RankCommand, type Ranked } from './ranking';
import { INTERRUPTED, onStop } from './stop';
import { ProgressLine, say, sayBeside, thisTerminal } from './terminal';
import { startHere } from './workers';

const NO_GPU = '--device webgpu works only in a browser: npx negscope FILES --device webgpu.';

/** @returns the exit status @throws CommandError */
export async function rank(argv: readonly string[]): Promise<number> {
  const args = parseRankArguments(argv);
  const folders = await Promise.all(args.folders.map(folderOnDisk));
  const { report, notes, markdown } = await ranked(args, folders);
  const inFolders = folders.flatMap(({ files }, i) =>
    files.map(({ path }) => join(args.folders[i] ?? '', path)),
  );
  const ofCards = await cardNotes([...args.files, ...inFolders]);
  if (args.report !== null) writeWhole(args.report, `${JSON.stringify(report, null, 1)}\n`);
  for (const note of [
    ...notes,
    ...ofCards,
    ...readingNotes(report),
    ...fileNotes(report),
    ...lookNotes(report),
    ...exampleNotes(report),
    ...refusedVerdicts(report),
    ...(args.judgeOut === null ? [] : [`pairs to judge: ${args.judgeOut}`]),
  ])
    sayBeside(note);
  const parts = [verdictLines(report), rankTable(report), judgedLines(report).join('\n')];
  say(args.format === 'markdown' ? markdown : parts.filter((part) => part !== '').join('\n\n'));
  return exitStatus(report, args);
}

/** @throws CommandError for an unknown source or experiment, NothingRanked */
async function ranked(args: RankArguments, folders: readonly PickedFolder[]): Promise<Ranked> {
  const { keep, provider, device, model, verdicts, judgeOut } = args;
  if (device === 'webgpu') throw new CommandError(NO_GPU);
  checkExperiments(wordsOf(new Map(args.inputs).get('experiments') ?? ''));
  const native = provider === null ? null : await nativeRuntime(provider);
  lend(native);
  if (keep !== null) keepIn(new DirectoryHandle(keep));
  const search = `?${new URLSearchParams(rankQuery(args)).toString()}`;
  const command = new RankCommand(search, PAGE, () => startHere(native));
  const line = new ProgressLine();
  onStop(() => {
    line.show('stopping');
    void command.cancel().finally(() => process.exit(INTERRUPTED));
  });
  try {
    const files = [...args.files, ...args.evaluation.map(({ path }) => path)];
    const made = await command.rank(
      {
        ...args,
        files: await Promise.all(files.map(fileOnDisk)),
        folders,
        model: model === null ? null : await folderOnDisk(model),
        judge: judgeOut !== null,
        verdicts: verdicts === null ? null : await fileOnDisk(verdicts),
        keep: keep !== null,
      },
      (words) => line.show(words),
    );
    if (judgeOut !== null) writeWhole(judgeOut, made.sample ?? '');
    const { report } = made;
    const environment = { ...report.environment, terminal: thisTerminal() };
    return { ...made, report: { ...report, environment } };
  } finally {
    line.end();
    await command.close();
  }
}

/** @throws CommandError where one is not there */
function checkExperiments(asked: readonly string[]): void {
  const unknown = asked.filter((name) => name !== 'all' && !(EXPERIMENT_IDS as string[]).includes(name));
  if (unknown.length === 0) return;
  throw new CommandError(
    `--experiments: there is no experiment ${unknown.join(', ')}. Expected all, or some of ${EXPERIMENT_IDS.join(', ')}.`,
  );
}
