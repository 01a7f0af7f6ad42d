/** The store of all loaded sources, in memory. DuckDB has a copy of it. */

import { storeLimits } from './memory-budget';
import type { DuckEngine } from './database';
import { unknownSource } from '../errors';
import { Mirror, type Mirrored, type MirroredSource } from './mirror';
import { shownName, uniqueName } from '../names';
import { Rejects } from './rejects';
import { NewFile, type SourceColumns } from './source-columns';
import { endsOf, Texts, type StoreTexts, type TextEnds } from './texts';
import type { LoadedFile, LoadedSource } from '../outcomes';

/** A loaded file with what is needed to read it again. */
export interface StoredFile<Plan> {
  readonly loaded: LoadedFile;
  /** How it was read. The store only keeps it. */
  readonly plan: Plan;
  /** Only a sample of the file's records was loaded. */
  readonly sampled: boolean;
}

/**
 * The candidates of all loaded sources: ids of records, their texts, and what their files give beside these. Files are
 * read one at a time.
 */
export class CandidateStore<Plan = unknown> implements Mirrored {
  readonly sources = new Map<number, MirroredSource>();
  /** Loaded files by their keys; a file goes with its last source. */
  private readonly filesById = new Map<number, StoredFile<Plan>>();
  readonly texts: StoreTexts = { queries: new Texts(), passages: new Texts(), names: new Texts() };
  readonly rejects = new Rejects();
  readonly mirror: Mirror;
  /** The file that is being read. */
  private reading: NewFile | null = null;
  /** Memory in bytes that sources may take. */
  readonly capacity: number;
  private nextKey = 1;

  constructor(engine: DuckEngine, { duckdbMiB, sources } = storeLimits()) {
    this.capacity = sources;
    this.mirror = new Mirror(engine, duckdbMiB, this);
  }

  /** A loaded source with embeddings; undefined if none has any. */
  sourceWithEmbeddings(): LoadedSource | undefined {
    return this.loadedSources.find(({ dimension }) => dimension !== null);
  }

  /** A key for a file or a source. */
  newKey(): number {
    return this.nextKey++;
  }

  files(): readonly StoredFile<Plan>[] {
    return [...this.filesById.values()];
  }

  /** @throws UnknownSourceError */
  file(id: number): StoredFile<Plan> {
    const found = this.filesById.get(id);
    if (found === undefined) throw unknownSource(`File ${id}`);
    return found;
  }

  /** Begins to read a file; ends with {@link commit} or {@link giveUp}. */
  begin(): NewFile {
    this.reading = new NewFile(this.texts);
    return this.reading;
  }

  /** Forgets all that was read of a file. */
  giveUp(): void {
    this.reading = null;
    this.forgetTexts();
  }

  /** Ends the reading of a file; returns it with unique names of its sources. */
  commit(columns: ReadonlyMap<number, SourceColumns>, file: StoredFile<Plan>): LoadedFile {
    const taken = this.names();
    const sources = file.loaded.sources.map((each) => {
      const source = { ...each, name: uniqueName(each.name, taken) };
      taken.add(source.name);
      this.sources.set(source.id, { source, columns: columns.get(source.id) as SourceColumns });
      return source;
    });
    const loaded = { ...file.loaded, sources };
    this.filesById.set(loaded.id, { ...file, loaded });
    this.reading = null;
    return loaded;
  }

  get completeEnds(): TextEnds {
    return this.reading?.begins ?? endsOf(this.texts);
  }

  /** Forgets a source with the texts that no other source has, or a file with all its sources and rejects. */
  remove(id: number): void {
    const fileId = this.sources.get(id)?.source.fileId ?? id;
    for (const source of this.loadedSources)
      if (source.id === id || source.fileId === id) this.sources.delete(source.id);
    this.forgetTexts();
    if (this.loadedSources.some((source) => source.fileId === fileId)) return;
    this.filesById.delete(fileId);
    this.rejects.drop(fileId);
  }

  /** Forgets the texts that no source has. */
  private forgetTexts(): void {
    const staying = Array.from(this.sources.values(), ({ columns }) => columns);
    const { queries, passages, names } = this.texts;
    queries.keep(staying.map((source) => source.queries));
    passages.keep(staying.flatMap(({ positives, negatives }) => [positives, negatives]));
    names.keep(staying.flatMap(({ queryIds, groups }) => [queryIds, groups]));
  }

  /** Renames a source, unless the name is blank; returns the name, made unique. */
  rename(id: number, name: string): string {
    const { source, columns } = this.held(id);
    const taken = this.names();
    taken.delete(source.name);
    const unique = uniqueName(shownName(name).trim() || source.name, taken);
    this.sources.set(id, { source: { ...source, name: unique }, columns });
    return unique;
  }

  /** The records of a source; nobody may change them. @throws UnknownSourceError */
  structure(id: number): SourceColumns {
    return this.held(id).columns;
  }

  /** A source with its records. @throws UnknownSourceError */
  held(id: number): MirroredSource {
    const found = this.sources.get(id);
    if (found === undefined) throw unknownSource(`Source ${id}`);
    return found;
  }

  /** The sources of a file that were not removed, in load order, with their current names. */
  sourcesOf(file: LoadedFile): LoadedSource[] {
    return file.sources.flatMap(({ id }) => this.sources.get(id)?.source ?? []);
  }

  /** Memory that sources take, with the file that is being read, and rejects. */
  memory(): number {
    const { queries, passages, names } = this.texts;
    const held = [...this.sources.values()].reduce((sum, { columns }) => sum + columns.bytes, 0);
    return (
      queries.bytes + passages.bytes + names.bytes + held + (this.reading?.bytes ?? 0) + this.rejects.bytes
    );
  }

  /** Names of all sources; no two are the same. */
  names(): Set<string> {
    return new Set(this.loadedSources.map(({ name }) => name));
  }

  private get loadedSources(): LoadedSource[] {
    return Array.from(this.sources.values(), ({ source }) => source);
  }
}
