/** A candidates worker in memory: what reading a file gives is decided by the test, what it was asked is written down. */

import type { ErrorCode } from '../../src/candidates/errors';
import type { Reject } from '../../src/candidates/candidate-record';
import type { CleanRequest } from '../../src/candidates/clean/removals';
import type { RejectCount } from '../../src/candidates/store/rejects';
import type { PairKeys } from '../../src/candidates/marks/marks';
import type { LoadOutcome, LoadProgress } from '../../src/candidates/outcomes';
import type { LoadOptions } from '../../src/candidates/reading';
import type { WorkerAccess } from '../../src/app/ask';
import type { WorkerPair } from '../../src/app/workers';
import { companionFile, loadedFile, refusedFile } from '../support/results';

export type Outcome = (id: number, file: string, options: LoadOptions) => LoadOutcome | Promise<LoadOutcome>;

/** What reading a file gives, by its name; a file of no name here is loaded as one source. */
export type Outcomes = Record<string, Outcome>;

export const asSources =
  (...labels: string[]): Outcome =>
  (id, file) => ({ status: 'loaded', id, loaded: loadedFile(id, file, labels) });

export const asCompanion: Outcome = (id, file) => ({
  status: 'companion',
  id,
  companion: companionFile(id, file),
});

export const asRefused =
  (error: ErrorCode = 'UnknownFormatError'): Outcome =>
  (id, file) => ({ status: 'refused', id, refused: refusedFile(file, { error }) });

/** Keys of a source's two records of two pairs; no other source has one of them. */
export function keysOfPairs(source: number): PairKeys {
  const words = [0, 1, 2, 3].flatMap((pair) => [source, pair, 0, 0]);
  return { source, offsets: Int32Array.of(0, 2, 4), words: Uint32Array.from(words) };
}

export class FakeWorkers implements WorkerAccess {
  phase: 'starting' | 'ready' | 'failed' = 'ready';
  /** `load NAME`, `remove ID`, `rename ID NAME`, in the order in which they were asked for. */
  readonly asked: string[] = [];
  /** The options of the last reading of each file, by its name. */
  readonly options = new Map<string, LoadOptions>();
  readonly cleaned: (readonly CleanRequest[])[] = [];
  rejected: readonly { readonly id: number; readonly reject: Reject }[] = [];
  /** Milliseconds that the next answers with rejects take; none once they are used up. */
  delays: number[] = [];
  /** What the next archive gives. */
  unpack: (archive: File) => Promise<readonly { path: string; file: File }[]> = () => Promise.resolve([]);
  /** Keys of the pairs of a source. */
  keysOf = keysOfPairs;
  private nextId = 100;
  /** Names of sources, by their keys; the key of a file is the first of ten. */
  private readonly names = new Map<number, string>();

  constructor(public outcomes: Outcomes = {}) {}

  /** Names of the files in the order in which they were read. */
  get loads(): string[] {
    return this.asked.filter((what) => what.startsWith('load ')).map((what) => what.slice('load '.length));
  }

  ready(): Promise<Pick<WorkerPair, 'candidates' | 'guard'>> {
    if (this.phase === 'failed') return Promise.reject(new Error('failed'));
    const candidates = {
      load: (file: File, options: LoadOptions, onProgress: (progress: LoadProgress) => void) =>
        this.load(file, options, onProgress),
      fileHash: (file: File) => Promise.resolve(file.name),
      cancelLoad: () => Promise.resolve(void this.asked.push('cancel')),
      unpack: (archive: File) => this.unpack(archive),
      remove: (id: number) => this.remove(id),
      rename: (id: number, name: string) => this.rename(id, name),
      rejects: (id: number | null, limit: number) => this.page(id, limit),
      exportCleaned: (requests: readonly CleanRequest[]) => {
        this.cleaned.push(requests);
        return Promise.resolve({ zipName: 'cleaned.zip', zip: new Blob([]), files: [] });
      },
      pairKeys: (id: number) => Promise.resolve(this.keysOf(id)),
      madeFile: () => Promise.resolve({ name: 'made.jsonl', content: new Blob(['made']) }),
      rejectCounts: () => Promise.resolve(this.counts()),
    };
    return Promise.resolve({
      candidates: candidates as unknown as WorkerPair['candidates'],
      guard: (answer) => answer,
    });
  }

  private async load(
    file: File,
    options: LoadOptions,
    onProgress: (progress: LoadProgress) => void,
  ): Promise<LoadOutcome> {
    this.asked.push(`load ${file.name}`);
    this.options.set(file.name, options);
    const { name, size } = file;
    onProgress({ file: name, bytesRead: size, bytesTotal: size, records: 2, rejected: 0, stage: 'reading' });
    const id = this.nextId;
    this.nextId += 10;
    const outcome = await (this.outcomes[name] ?? asSources())(id, name, options);
    if (outcome.status === 'loaded') {
      for (const source of outcome.loaded.sources) this.names.set(source.id, source.name);
    }
    return outcome;
  }

  private remove(id: number): Promise<void> {
    this.asked.push(`remove ${id}`);
    for (const source of [...this.names.keys()]) {
      if (source === id || (id % 10 === 0 && source - (source % 10) === id)) this.names.delete(source);
    }
    return Promise.resolve();
  }

  /** As the store does: a name that is taken gets -2. */
  private rename(id: number, name: string): Promise<string> {
    const taken = [...this.names].some(([other, its]) => other !== id && its === name);
    const given = taken ? `${name}-2` : name;
    this.names.set(id, given);
    this.asked.push(`rename ${id} ${given}`);
    return Promise.resolve(given);
  }

  private async page(id: number | null, limit: number) {
    this.asked.push(`rejects ${id}`);
    const passing = this.rejected.filter((each) => id === null || each.id === id);
    const delay = this.delays.shift();
    if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, delay));
    return passing.slice(0, limit).map(({ reject }) => reject);
  }

  private counts(): RejectCount[] {
    const counts: (RejectCount & { count: number })[] = [];
    for (const { id, reject } of this.rejected) {
      const known = counts.find((count) => count.id === id && count.code === reject.code);
      if (known) known.count++;
      else counts.push({ id, file: reject.file, code: reject.code, count: 1, first: reject });
    }
    return counts;
  }
}
