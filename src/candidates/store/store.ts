import { storeLimits, type StoreLimits } from './capacity';
import { Database, type Connection, type DuckEngine } from './database';
import { StoreStartError, UnknownSourceError } from '../errors';
import { uniqueName } from '../names';
import type { FilePlan } from '../formats/plan';
import type { CleanSource } from '../clean/clean-source';
import { readOrigins, readRecordHeads } from './clean-reads';
import { deleteOrphans } from './orphans';
import { readPairTexts } from './pair-texts';
import { RejectTable } from './rejects';
import { checkSource, type SourceChecks } from './source-checks';
import { readEmbeddings, readStructure } from './source-reads';
import { SourceWriter, type StoreTexts } from './source-writer';
import { createTables } from './tables';
import { createTextHash } from './text-hash';
import { TextIds } from './text-ids';
import { PASSAGES, QUERIES, readTexts } from './text-reads';
import type { LoadedFile, LoadedSource, PairText, SourceEmbeddings, SourceStructure } from '../types';

/** A loaded file with what is needed to read it again. */
export interface StoredFile {
  readonly loaded: LoadedFile;
  readonly plan: FilePlan;
  /** Only a sample of the file's records was loaded. */
  readonly sampled: boolean;
}

/** The candidates of all loaded sources, in DuckDB tables (see `tables.ts`). Files are written one at a time. */
export class CandidateStore {
  readonly #sources = new Map<number, LoadedSource>();
  /** Loaded files by their keys; a file goes with its last source. */
  readonly #files = new Map<number, StoredFile>();
  /** Keys of files that gave no source: of them only the rejects are kept. */
  readonly #without = new Set<number>();
  /** Rejects have a connection of their own: they stay when a file is refused. */
  readonly rejects: RejectTable;
  #nextKey = 1;

  private constructor(
    private readonly database: Database,
    /** Carries the transaction of the file that is being written. */
    private readonly writes: Connection,
    /** Reads, and rejects. */
    private readonly reads: Connection,
    private readonly texts: StoreTexts,
    /** Memory in bytes that sources may take. */
    readonly capacity: number,
  ) {
    this.rejects = new RejectTable(reads);
  }

