/** The files that were dropped: sources that were loaded from them, files that were refused, reading under way. */

import * as Comlink from 'comlink';

import type { LoadedSource, LoadOutcome, LoadProgress, RefusedFile, Reject } from '../../candidates/types';
import { noticeOf, type Notice } from '../errors';
import { freeColour } from '../palette';
import type { WorkerPair } from '../workers';
import type { WorkerState } from './worker-state.svelte';

/** The setting in which all files start. */
export const FIRST_SETTING = 'default';

/** Rejects that are asked for at a time. */
export const REJECTS_PAGE = 100;

/** One loaded source with what the user says of it. It outlives a reload, and its removal while a result shows it. */
export class SourceEntry {
  loaded: LoadedSource;
  name: string;
  setting = $state(FIRST_SETTING);
  reference = $state(true);
  /** The rejects of a source that was removed while a result shows it, for the report. */
  keptRejects: readonly Reject[] = [];

  constructor(
    readonly key: number,
    readonly file: File,
    readonly colour: number,
    loaded: LoadedSource,
    /** How the source was made, where the page knows it. */
    readonly note: string | null,
  ) {
    this.loaded = $state.raw(loaded);
    this.name = $state(loaded.name);
  }
}

export interface RefusedEntry {
  readonly key: number;
  /** Key of its rejects in the store. */
  readonly id: number;
  readonly file: File;
  readonly refused: RefusedFile;
}

/** Reading under way: the file, how far it is, how many wait behind it. */
export interface Reading {
  readonly progress: LoadProgress;
  readonly waiting: number;
}

interface Queued {
  readonly file: File;
  readonly note: string | null;
  /** The entry that this file is read for again. */
  readonly again: SourceEntry | null;
}

export class SourcesState {
  entries = $state.raw<readonly SourceEntry[]>([]);
  refused = $state.raw<readonly RefusedEntry[]>([]);
  reading = $state.raw<Reading | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** Bring given embeddings to unit norm when a file is read. */
  normalise = $state(false);

  private nextKey = 1;
  private queue: Queued[] = [];
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly workers: WorkerState) {}

  /** Reads files one after the other, behind those that wait already; resolves when all of them are read. */
  add(files: readonly File[], notes: ReadonlyMap<string, string> | null = null): Promise<void> {
    return this.enqueue(files.map((file) => ({ file, note: notes?.get(file.name) ?? null, again: null })));
  }

  /** Stops the file that is being read and forgets those that wait. */
  async stopReading(): Promise<void> {
    this.queue = [];
    const { candidates } = await this.workers.ready();
    await candidates.cancelLoad();
  }

  /** Forgets a source and its rejects. */
  async remove(entry: SourceEntry): Promise<void> {
    this.entries = this.entries.filter((e) => e !== entry);
    await this.ask((pair) => pair.candidates.remove(entry.loaded.id));
  }

  /** Forgets a refused file and its rejects. */
  async dismiss(entry: RefusedEntry): Promise<void> {
    this.refused = this.refused.filter((r) => r !== entry);
    await this.ask((pair) => pair.candidates.remove(entry.id));
  }

  /** Gives a source another name; a blank one keeps the old. */
  async rename(entry: SourceEntry, name: string): Promise<void> {
    const wanted = name.trim();
    if (wanted === '' || wanted === entry.name) return;
    const given = await this.ask((pair) => pair.candidates.rename(entry.loaded.id, wanted));
    if (given !== null) entry.name = given;
  }

  /** Sets how given embeddings are read, and reads every file again. */
  setNormalise(normalise: boolean): Promise<void> {
    this.normalise = normalise;
    return this.readAgain(true);
  }

  /**
   * Reads every file again, keeping names, settings, references and colours.
   * @param forget tell the store to forget them first; a fresh store has nothing to forget
   */
  async readAgain(forget: boolean): Promise<void> {
    const { entries, refused } = this;
    const ids = [...entries.map((entry) => entry.loaded.id), ...refused.map((entry) => entry.id)];
    if (forget) await this.ask((pair) => Promise.all(ids.map((id) => pair.candidates.remove(id))));
    this.entries = [];
    this.refused = [];
    await this.enqueue([
      ...entries.map((entry) => ({ file: entry.file, note: entry.note, again: entry })),
      ...refused.map(({ file }) => ({ file, note: null, again: null })),
    ]);
  }

  /** One page of the rejects of a file by its key in the store, or of all files. */
  async rejects(id: number | null, offset: number): Promise<Reject[]> {
    const range = { offset, limit: REJECTS_PAGE };
    const page = await this.ask((pair) => pair.candidates.rejects(id === null ? range : { id, ...range }));
    return page ?? [];
  }

  /** All rejects of a file, or of all files, refused ones too. */
  async allRejects(id: number | null): Promise<Reject[]> {
    const all: Reject[] = [];
    for (;;) {
      const page = await this.rejects(id, all.length);
      all.push(...page);
      if (page.length < REJECTS_PAGE) return all;
    }
  }

  private enqueue(files: readonly Queued[]): Promise<void> {
    this.queue.push(...files);
    this.work = this.work.then(() => this.drain());
    return this.work;
  }

  private async drain(): Promise<void> {
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const loaded = await this.read(next);
      if (!loaded) this.queue = [];
    }
    this.reading = null;
  }

  /** True where the file was read, be it loaded or refused; false where the worker itself failed. */
  private async read({ file, note, again }: Queued): Promise<boolean> {
    this.notice = null;
    const start = { file: file.name, bytesRead: 0, bytesTotal: file.size, records: 0, rejected: 0 };
    this.reading = { progress: start, waiting: this.queue.length };
    const onProgress = Comlink.proxy((progress: LoadProgress) => {
      if (this.reading) this.reading = { progress, waiting: this.queue.length };
    });
    const options = { normalise: this.normalise };
    const outcome = await this.ask(async (pair): Promise<LoadOutcome> =>
      pair.candidates.load(file, options, onProgress),
    );
    if (!outcome) return false;
    if (outcome.status === 'refused') {
      this.refused = [
        ...this.refused,
        { key: this.nextKey++, id: outcome.id, file, refused: outcome.refused },
      ];
      return true;
    }
    const entry = again ?? this.newEntry(file, outcome.source, note);
    const name = entry.name;
    entry.loaded = outcome.source;
    this.entries = [...this.entries, entry];
    if (again && name !== outcome.source.name) {
      entry.name = outcome.source.name;
      await this.rename(entry, name);
    }
    return true;
  }

  private newEntry(file: File, loaded: LoadedSource, note: string | null): SourceEntry {
    return new SourceEntry(this.nextKey++, file, freeColour(this.entries.map((e) => e.colour)), loaded, note);
  }

  /** A worker's answer; null, and a notice, where it fails. */
  private async ask<T>(question: (pair: WorkerPair) => Promise<T>): Promise<T | null> {
    try {
      const pair = await this.workers.ready();
      return await pair.guard(question(pair));
    } catch (error) {
      // A worker that broke off is announced by WorkerState.
      if (this.workers.phase !== 'failed') this.notice = noticeOf(error);
      return null;
    }
  }
}
