/** The given files and their sources; files are read one after the other. */

import * as Comlink from 'comlink';

import { cancelledLoad, hasCode } from '../../candidates/errors';
import type { Reject } from '../../candidates/candidate-record';
import type { RejectCount } from '../../candidates/store/rejects';
import type { LoadedFile, LoadedSource, LoadOutcome, LoadProgress } from '../../candidates/outcomes';
import type { LoadOptions } from '../../candidates/reading';
import { noticeOf, RejectsLostError, type Notice } from '../../app/errors';
import { freeColour } from '../../ui/palette';
import { listInWords } from '../../ui/words';
import type { WorkerPair } from '../../app/workers';
import { ask, type WorkerAccess } from '../../app/ask';
import { fileIdentity, isSameRead } from '../../identity';
import { isColumn } from '../../scoring/groups';
import { FileEntry, singleFile, SourceEntry, type GivenFile } from './file-entries.svelte';
import { isArchiveName } from '../../candidates/names';
import { folderFiles } from './folder-files';
import type { PickedFile } from '../../encoder/types';
import type { PickedFolder } from '../encoder/picked-folder';
import { Inputs } from '../inputs/inputs.svelte';
import {
  companionsFirst,
  depthOfOthers,
  holdsNoCandidates,
  isReadOtherwise,
  lacksIds,
} from './reading-rules';

export interface Reading {
  readonly progress: LoadProgress;
  readonly waiting: number;
}

export class SourcesState {
  files = $state.raw<readonly FileEntry[]>([]);
  reading = $state.raw<Reading | null>(null);
  notice = $state.raw<Notice | null>(null);
  skipped = $state.raw<readonly string[]>([]);
  /** Lines that gave no record, by file and reason. */
  rejects = $state.raw<readonly RejectCount[]>([]);

  /** Names of the sources that an address ticks as references, also of those that come later; null where it says nothing. */
  trusted: readonly string[] | null = null;

  private nextKey = 1;
  /** Reading goes on until no file would be read otherwise; null while it does not. */
  private settling: Promise<void> | null = null;
  /** True where something was changed that reading has not looked at yet. */
  private isUnsettled = false;
  /** Readings and unpackings that have begun and not ended: while there are any, `reading` stays. */
  private underWay = 0;

  constructor(
    private readonly workers: WorkerAccess,
    private readonly inputs = new Inputs(''),
    /** True while a run needs the store as it is. */
    private readonly isRunning: () => boolean = () => false,
  ) {}

  get entries(): readonly SourceEntry[] {
    return this.loaded.flatMap((file) => file.sources);
  }

  get loaded(): readonly FileEntry[] {
    return this.files.filter((file) => file.loaded);
  }

  get companions(): readonly FileEntry[] {
    return this.files.filter((file) => file.companion);
  }

  get waiting(): readonly FileEntry[] {
    return this.files.filter((file) => file.waiting);
  }

  get refused(): readonly FileEntry[] {
    return this.files.filter((file) => file.refused);
  }

  /** Refused because nothing tells which of its fields is what: the user is asked. */
  get asking(): readonly FileEntry[] {
    return this.refused.filter(({ refused }) => refused?.error === 'FieldsUnclearError');
  }

  get failed(): readonly FileEntry[] {
    return this.refused.filter((file) => !this.asking.includes(file));
  }

  get unread(): readonly FileEntry[] {
    return this.files.filter((file) => file.unread);
  }

  /** Adds files; resolves when all files are read. @param format what they are read as, whatever their names and contents */
  add(given: readonly GivenFile[], format?: LoadOptions['format']): Promise<void> {
    const entries = given.map((each) => this.entryOf(each));
    if (format) for (const entry of entries) entry.options = { ...entry.options, format };
    this.files = [...this.files, ...entries];
    return this.settle();
  }

  /** Reads single files and what folders and zip archives hold. An archive that is empty or damaged is refused as a file. */
  addAll(files: readonly File[], folders: readonly PickedFolder[]): Promise<void> {
    return this.busy(async () => {
      const singles: GivenFile[] = [];
      const all = [...folders];
      /** Names of the archives that were left when reading was stopped. */
      const stopped: string[] = [];
      for (const file of files) {
        const inside = isArchiveName(file.name) && stopped.length === 0 ? await this.unpack(file) : [];
        if (hasCode(inside, 'LoadCancelledError')) stopped.push(file.name);
        else if (inside instanceof Error) this.notice = noticeOf(inside);
        else if (inside && inside.length > 0) all.push({ name: file.name, files: inside });
        else if (isArchiveName(file.name) && stopped.length > 0) stopped.push(file.name);
        else singles.push(singleFile(file));
      }
      if (stopped.length > 0) this.notice = noticeOf(cancelledLoad({ name: listInWords(stopped) }));
      const found = all.map(folderFiles);
      this.skipped = found.flatMap(({ skipped }) => skipped);
      const given = [...singles, ...found.flatMap((folder) => folder.files)];
      const entries = given.map((each) => this.entryOf(each));
      for (const entry of entries) entry.unread = stopped.length > 0;
      this.files = [...this.files, ...entries];
      return this.settle();
    });
  }

