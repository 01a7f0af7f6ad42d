import { integers, texts } from './arrow';
import { storeLimits, type StoreLimits } from './capacity';
import { Database, type Connection, type DuckEngine } from './database';
import { StoreStartError, UnknownSourceError } from '../errors';
import { uniqueName } from '../names';
import { deleteOrphans } from './orphans';
import { readEmbeddings, readStructure } from './source-reads';
import { SourceWriter, type StoreTexts } from './source-writer';
import { createTables } from './tables';
import { createTextHash } from './text-hash';
import { TextIds } from './text-ids';
import { PASSAGES, QUERIES, readTexts } from './text-reads';
import type { LoadedSource, Reject, SourceEmbeddings, SourceStructure } from '../types';

/** The candidates of all loaded sources, in DuckDB tables (see `tables.ts`). Files are written one at a time. */
export class CandidateStore {
  readonly #sources = new Map<number, LoadedSource>();
  /** Keys of refused files: of them only the rejects are kept. */
  readonly #refused = new Set<number>();
  #nextKey = 1;

  private constructor(
    private readonly database: Database,
    /** Carries the transaction of the file that is being written. */
    private readonly writes: Connection,
    /** Reads, and rejects, which stay when a file is refused. */
    private readonly reads: Connection,
    private readonly texts: StoreTexts,
    /** Memory in bytes that sources may take. */
    readonly capacity: number,
  ) {}

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

  /** A key for a file about to be read: of the source that comes of it, and of its rejects. */
  newKey(): number {
    return this.#nextKey++;
  }

  /** Keeps the rejects of a refused file until it is removed. */
  keepRefused(id: number): void {
    this.#refused.add(id);
  }

  /** Begins to write a file's records; to be ended by `commit` or by the writer's `rollback`. */
  write(source: number): Promise<SourceWriter> {
    return SourceWriter.begin(source, this.writes, this.texts);
  }

  /** Ends the writing of a file as a source; gives it with its name made unique. */
  async commit(writer: SourceWriter, source: LoadedSource): Promise<LoadedSource> {
    const taken = new Set([...this.#sources.values()].map(({ name }) => name));
    const named = { ...source, name: uniqueName(source.name, taken) };
    const { id, name, file, bytes, format, placeKind, dimension } = named;
    await this.writes.run(
      'INSERT INTO sources VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[id, name, file, bytes, format, placeKind, dimension],
    );
    await writer.commit();
    this.#sources.set(id, named);
    return named;
  }

  /** Keeps rejects; they stay when the file is refused. Errors: `StoreInsertError`. */
  async addRejects(source: number, rejects: readonly Reject[]): Promise<void> {
    if (rejects.length === 0) return;
    await this.reads.insert('rejects', [
      integers('source', rejects, () => source),
      texts('file', rejects, ({ file }) => file),
      texts('place_kind', rejects, ({ placeKind }) => placeKind),
      integers('place', rejects, ({ place }) => place),
      texts('code', rejects, ({ code }) => code),
      texts('field', rejects, ({ field }) => field),
      texts('message', rejects, ({ message }) => message),
      texts('excerpt', rejects, ({ excerpt }) => excerpt),
    ]);
  }

  /** Forgets the rejects of a file that is about to be read again. */
  async dropRejects(source: number): Promise<void> {
    await this.reads.query(`DELETE FROM rejects WHERE source = ${source}`);
    await this.#giveBack();
  }

  /** Rejects in the order in which files were read, and in file order. */
  async rejects(id: number | null, offset: number, limit: number): Promise<Reject[]> {
    const result = await this.reads.run(
      `SELECT file, place_kind AS "placeKind", place, code, field, message, excerpt FROM rejects
       WHERE ?::INTEGER IS NULL OR source = ? ORDER BY source, place LIMIT ? OFFSET ?`,
      ...[id, id, limit, offset],
    );
    return result.toArray().map((row) => row.toJSON() as Reject);
  }

  /**
   * Forgets a source, its rejects and the texts that no other source has; or the rejects of a refused file.
   * Errors: `UnknownSourceError`.
   */
  async remove(source: number): Promise<void> {
    if (this.#refused.delete(source)) {
      await this.dropRejects(source);
      return;
    }
    this.#sourceOf(source);
    this.#sources.delete(source);
    for (const table of ['records', 'negatives', 'rejects', 'sources']) {
      await this.writes.query(`DELETE FROM ${table} WHERE source = ${source}`);
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
