/** `npm run rank` and `negscope rank`: ranks files in Node, by the session of the page. */

import { join } from 'node:path';

import { EXPERIMENT_IDS } from '../experiments/list';
import { tableMarkdown } from '../report/table';
import { CommandError, wordsOf } from './arguments';
import { cardNotes } from './card-notes';
import { fileOnDisk, folderOnDisk, writeWhole } from './disk';
import { keepIn, lend, PAGE } from './host';
import { nativeRuntime } from './installed';
import { DirectoryHandle } from './kept-files';
import { notesOf } from './notes';
import { parseRankArguments, rankQuery } from './rank-arguments';
import { exitStatus, judgedLines, rankTable, verdictLines } from './rank-table';
import { rankFiles } from './ranking';
import { INTERRUPTED, onStop } from './stop';
import { ProgressLine, say, sayBeside, thisTerminal } from './terminal';
import { startHere } from './workers';

/** @returns the exit status @throws CommandError, also for an unknown source or experiment; NothingRanked */
export async function rank(argv: readonly string[]): Promise<number> {
  const args = parseRankArguments(argv);
  const { keep, provider, model, verdicts, judgeOut } = args;
  checkExperiments(wordsOf(new Map(args.inputs).get('experiments') ?? ''));
  const folders = await Promise.all(args.folders.map(folderOnDisk));
  const native = provider === null ? null : await nativeRuntime(provider);
  lend(native);
  if (keep !== null) keepIn(new DirectoryHandle(keep));
  const files = [...args.files, ...args.evaluation.map(({ path }) => path)];
  const asked = {
    ...args,
    files: await Promise.all(files.map(fileOnDisk)),
    folders,
    model: model === null ? null : await folderOnDisk(model),
    judge: judgeOut !== null,
    verdicts: verdicts === null ? null : await fileOnDisk(verdicts),
    keep: keep !== null,
  };
  const line = new ProgressLine();
  const made = await rankFiles(asked, {
    search: `?${new URLSearchParams(rankQuery(args)).toString()}`,
    base: PAGE,
    start: () => startHere(native),
    tell: (words) => line.show(words),
    say: (words) => line.say(words),
    onStop: (stop) =>
      onStop(() => {
        line.show('stopping');
        void stop().finally(() => process.exit(INTERRUPTED));
      }),
  }).finally(() => line.end());
  const { environment } = made.report;
  const report = { ...made.report, environment: { ...environment, terminal: thisTerminal() } };
  if (judgeOut !== null) writeWhole(judgeOut, made.sample ?? '');
  if (args.report !== null) writeWhole(args.report, `${JSON.stringify(report, null, 1)}\n`);
  const inFolders = folders.flatMap((folder, i) =>
    folder.files.map(({ path }) => join(args.folders[i] ?? '', path)),
  );
  for (const note of [
    ...(await cardNotes([...args.files, ...inFolders])),
    ...notesOf(report),
    ...(judgeOut === null ? [] : [`pairs to judge: ${judgeOut}`]),
  ])
    sayBeside(note);
  const parts = [verdictLines(report), rankTable(report), judgedLines(report).join('\n')];
  const isText = args.format === 'text';
  say(isText ? parts.filter((part) => part !== '').join('\n\n') : tableMarkdown(report));
  return exitStatus(report, args);
}

/** @throws CommandError where one is not there */
function checkExperiments(asked: readonly string[]): void {
  const unknown = asked.filter((name) => name !== 'all' && !(EXPERIMENT_IDS as string[]).includes(name));
  if (unknown.length === 0) return;
  throw new CommandError(
    `--experiments: there is no experiment ${unknown.join(', ')}. Expected all, or some of ${EXPERIMENT_IDS.join(', ')}.`,
  );
}