  private entryOf(given: GivenFile): FileEntry {
    return new FileEntry(this.nextKey++, given, this.inputs);
  }

  /** The files in a zip archive, or why they are not read; none, or null where the worker itself failed, for one that is read as a file. */
  private unpack(archive: File): Promise<readonly PickedFile[] | Error | null> {
    this.reading ??= { progress: startOf(archive), waiting: 0 };
    return this.ask((pair): Promise<readonly PickedFile[] | Error> =>
      pair.candidates.unpack(archive).catch(orRefused),
    );
  }

  /** Restores kept files with their sources and reads them; unread ones stay unread. */
  restore(files: readonly FileEntry[]): Promise<void> {
    const keys = files.flatMap((file) => [file.key, ...file.sources.map(({ key }) => key)]);
    this.nextKey = Math.max(this.nextKey, ...keys.map((key) => key + 1));
    for (const file of files) this.tick(file.sources);
    this.files = [...this.files, ...files];
    return this.settle();
  }

  /** Ticks exactly the references that an address names; from then on they are the user's. @param names of sources */
  trust(names: readonly string[]): void {
    this.trusted = names;
    for (const file of this.files) this.tick(file.sources);
  }

  private tick(sources: readonly SourceEntry[]): void {
    const { trusted } = this;
    if (trusted) for (const source of sources) source.reference = trusted.includes(source.name);
  }

  read(files: readonly FileEntry[]): Promise<void> {
    for (const file of files) file.unread = false;
    return this.settle();
  }

  /** Stops reading; waiting files are left unread. */
  async stopReading(): Promise<void> {
    const left = this.leaveUnread();
    const { candidates } = await this.workers.ready();
    await candidates.cancelLoad();
    await left;
  }

  /** Reads a file again, perhaps with other options. Its removed sources come back. */
  readAgain(file: FileEntry, options: LoadOptions = file.options): Promise<void> {
    file.options = options;
    file.removedLabels = [];
    file.readWith = null;
    return this.settle();
  }

  /** Sets how given embeddings are read; all files are read again but companions. */
  setNormalise(normalise: boolean): Promise<void> {
    this.inputs.values.normalise = normalise;
    return this.settle();
  }

  /** Reads all files again into a new store, which knows none of them. */
  readIntoFreshStore(): Promise<void> {
    for (const file of this.files.filter(({ outcome }) => outcome)) {
      file.unread = file.cancelled;
      file.forget();
    }
    return this.settle();
  }

  /** Forgets a source; with its last one the file and its rejects. Asked twice, as by a double click, it does it once. */
  async remove(entry: SourceEntry): Promise<void> {
    const { file } = entry;
    if (!file.sources.includes(entry)) return;
    if (file.sources.length === 1) return this.removeFile(file);
    file.removedLabels = [...file.removedLabels, entry.loaded.label];
    file.sources = file.sources.filter((source) => source !== entry);
    await this.ask((pair) => pair.candidates.remove(entry.loaded.id));
  }

  async removeFile(file: FileEntry): Promise<void> {
    if (!this.files.includes(file)) return;
    this.files = this.files.filter((each) => each !== file);
    await this.forget(file.outcome ? [file.outcome] : []);
    if (file.companion?.kind === 'evaluation') await this.compareWithEvaluation();
    if (!this.reading) await this.countRejects();
  }

  /** Gives a source another name; a blank one keeps the old. */
  async rename(entry: SourceEntry, name: string): Promise<void> {
    const wanted = name.trim();
    if (wanted === '' || wanted === entry.name) return;
    const given = await this.ask((pair) => pair.candidates.rename(entry.loaded.id, wanted));
    if (given !== null) entry.name = given;
  }

  /** True if there are companion files that were not there when the file was read. */
  mayFindMore({ readWith }: FileEntry): boolean {
    return this.companions.some(({ read }) => !readWith?.companions.some((there) => isSameRead(there, read)));
  }

  get rejected(): number {
    return sumOf(this.rejects);
  }