  /** Starts DuckDB, makes the tables and locks it. Errors: `StoreStartError`. */
  static async start(engine: DuckEngine, limits: StoreLimits = storeLimits()): Promise<CandidateStore> {
    const database = await Database.start(engine);
    try {
      const writes = await database.connect();
      await createTables(writes, limits.duckdbMiB);
      const hash = await createTextHash();
      const distinct = { queries: new TextIds(hash), passages: new TextIds(hash) };
      return new CandidateStore(database, writes, await database.connect(), distinct, limits.sources);
    } catch (error) {
      await database.close();
      throw new StoreStartError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  /** Ends DuckDB's worker. */
  async close(): Promise<void> {
    await this.database.close();
  }

  /** A loaded source whose file gives embeddings; null where none does. */
  sourceWithEmbeddings(): { name: string; dimension: number } | null {
    for (const { name, dimension } of this.#sources.values()) {
      if (dimension !== null) return { name, dimension };
    }
    return null;
  }

  /** A key for a file about to be read, or for a source that comes of it. */
  newKey(): number {
    return this.#nextKey++;
  }

  /** Loaded files. */
  files(): readonly StoredFile[] {
    return [...this.#files.values()];
  }

  /** Errors: `UnknownSourceError`. */
  file(id: number): StoredFile {
    const found = this.#files.get(id);
    if (found === undefined) throw new UnknownSourceError(`File ${id}`);
    return found;
  }

  /** Keeps the rejects of a file that gave no source until it is removed. */
  keepWithout(id: number): void {
    this.#without.add(id);
  }

  /** Begins to write a file's records; to be ended by `commit` or by the writer's `rollback`. */
  write(): Promise<SourceWriter> {
    return SourceWriter.begin(this.writes, this.texts);
  }

  /** Counts over the records of a source that is being written. */
  check(source: number): Promise<SourceChecks> {
    return checkSource(this.writes, source);
  }

  /** Ends the writing of a file; gives it with the names of its sources made unique. */
  async commit(writer: SourceWriter, file: StoredFile): Promise<LoadedFile> {
    const taken = new Set([...this.#sources.values()].map(({ name }) => name));
    const sources = file.loaded.sources.map((source) => {
      const name = uniqueName(source.name, taken);
      taken.add(name);
      return { ...source, name };
    });
    for (const { id, fileId, name, label, file: of, format, dimension } of sources) {
      await this.writes.run(
        'INSERT INTO sources VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[id, fileId, name, label, of, format, dimension],
      );
    }
    await writer.commit();
    const loaded = { ...file.loaded, sources };
    for (const source of sources) this.#sources.set(source.id, source);
    this.#files.set(loaded.id, { ...file, loaded });
    return loaded;
  }

  /** Forgets the rejects of a file that is about to be read again. */
  async dropRejects(fileId: number): Promise<void> {
    await this.rejects.drop(fileId);
    await this.#giveBack();
  }

  /**
   * Forgets a source and the texts that no other source has; or a file with all its sources and rejects.
   * Errors: `UnknownSourceError`.
   */
  async remove(id: number): Promise<void> {
    if (this.#without.delete(id)) {
      await this.dropRejects(id);
      return;
    }
    const file = this.#files.get(id);
    const sources = file?.loaded.sources ?? [this.#sourceOf(id)];
    await this.#removeSources(sources.filter((source) => this.#sources.has(source.id)));
    const { fileId } = sources[0] as LoadedSource;
    const left = [...this.#sources.values()].some((source) => source.fileId === fileId);
    if (left) return;
    this.#files.delete(fileId);
    await this.dropRejects(fileId);
  }

  async #removeSources(sources: readonly LoadedSource[]): Promise<void> {
    const ids = sources.map(({ id }) => id);
    if (ids.length === 0) return;
    for (const id of ids) this.#sources.delete(id);
    for (const table of ['records', 'negatives', 'copies', 'sources']) {
      await this.writes.query(`DELETE FROM ${table} WHERE source IN (${ids.join()})`);
    }
    // DuckDB notes each deleted row until then; together with those of the texts that could be too much.
    await this.#giveBack();
    const { queries, passages } = this.texts;
    queries.forget(await deleteOrphans(this.writes, QUERIES, queries.next));
    passages.forget(await deleteOrphans(this.writes, PASSAGES, passages.next));
    await this.#giveBack();
  }

  /** Gives a source another name; a blank one changes nothing. Gives the name that was set, made unique. */
  async rename(source: number, name: string): Promise<string> {
    const old = this.#sourceOf(source);
    const others = [...this.#sources.values()].filter(({ id }) => id !== source);
    const unique = uniqueName(name.trim() || old.name, new Set(others.map((other) => other.name)));
    await this.writes.run('UPDATE sources SET name = ? WHERE source = ?', unique, source);
    this.#sources.set(source, { ...old, name: unique });
    return unique;
  }

  /** Errors: `UnknownSourceError`. */
  async structure(source: number): Promise<SourceStructure> {
    const { counts } = this.#sourceOf(source);
    return readStructure(this.reads, source, counts);
  }

  /** Errors: `UnknownSourceError`, also where the source's file gives no embeddings. */
  async embeddings(source: number): Promise<SourceEmbeddings> {
    const { name, counts, dimension } = this.#sourceOf(source);
    if (dimension === null) throw new UnknownSourceError(`The source "${name}" with embeddings`);
    return readEmbeddings(this.reads, source, { records: counts.records, pairs: counts.pairs, dimension });
  }

  /** Errors: `UnknownSourceError`. */
  queryTexts(ids: Int32Array): Promise<string[]> {
    return readTexts(this.reads, QUERIES, ids);
  }

  /** Errors: `UnknownSourceError`. */
  passageTexts(ids: Int32Array): Promise<string[]> {
    return readTexts(this.reads, PASSAGES, ids);
  }

  /** Errors: `UnknownSourceError`. */
  pairTexts(source: number, records: Int32Array, positions: Int32Array): Promise<PairText[]> {
    this.#sourceOf(source);
    return readPairTexts(this.reads, source, records, positions);
  }

  /** What writing a file anew asks for. Errors: `UnknownSourceError`. */
  cleanSource(fileId: number): CleanSource {
    const { loaded, plan, sampled } = this.file(fileId);
    return {
      opened: plan.open,
      format: plan.format,
      sampled,
      sources: loaded.sources.flatMap(({ id }) => {
        const source = this.#sources.get(id);
        return source === undefined ? [] : [{ id, name: source.name }];
      }),
      structure: (source) => this.structure(source),
      recordHeads: (source) => readRecordHeads(this.reads, source),
      origins: (source, records, positions) => readOrigins(this.reads, source, records, positions),
      rejectedPlaces: () => this.rejects.places(fileId),
      queryTexts: (ids) => this.queryTexts(ids),
      passageTexts: (ids) => this.passageTexts(ids),
    };
  }

  /** Memory in bytes that sources take: the tables, what is being written to them too, and the texts' ids. */
  async memory(): Promise<number> {
    return (await this.reads.memory()) + this.texts.queries.bytes + this.texts.passages.bytes;
  }

  /** Makes the room of deleted rows free for others; DuckDB keeps it until then. */
  async #giveBack(): Promise<void> {
    await this.reads.query('CHECKPOINT');
  }

  #sourceOf(source: number): LoadedSource {
    const found = this.#sources.get(source);
    if (found === undefined) throw new UnknownSourceError(`Source ${source}`);
    return found;
  }
}
