/** `npm run rank` and `negscope rank`: the session of the page, driven without a page. It stands in for hands and eyes, and computes nothing. */

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { Session } from '../app/session.svelte';
import { WorkerState } from '../app/worker-state.svelte';
import type { EncoderSettings } from '../encoder/types';
import { EXPERIMENT_IDS } from '../experiments/list';
import type { SessionReport } from '../experiments/result';
import { tableMarkdown } from '../report/table';
import { Comparison } from '../session/comparison.svelte';
import { BUNDLED, served } from '../session/encoder/encoder-state.svelte';
import { folderFiles } from '../session/files/folder-files';
import { progressInWords, readingInWords, shareInWords } from '../session/run/progress-words';
import { CommandError, wordsOf } from './arguments';
import { fileOnDisk, filesIn, folderOnDisk, sha256Of, writeWhole } from './disk';
import { keepIn, lend } from './host';
import { nativeRuntime } from './installed';
import { DirectoryHandle } from './kept-files';
import { parseRankArguments, rankQuery, type RankArguments } from './rank-arguments';
import { exitStatus, notesOf, rankText } from './rank-words';
import { fileLines, filesRead } from './read';
import { INTERRUPTED, onStop, ProgressLine, say, sayBeside, thisTerminal } from './terminal';
import { startHere } from './workers';

/** Nothing can be ranked: each reason on a line. */
class NothingRanked extends Error {
  override readonly name = 'NothingRanked';
}

const NO_MODEL = `no --model: ranked with ${BUNDLED}, a small static encoder that is good for a look; name the encoder that you will train`;

const TELL_MS = 100;

