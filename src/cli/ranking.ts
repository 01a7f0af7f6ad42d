/** `negscope rank`: the session of the page, driven without a page. It stands in for hands and eyes, and computes nothing. */

import { Session } from '../app/session.svelte';
import { WorkerState } from '../app/worker-state.svelte';
import type { Notice } from '../app/notices';
import type { WorkerPair } from '../app/workers';
import type { SessionReport } from '../experiments/result';
import type { EncoderSettings } from '../encoder/types';
import { tableMarkdown } from '../report/table';
import { Comparison } from '../session/comparison.svelte';
import { BUNDLED, served } from '../session/encoder/encoder-state.svelte';
import type { PickedFolder } from '../session/encoder/picked-folder';
import { readingInWords } from '../session/files/reading-words';
import { progressInWords, shareInWords } from '../session/run/progress-words';
import { CommandError } from './arguments';
import type { RankArguments } from './rank-arguments';

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

export interface Ranked {
  readonly report: SessionReport;
  /** What was given and is no file of data, and the encoder where nobody named one. */
  readonly notes: readonly string[];
  /** Verdict and table for a pull request. */
  readonly markdown: string;
  /** The pairs to judge as JSON lines; null where nobody wants them. */
  readonly sample: string | null;
}

/** Nothing can be ranked: each reason on a line. */
class NothingRanked extends Error {
  override readonly name = 'NothingRanked';
}

const NO_MODEL = `no --model: ranked with ${BUNDLED}, a small static encoder that is good for a look; name the encoder that you will train`;

const TELL_MS = 100;

export class RankCommand {
  private readonly session: Session;
  private readonly comparison: Comparison;

  /**
   * @param search the inputs, as the page's address says them
   * @param base where the page's files lie
   * @param startWorkers gives the classes of the page's workers
   */
  constructor(
    search: string,
    private readonly base: string,
    startWorkers: () => Promise<WorkerPair>,
  ) {
    this.session = new Session(search, new WorkerState(startWorkers));
    this.comparison = this.session.state(Comparison);
  }

  /** Ends the run under way; what was embedded stays where embeddings are kept. */
  async cancel(): Promise<void> {
    await this.comparison.run.cancel();
  }

  /** Ends the session and its workers; those that did not start are said by `rank`. */
  async close(): Promise<void> {
    this.session.end();
    const workers = await this.comparison.workers.ready().catch(() => null);
    workers?.terminate();
  }

  /**
   * @param tell gets progress in words
   * @throws NothingRanked, CommandError where an option names a source that is not there
   */
  async rank(asked: Asked, tell: (words: string) => void): Promise<Ranked> {
    const timer = setInterval(() => {
      const words = this.progress;
      if (words !== null) tell(words);
    }, TELL_MS);
    return this.perform(asked).finally(() => clearInterval(timer));
  }

  private async perform(asked: Asked): Promise<Ranked> {
    const { comparison } = this;
    // A folder without an encoder needs no worker to be refused.
    if (asked.model) await comparison.encoder.pick(asked.model);
    this.refuse();
    await comparison.workers.ready().catch(() => this.refuse());
    if (asked.keep) await comparison.cache.keep(true);
    const notes = await this.give(asked);
    this.setEncoder(asked.encoder);
    await comparison.rank();
    this.refuse();
    if (asked.shortcuts) await comparison.shortcuts.ask();
    if (asked.verdicts) await comparison.judge.readFile(asked.verdicts);
    const nameOf = (key: number) => comparison.view.rows.find(({ id }) => id === key)?.name ?? '';
    const lines = asked.judge ? await comparison.judge.lines('plain', '', nameOf) : null;
    this.refuse();
    const report = await comparison.report();
    if (report === null) throw new NothingRanked(comparison.obstacles.join('\n'));
    return { report, notes, markdown: tableMarkdown(report), sample: lines?.join('') ?? null };
  }

