/** `negscope rank`: the session of the page, driven without a page. It stands in for hands and eyes, and computes nothing. */

import { Session } from '../app/session.svelte';
import { WorkerState } from '../app/worker-state.svelte';
import type { WorkerPair } from '../app/workers';
import type { EncoderSettings } from '../encoder/types';
import type { SessionReport } from '../experiments/result';
import { Comparison } from '../session/comparison.svelte';
import { BUNDLED, served } from '../session/encoder/encoder-state.svelte';
import type { PickedFolder } from '../session/encoder/picked-folder';
import { progressInWords, shareInWords } from '../session/run/progress-words';
import { folderFiles } from '../session/files/folder-files';
import { readingInWords } from '../session/files/reading-words';
import { CommandError } from './arguments';
import type { RankArguments } from './rank-arguments';
import { fileLines, filesRead } from './reading';

/** What is asked for, beside what the page's address says. */
export interface Asked extends Pick<
  RankArguments,
  'encoder' | 'reference' | 'envelope' | 'asMeant' | 'looked' | 'shortcuts'
> {
  /** No file and no folder: the demo. */
  readonly files: readonly File[];
  readonly folders: readonly PickedFolder[];
  /** Null: as the page has it. */
  readonly model: PickedFolder | null;
  /** Whether the pairs to judge are wanted. */
  readonly judge: boolean;
  readonly verdicts: File | null;
  /** Whether embeddings are kept where the host keeps files. */
  readonly keep: boolean;
}

/** Where it is ranked, and who hears of it. */
export interface Host {
  /** The inputs, as the page's address says them. */
  readonly search: string;
  /** Where the page's files lie. */
  readonly base: string;
  /** Gives the classes of the page's workers. */
  readonly start: () => Promise<WorkerPair>;
  /** Gets progress in words. */
  tell(words: string): void;
  /** Gets how files were read, and the encoder where nobody named one. */
  say(line: string): void;
  /** Gets what ends the run under way; what was embedded stays where embeddings are kept. */
  onStop(stop: () => Promise<void>): void;
}

/** Nothing can be ranked: each reason on a line. */
class NothingRanked extends Error {
  override readonly name = 'NothingRanked';
}

const NO_MODEL = `no --model: ranked with ${BUNDLED}, a small static encoder that is good for a look; name the encoder that you will train`;

const TELL_MS = 100;

/**
 * @returns the report, and the pairs to judge as JSON lines, null where nobody wants them
 * @throws NothingRanked, CommandError where an option names a source that is not there
 */
export async function rankFiles(
  asked: Asked,
  host: Host,
): Promise<{ readonly report: SessionReport; readonly sample: string | null }> {
  const session = new Session(host.search, new WorkerState(host.start));
  const comparison = session.state(Comparison);
  const { workers, encoder, cache, judge, shortcuts } = comparison;
  host.onStop(() => comparison.run.cancel());
  const timer = setInterval(() => {
    const words = progressOf(comparison);
    if (words !== null) host.tell(words);
  }, TELL_MS);
  try {
    // A folder without an encoder needs no worker to be refused.
    if (asked.model) await encoder.pick(asked.model);
    refuse(comparison);
    await workers.ready().catch(() => refuse(comparison));
    if (asked.keep) await cache.keep(true);
    await give(comparison, asked, host);
    setEncoder(comparison, asked.encoder);
    await comparison.rank();
    refuse(comparison);
    if (asked.shortcuts) await shortcuts.ask();
    if (asked.verdicts) await judge.readFile(asked.verdicts);
    const nameOf = (key: number) => comparison.view.rows.find(({ id }) => id === key)?.name ?? '';
    const lines = asked.judge ? await judge.lines('plain', '', nameOf) : null;
    refuse(comparison);
    const report = await comparison.report();
    if (report === null) throw new NothingRanked(comparison.obstacles.join('\n'));
    return { report, sample: lines?.join('') ?? null };
  } finally {
    clearInterval(timer);
    session.end();
    // Those that did not start are said above.
    (await workers.ready().catch(() => null))?.terminate();
  }
}

async function give(comparison: Comparison, asked: Asked, { base, say }: Host): Promise<void> {
  const { sources, encoder, workers } = comparison;
  if (asked.files.length + asked.folders.length === 0) {
    await comparison.bringDemo(base);
    setSources(comparison, asked);
    if (asked.model) await encoder.pick(asked.model);
    refuse(comparison);
    return;
  }
  await comparison.add(asked.files, asked.folders);
  const { candidates } = await workers.ready();
  for (const line of fileLines(await filesRead(sources, candidates))) say(line);
  for (const folder of asked.folders)
    if (folderFiles(folder).files.length === 0) say(`no file of data in ${folder.name}`);
  refuse(comparison);
  if (sources.entries.length === 0) throw new NothingRanked('No file gave a source.');
  setSources(comparison, asked);
  if (!asked.model) await encoder.inspect(encoder.selected);
  if (encoder.request === undefined && asked.model === null) {
    await encoder.choose(served(BUNDLED));
    say(NO_MODEL);
  }
  if (encoder.givenIgnored)
    say('Not all files give embeddings of one length: those given are left aside, and all is encoded.');
  refuse(comparison);
  if (comparison.obstacles.length > 0) throw new NothingRanked(comparison.obstacles.join('\n'));
}

/** What is said of sources, as hands would set it. @throws CommandError where one is not there */
function setSources(comparison: Comparison, { reference, envelope, asMeant, looked }: Asked): void {
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
    if (asMeant.includes(entry.name)) entry.asMeant = true;
    if (looked.includes(entry.name)) entry.lookedAt = true;
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