/** @returns the exit status @throws CommandError, also for an unknown source or experiment; NothingRanked */
export async function rank(argv: readonly string[]): Promise<number> {
  const args = parseRankArguments(argv);
  const { keep, provider, judgeOut } = args;
  checkExperiments(wordsOf(new Map(args.inputs).get('experiments') ?? ''));
  const native = provider === null ? null : await nativeRuntime(provider);
  lend(native);
  if (keep !== null) keepIn(new DirectoryHandle(keep));
  const session = new Session(rankQuery(args), new WorkerState(() => startHere(native)));
  const line = new ProgressLine();
  onStop(() => {
    line.show('stopping');
    void session
      .state(Comparison)
      .run.cancel()
      .finally(() => process.exit(INTERRUPTED));
  });
  const files = await Promise.all(
    [...args.files, ...args.evaluation.map(({ path }) => path)].map(fileOnDisk),
  );
  const { report, sample } = await rankFiles(session, args, files, line).finally(() => line.end());
  if (judgeOut !== null) writeWhole(judgeOut, sample ?? '');
  if (args.report !== null) writeWhole(args.report, `${JSON.stringify(report, null, 1)}\n`);
  const inFolders = args.folders.flatMap((folder) => filesIn(folder).map((path) => join(folder, path)));
  for (const note of [...(await cardNotes([...args.files, ...inFolders])), ...notesOf(report)])
    sayBeside(note);
  say(args.format === 'text' ? rankText(report) : tableMarkdown(report));
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

/** A sentence for each mined file that is not the one which the card beside it describes. */
async function cardNotes(paths: readonly string[]): Promise<string[]> {
  const notes: string[] = [];
  for (const path of paths) {
    const card = path.replace(/\.[^./\\]+$/, '.card.json');
    const expected = card === path || !existsSync(card) ? null : outputOf(card, basename(path));
    if (expected !== null && expected !== (await sha256Of(path)))
      notes.push(
        `${basename(path)} is not the file that ${basename(card)} beside it describes: their SHA-256 differ. Mine it again.`,
      );
  }
  return notes;
}

/** The SHA-256 that the card gives of the file; null where it is no card of it. */
function outputOf(card: string, file: string): string | null {
  try {
    const { output } = JSON.parse(readFileSync(card, 'utf8')) as { output?: Record<string, unknown> };
    return output?.['file'] === file && typeof output['sha256'] === 'string' ? output['sha256'] : null;
  } catch {
    return null;
  }
}

/**
 * @param files those of the arguments, and of their evaluation; without any file or folder the demo is ranked
 * @param line gets progress, how files were read, and the encoder where nobody named one
 * @returns the report, and the pairs to judge as JSON lines, null where nobody wants them
 * @throws NothingRanked, CommandError where an option names a source that is not there
 */
export async function rankFiles(
  session: Session,
  args: RankArguments,
  files: readonly File[],
  line: Pick<ProgressLine, 'show' | 'say'>,
): Promise<{ readonly report: SessionReport; readonly sample: string | null }> {
  const comparison = session.state(Comparison);
  const { workers, encoder, cache, judge, shortcuts } = comparison;
  const timer = setInterval(() => {
    const words = progressOf(comparison);
    if (words !== null) line.show(words);
  }, TELL_MS);
  try {
    // A folder without an encoder needs no worker to be refused.
    if (args.model !== null) await encoder.pick(await folderOnDisk(args.model));
    refuse(comparison);
    await workers.ready().catch(() => refuse(comparison));
    if (args.keep !== null) await cache.keep(true);
    await give(comparison, args, files, (words) => line.say(words));
    setEncoder(comparison, args.encoder);
    await comparison.rank();
    refuse(comparison);
    if (args.shortcuts) await shortcuts.ask();
    if (args.verdicts !== null) await judge.readFile(await fileOnDisk(args.verdicts));
    const nameOf = (key: number) => comparison.view.rows.find(({ id }) => id === key)?.name ?? '';
    const lines = args.judgeOut === null ? null : await judge.lines('plain', '', nameOf);
    refuse(comparison);
    const report = await comparison.report();
    if (report === null) throw new NothingRanked(comparison.obstacles.join('\n'));
    const environment = { ...report.environment, terminal: thisTerminal() };
    return { report: { ...report, environment }, sample: lines?.join('') ?? null };
  } finally {
    clearInterval(timer);
    session.end();
    // Those that did not start are said above.
    (await workers.ready().catch(() => null))?.terminate();
  }
}

/** Files, references and encoder, as hands would give them. @throws NothingRanked, CommandError */
async function give(
  comparison: Comparison,
  args: RankArguments,
  files: readonly File[],
  tell: (words: string) => void,
): Promise<void> {
  const { sources, encoder, workers } = comparison;
  if (files.length + args.folders.length === 0) {
    await comparison.bringDemo(document.baseURI);
    if (encoder.folder !== null) await encoder.pick(encoder.folder);
    refuse(comparison);
    setSources(comparison, args);
    return;
  }
  const folders = await Promise.all(args.folders.map(folderOnDisk));
  await comparison.add(files, folders);
  const { candidates } = await workers.ready();
  fileLines(await filesRead(sources, candidates)).forEach(tell);
  for (const folder of folders)
    if (folderFiles(folder).files.length === 0) tell(`no file of data in ${folder.name}`);
  refuse(comparison);
  if (sources.entries.length === 0) throw new NothingRanked('No file gave a source.');
  setSources(comparison, args);
  if (args.model === null) {
    await encoder.inspect(encoder.selected);
    if (encoder.request === undefined) {
      await encoder.choose(served(BUNDLED));
      tell(NO_MODEL);
    }
  }
  if (encoder.givenIgnored)
    tell('Not all files give embeddings of one length: those given are left aside, and all is encoded.');
  refuse(comparison);
  if (comparison.obstacles.length > 0) throw new NothingRanked(comparison.obstacles.join('\n'));
}

/** What is said of sources, as hands would set it. @throws CommandError where one is not there */
function setSources(comparison: Comparison, { reference, envelope, asMeant, looked }: RankArguments): void {
  const { entries } = comparison.sources;
  const names = entries.map(({ name }) => name);
  const named = { '--reference': reference ?? [], '--as-meant': asMeant, '--looked': looked };
  for (const [option, of] of Object.entries(named)) {
    const unknown = of.filter((name) => !names.includes(name));
    if (unknown.length > 0)
      throw new CommandError(
        `${option}: there is no source ${unknown.join(', ')}. The sources are ${names.join(', ')}.`,
      );
  }
  for (const entry of entries) {
    if (reference) entry.reference = reference.includes(entry.name);
    entry.asMeant ||= asMeant.includes(entry.name);
    entry.lookedAt ||= looked.includes(entry.name);
  }
  if (envelope) comparison.range = envelope;
}

/** @throws NothingRanked where the files give the embeddings */
function setEncoder({ encoder }: Comparison, settings: Partial<EncoderSettings>): void {
  for (const name of Object.keys(settings) as (keyof EncoderSettings)[]) {
    if (encoder.info === null)
      throw new NothingRanked(
        'The files give their embeddings: length, prefixes and pooling are settings of an encoder. Name one with --model.',
      );
    encoder.override(name, settings[name] as EncoderSettings[typeof name]);
  }
}

/** What is under way, in words; null where nothing tells. */
function progressOf({ sources, run, lab, shortcuts }: Comparison): string | null {
  if (sources.reading) return readingInWords(sources.reading);
  if (run.ongoing?.progress) return progressInWords(run.ongoing.progress);
  if (lab.ongoing) return `${lab.ongoing.id}: ${shareInWords(lab.ongoing.done, lab.ongoing.total)}`;
  if (run.summing) return `adding up: ${shareInWords(run.summing.pairs, run.summing.total)}`;
  return shortcuts.progress === null ? null : `looking for shortcuts: ${shareInWords(shortcuts.progress, 1)}`;
}

/** @throws NothingRanked with every notice of the session */
function refuse(comparison: Comparison): void {
  const { workers, sources, encoder, run, lab, judge, shortcuts } = comparison;
  const notices = [comparison, sources, encoder, run, lab, judge, shortcuts].map(({ notice }) => notice);
  const said = [workers.failure, ...notices].flatMap((notice) =>
    notice ? [[notice.message, notice.details].filter(Boolean).join('\n')] : [],
  );
  if (said.length > 0) throw new NothingRanked([...new Set(said)].join('\n'));
}