  /** @returns what was given and is no file of data, and the encoder where nobody named one */
  private async give(asked: Asked): Promise<string[]> {
    const { comparison } = this;
    const { sources, encoder } = comparison;
    if (asked.files.length + asked.folders.length === 0) {
      await comparison.bringDemo(this.base);
      this.set(asked);
      if (asked.model) await encoder.pick(asked.model);
      this.refuse();
      return [];
    }
    const notes: string[] = [];
    for (const folder of asked.folders) {
      const { length } = sources.files;
      await comparison.add([], [folder]);
      if (sources.files.length === length) notes.push(`no file of data in ${folder.name}`);
    }
    if (asked.files.length > 0) await comparison.add(asked.files, []);
    this.refuse();
    this.checkNames(asked, [...notes, ...sources.files.flatMap(leftOut)]);
    this.set(asked);
    if (!asked.model) await encoder.inspect(encoder.selected);
    if (encoder.request === undefined && asked.model === null) {
      await encoder.choose(served(BUNDLED));
      notes.push(NO_MODEL);
    }
    if (encoder.givenIgnored)
      notes.push(
        'Not all files give embeddings of one length: those given are left aside, and all is encoded.',
      );
    this.refuse();
    if (comparison.obstacles.length > 0) throw new NothingRanked(comparison.obstacles.join('\n'));
    return notes;
  }

  /** @param left what of the files gave no source @throws NothingRanked, CommandError where a source is not there */
  private checkNames({ reference, asMeant, looked }: Asked, left: readonly string[]): void {
    const names = this.comparison.sources.entries.map(({ name }) => name);
    if (names.length === 0) throw new NothingRanked(left.join('\n') || 'No file gave a source.');
    const named = { '--reference': reference ?? [], '--as-meant': asMeant, '--looked': looked };
    for (const [option, of] of Object.entries(named)) {
      const unknown = of.filter((name) => !names.includes(name));
      if (unknown.length === 0) continue;
      const known = `The sources are ${names.join(', ')}.`;
      throw new CommandError(
        [`${option}: there is no source ${unknown.join(', ')}. ${known}`, ...left].join('\n'),
      );
    }
  }

  /** What is said of sources, as hands would set it. */
  private set(asked: Asked): void {
    for (const entry of this.comparison.sources.entries) {
      if (asked.reference) entry.reference = asked.reference.includes(entry.name);
      if (asked.asMeant.includes(entry.name)) entry.asMeant = true;
      if (asked.looked.includes(entry.name)) entry.lookedAt = true;
    }
    if (asked.envelope) this.comparison.range = asked.envelope;
  }

  /** @throws NothingRanked where the files give the embeddings */
  private setEncoder(settings: Partial<EncoderSettings>): void {
    const { encoder } = this.comparison;
    const names = ['maxTokens', 'queryPrefix', 'passagePrefix', 'pooling'] as const;
    for (const name of names.filter((each) => settings[each] !== undefined)) {
      if (encoder.info === null)
        throw new NothingRanked(
          'The files give their embeddings: length, prefixes and pooling are settings of an encoder. Name one with --model.',
        );
      encoder.override(name, settings[name] as EncoderSettings[typeof name]);
    }
  }

  /** What is under way, in words; null where nothing tells. */
  private get progress(): string | null {
    const { sources, run, lab, shortcuts } = this.comparison;
    if (sources.reading) return readingInWords(sources.reading);
    if (run.ongoing?.progress) return progressInWords(run.ongoing.progress);
    if (lab.ongoing) return `${lab.ongoing.id}: ${shareInWords(lab.ongoing.done, lab.ongoing.total)}`;
    if (run.summing) return `adding up: ${shareInWords(run.summing.pairs, run.summing.total)}`;
    return shortcuts.progress === null
      ? null
      : `looking for shortcuts: ${shareInWords(shortcuts.progress, 1)}`;
  }

  /** @throws NothingRanked with every notice of the session */
  private refuse(): void {
    const { comparison } = this;
    const notices: readonly (Notice | null)[] = [
      comparison.workers.failure,
      comparison.notice,
      comparison.sources.notice,
      comparison.encoder.notice,
      comparison.run.notice,
      comparison.lab.notice,
      comparison.judge.notice,
      comparison.shortcuts.notice,
    ];
    const said = notices.flatMap((notice) =>
      notice ? [[notice.message, notice.details].filter(Boolean).join('\n')] : [],
    );
    if (said.length > 0) throw new NothingRanked([...new Set(said)].join('\n'));
  }
}

/** Why a file gives no source. */
function leftOut({ refused, waiting }: Comparison['sources']['files'][number]): string[] {
  if (waiting) return [waiting.message];
  if (!refused) return [];
  const options = refused.asks?.options ?? [];
  const said =
    options.length > 0 ? `\nSay how it is meant, each field in its place: ${options.join(', or ')}.` : '';
  return [`${refused.message}${said}`];
}