  /** How many records of a file name ids that were not found. */
  unknownIds(id: number): number {
    return sumOf(this.rejects.filter((count) => count.id === id && count.code === 'unknown-id'));
  }

  /** Rejects of a file, by its key in the store, or of all files; null if a worker fails. */
  rejectsOf(id: number | undefined, limit = Infinity): Promise<readonly Reject[] | null> {
    return this.ask(async ({ candidates }) => candidates.rejects(id ?? null, limit));
  }

  /** All of them. @throws RejectsLostError if some cannot be read */
  async allRejects(id?: number): Promise<readonly Reject[]> {
    const all = await this.rejectsOf(id);
    if (!all) throw new RejectsLostError();
    return all;
  }

  private async countRejects(): Promise<void> {
    const counts = await this.ask(({ candidates }) => candidates.rejectCounts());
    if (counts) this.rejects = counts;
  }

  /** Nothing is being read once all work that was begun has ended. */
  private async busy(work: () => Promise<void>): Promise<void> {
    this.underWay++;
    try {
      await work();
    } finally {
      this.underWay--;
      if (this.underWay === 0) {
        this.reading = null;
        await this.countRejects();
      }
    }
  }

  /** Where there is nothing to forget no worker is asked, so that a first reading begins at once and can be stopped. */
  private async forget(outcomes: readonly LoadOutcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    await this.ask((pair) => Promise.all(outcomes.map(({ id }) => pair.candidates.remove(id))));
  }

  /** Reads until no file would be read otherwise. Files, options and companions may change meanwhile. */
  private settle(): Promise<void> {
    this.isUnsettled = true;
    const [first] = this.due;
    if (first) this.reading ??= { progress: startOf(first.file), waiting: this.due.length - 1 };
    this.settling ??= this.readAll();
    return this.busy(() => this.settling ?? Promise.resolve());
  }

  private async readAll(): Promise<void> {
    while (this.isUnsettled) {
      this.isUnsettled = false;
      for (let next = await this.next(); next; next = await this.next()) {
        if (!(await this.readNow(next))) await this.leaveUnread();
      }
      await this.compareWithEvaluation();
    }
    this.settling = null;
  }

  /** Files that were never read as they are asked for, and those that ids of others were looked for in: they wait. */
  private get due(): readonly FileEntry[] {
    return this.files.filter(({ readWith, unread }) => readWith === null && !unread);
  }

  /** What is read next: companions first, and a file that would be read otherwise now last. Null where there is none. */
  private async next(): Promise<FileEntry | null> {
    const [first] = companionsFirst(this.due);
    if (first) return first;
    const [waits] = this.waiting.filter((file) => this.mayFindMore(file));
    // The sources of a run stay: the user is offered to read them again.
    if (waits || this.isRunning()) return waits ?? null;
    const read = this.files.filter((file) => (file.loaded ?? file.refused) && !file.cancelled);
    const otherwise = read.filter((file) => isReadOtherwise(file, this.optionsFor(file)));
    if (otherwise.length > 0) {
      // All go before the first comes back: then texts get the numbers that a first reading gives them.
      await this.takeBack(otherwise);
      return companionsFirst(otherwise)[0] ?? null;
    }
    const maybe = read.filter((file) => this.mayFindMore(file));
    const counts = maybe.length === 0 ? null : await this.ask((pair) => pair.candidates.rejectCounts());
    // A run may have begun, and a file gone, in the meantime.
    if (!counts || this.isRunning()) return null;
    return maybe.find((file) => this.files.includes(file) && lacksIds(file, counts)) ?? null;
  }

  private optionsFor({ options }: FileEntry): LoadOptions {
    const { normalise, group } = this.inputs.values;
    return {
      ...options,
      topK: options.topK ?? depthOfOthers(this.files),
      normalise,
      group: group !== null && isColumn(group) ? group : null,
    };
  }

  private async compareWithEvaluation(): Promise<void> {
    const { entries } = this;
    const asked = this.companions.some(({ companion }) => companion?.kind === 'evaluation');
    const ids = entries.map(({ loaded }) => loaded.id);
    const found = asked ? await this.ask(({ candidates }) => candidates.evaluation(ids)) : null;
    for (const entry of entries)
      entry.evaluation = found?.find(({ source }) => source === entry.loaded.id) ?? null;
  }

  /** Files that wait for their turn are read once the user says so. */
  private async leaveUnread(): Promise<void> {
    const left = this.due;
    for (const file of left) file.unread = true;
    await this.takeBack(left);
  }

