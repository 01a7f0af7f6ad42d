/**
 * Loads, cleans and reads files again without DuckDB, where many are. What the table of removed pairs gives (`removals.ts`)
 * is found here by loops over the records.
 */

import type { CandidateRecord } from '../../../src/candidates/candidate-record';
import { cleanFile, type CleanedFile } from '../../../src/candidates/clean/cleaner';
import type { FilePlan } from '../../../src/candidates/formats/plan';
import { loadFile } from '../../../src/candidates/load';
import type { LoadedFile, LoadedSource, LoadOutcome } from '../../../src/candidates/outcomes';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import { Companions } from '../../../src/candidates/records/companions';
import { KEEP, type EntryRemovals, type QuerySet } from '../../../src/candidates/store/removals';
import type { StoredFile } from '../../../src/candidates/store/store';
import { loadedOf } from '../fixtures';
import { MemoryStore } from '../memory-store';
import { fileOf, type Content } from '../support';
import { REASON, removedPairs, type Loading } from './support';

/** One text of an entry. */
interface Place {
  readonly place: number;
  readonly index: number;
}

/** A pair of the first source, as record and position. */
type Pair = readonly [number, number];

/** One file and the records that were read of it. */
export class CleaningStore extends MemoryStore {
  private stored: StoredFile<FilePlan> | null = null;
  private removed: readonly Pair[] = [];

  /** Loads a file after its companions. */
  static async load(
    name: string,
    content: Content,
    { companions: texts = {}, ...options }: Loading = {},
  ): Promise<CleaningStore> {
    const own = new CleaningStore();
    const { store } = own;
    const companions = new Companions();
    const signal = new AbortController().signal;
    const context = { store, companions, signal, onProgress: () => undefined };
    const load = (file: string, bytes: Content, said: Loading = {}): Promise<LoadOutcome> =>
      loadFile(context, fileOf(file, bytes), { ...defaultLoadOptions(file), ...said });
    for (const [companion, lines] of Object.entries(texts)) await load(companion, lines);
    loadedOf(await load(name, content, options));
    return own;
  }

  get loaded(): LoadedFile {
    return this.file().loaded;
  }

  /** The records of all sources, the first one's first. */
  get records(): CandidateRecord[] {
    return this.loaded.sources.flatMap(({ id }) => this.written.get(id) ?? []);
  }

  /** Writes the file without some pairs of its first source. */
  clean(pairs: readonly Pair[]): Promise<CleanedFile> {
    this.removed = pairs;
    const { id: fileId, sources } = this.loaded;
    const removed = [{ ...removedPairs(0, pairs), source: sources[0]?.id ?? 0 }];
    const request = { fileId, removed, reasons: [REASON], withoutRejects: false };
    return cleanFile(this.store, request, () => undefined, new AbortController().signal);
  }

  override commit(_: unknown, file: StoredFile): Promise<LoadedFile> {
    this.stored = file as StoredFile<FilePlan>;
    return Promise.resolve(file.loaded);
  }

  file(): StoredFile<FilePlan> {
    if (this.stored === null) throw new Error('Nothing is loaded.');
    return this.stored;
  }

  sourcesOf({ sources }: LoadedFile): readonly LoadedSource[] {
    return sources;
  }

  /** As far as cleaning asks it. */
  duck() {
    const nothing = (): Promise<void> => Promise.resolve();
    return Promise.resolve({
      removals: {
        fill: nothing,
        drop: nothing,
        unknownPair: () => Promise.resolve(null),
        rows: () => [],
        left: () => Promise.resolve([]),
        emptiedRecords: () => Promise.resolve(0),
        removals: (_: number, reject: number) =>
          Promise.resolve(this.entries(this.going(true), null, reject)),
        hits: (_: number, reject: number) => Promise.resolve(this.entries(this.going(false), KEEP, reject)),
        queries: (_: unknown, which: 'all' | 'emptied') => Promise.resolve(this.queries(which)),
      },
    });
  }

  private isRemoved(record: CandidateRecord, position: number): boolean {
    const { records } = this;
    return this.removed.some(([at, place]) => records[at] === record && place === position);
  }

  /** The texts that go, or those that stay, with their copies. */
  private going(removed: boolean): Place[] {
    return this.records.flatMap((record) => {
      const { places, indices, copies } = record.origins;
      const own = indices.map((index, at) => ({ place: places?.[at] ?? record.place, index, at }));
      const further = copies.map(({ position, ...copy }) => ({ ...copy, at: position }));
      return [...own, ...further].filter(({ at }) => this.isRemoved(record, at) === removed);
    });
  }

  private entries(places: readonly Place[], instead: number | null, reject: number): EntryRemovals {
    const own = this.kept.get(this.loaded.id) ?? [];
    const rejected = own.map(({ place }) => ({ place, index: reject }));
    const all = [...places.map(({ place, index }) => ({ place, index: instead ?? index })), ...rejected];
    all.sort((a, b) => a.place - b.place || a.index - b.index);
    return {
      places: Int32Array.from(all, ({ place }) => place),
      texts: Int32Array.from(all, ({ index }) => index),
      moved: new Int32Array(all.length),
    };
  }

  private queries(which: 'all' | 'emptied'): QuerySet {
    const stays = (record: CandidateRecord): boolean =>
      record.negatives.some((_, position) => !this.isRemoved(record, position));
    const left = new Set(this.records.filter(stays).map(({ query }) => query));
    const found = this.records.filter(({ query }) => which === 'all' || !left.has(query));
    const ids = found.flatMap(({ queryId }) => queryId ?? []);
    return { texts: new Set(found.map(({ query }) => query)), ids: new Set(ids) };
  }
}