  /** Files lose what was read of them; their sources stay, and are matched by their labels. */
  private async takeBack(files: readonly FileEntry[]): Promise<void> {
    const known = files.flatMap(({ outcome }) => outcome ?? []);
    for (const file of files) file.forget();
    await this.forget(known);
  }

  /** False if the worker itself failed. */
  private async readNow(entry: FileEntry): Promise<boolean> {
    this.notice = null;
    await this.takeBack([entry]);
    // It was stopped meanwhile.
    if (entry.unread) return true;
    const outcome = await this.load(entry);
    if (!outcome) {
      entry.readWith = null;
      return false;
    }
    if (holdsNoCandidates(entry, outcome)) {
      await this.forget([outcome]);
      this.files = this.files.filter((each) => each !== entry);
      this.skipped = [...this.skipped, entry.path];
      return true;
    }
    if (outcome.status === 'loaded') await this.takeSources(entry, outcome.loaded);
    if (outcome.status === 'companion') entry.wasCompanion = true;
    entry.outcome = outcome;
    return true;
  }

  private async load(entry: FileEntry): Promise<LoadOutcome | null> {
    const options = this.optionsFor(entry);
    const companions = this.companions.map(({ read }) => read);
    entry.readWith = { file: fileIdentity(entry.file, entry.path), options, companions };
    const show = (progress: LoadProgress) => (this.reading = { progress, waiting: this.due.length });
    show(startOf(entry.file));
    const onProgress = Comlink.proxy((progress: LoadProgress) => {
      if (this.reading) show(progress);
    });
    return this.ask(async (pair): Promise<LoadOutcome> =>
      pair.candidates.load(entry.file, options, onProgress),
    );
  }

  /**
   * Sources with known labels keep name, setting, reference box and colour; others are new. Labels that the user had removed are
   * left out, unless nothing else is left.
   */
  private async takeSources(entry: FileEntry, { sources }: LoadedFile): Promise<void> {
    const isRemoved = ({ label }: LoadedSource) => entry.removedLabels.includes(label);
    const gone = sources.every(isRemoved) ? [] : sources.filter(isRemoved);
    const staying = sources
      .filter((source) => !gone.includes(source))
      .map((loaded) => ({ loaded, known: entry.sources.find((each) => each.loaded.label === loaded.label) }));
    for (const { id } of gone) await this.ask((pair) => pair.candidates.remove(id));
    const names = staying.map(({ known }) => known?.name ?? null);
    const taken: SourceEntry[] = [];
    for (const { loaded, known } of staying) {
      if (known) {
        known.asMeant &&= sameSigns(known.loaded, loaded);
        known.lookedAt &&= samePairs(known.loaded, loaded);
        known.loaded = loaded;
        known.name = loaded.name;
      }
      taken.push(known ?? this.newSource(entry, loaded, taken));
    }
    entry.sources = taken;
    // A name may be free only once another source has got its own back.
    for (let turn = 0; turn < 2; turn++) {
      for (const [i, source] of taken.entries()) await this.rename(source, names[i] ?? '');
    }
  }

  private newSource(entry: FileEntry, loaded: LoadedSource, more: readonly SourceEntry[]) {
    const colours = [...this.files.flatMap((file) => file.sources), ...more].map(({ colour }) => colour);
    const source = new SourceEntry(this.nextKey++, entry, freeColour(colours), loaded);
    this.tick([source]);
    return source;
  }

  private ask<T>(question: (pair: Pick<WorkerPair, 'candidates'>) => Promise<T>): Promise<T | null> {
    return ask(this.workers, question, (notice) => (this.notice = notice));
  }
}

/** Whether two readings show the same signs of being wrong: then what the user said of them still holds. */
function sameSigns(one: LoadedSource, other: LoadedSource): boolean {
  return JSON.stringify(one.warnings) === JSON.stringify(other.warnings);
}

/** Whether two readings gave the same pairs, as far as their counts tell. */
function samePairs({ counts, bytes }: LoadedSource, other: LoadedSource): boolean {
  return JSON.stringify([counts, bytes]) === JSON.stringify([other.counts, other.bytes]);
}

function sumOf(counts: readonly RejectCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function startOf(file: File): LoadProgress {
  return { file: file.name, bytesRead: 0, bytesTotal: file.size, records: 0, rejected: 0, stage: 'reading' };
}

/** An archive that is too large, or has a damaged member, says so; any other failure leaves it to be refused as a file. */
function orRefused(error: unknown): Error | [] {
  return hasCode(error, 'LoadCancelledError', 'UnpackedTooLargeError', 'UnreadableFileError') ? error : [];
}
