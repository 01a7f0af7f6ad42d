import { integers, texts } from './arrow';
import { Database, type Connection, type DuckEngine } from './database';
import { StoreStartError, UnknownSourceError } from './errors';
import { uniqueName } from './names';
import { readEmbeddings, readStructure } from './source-reads';
import { SourceWriter, type StoreTexts } from './source-writer';
import { createTables } from './tables';
import { TextIds } from './text-ids';
import type { LoadedSource, Reject, SourceEmbeddings, SourceStructure } from './types';

/** The candidates of all loaded sources, in DuckDB tables (see `tables.ts`). Files are written one at a time. */
export class CandidateStore {
  readonly #texts: StoreTexts = { queries: new TextIds('query'), passages: new TextIds('passage') };
  readonly #sources = new Map<number, LoadedSource>();
  #nextSource = 1;

  private constructor(
    private readonly database: Database,
    /** Carries the transaction of the file that is being written. */
    private readonly writes: Connection,
    /** Reads, and rejects, which stay when a file is refused. */
    private readonly reads: Connection,
  ) {}

  /** Starts DuckDB, makes the tables and locks it. Errors: `StoreStartError`. */
  static async start(engine: DuckEngine): Promise<CandidateStore> {
    const database = await Database.start(engine);
    try {
      const writes = await database.connect();
      await createTables(writes);
      return new CandidateStore(database, writes, await database.connect());
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

  /** A key for a file about to be read. The rejects of an earlier try that was refused are forgotten. */
  async newSource(file: string): Promise<number> {
    const loaded = [...this.#sources.keys(), 0].join(', ');
    await this.reads.run(`DELETE FROM rejects WHERE file = ? AND source NOT IN (${loaded})`, file);
    const source = this.#nextSource;
    this.#nextSource += 1;
    return source;
  }

  /** Begins to write a file's records; to be ended by `commit` or by the writer's `rollback`. */
  write(source: number): Promise<SourceWriter> {
    return SourceWriter.begin(source, this.writes, this.#texts);
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
  }

  /** Rejects in the order in which files were read, and in file order. */
  async rejects(file: string | null, offset: number, limit: number): Promise<Reject[]> {
    const result = await this.reads.run(
      `SELECT file, place_kind AS "placeKind", place, code, field, message, excerpt FROM rejects
       WHERE ?::VARCHAR IS NULL OR file = ? ORDER BY source, place LIMIT ? OFFSET ?`,
      ...[file, file, limit, offset],
    );
    return result.toArray().map((row) => row.toJSON() as Reject);
  }

  /** Forgets a source, its rejects and the texts that no other source has. Errors: `UnknownSourceError`. */
  async remove(source: number): Promise<void> {
    this.#sourceOf(source);
    this.#sources.delete(source);
    for (const table of ['records', 'negatives', 'rejects', 'sources']) {
      await this.writes.query(`DELETE FROM ${table} WHERE source = ${source}`);
    }
    const orphans = async (sql: string): Promise<Int32Array> =>
      (await this.writes.query(sql)).getChildAt(0)?.toArray() ?? new Int32Array(0);
    this.#texts.queries.forget(
      await orphans('DELETE FROM queries WHERE query NOT IN (SELECT query FROM records) RETURNING query'),
    );
    this.#texts.passages.forget(
      await orphans(`DELETE FROM passages WHERE passage NOT IN (SELECT positive FROM records)
        AND passage NOT IN (SELECT passage FROM negatives) RETURNING passage`),
    );
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
    this.#sourceOf(source);
    return readStructure(this.reads, source);
  }

  /** Errors: `UnknownSourceError`, also where the source's file gives no embeddings. */
  async embeddings(source: number): Promise<SourceEmbeddings> {
    const { name, counts, dimension } = this.#sourceOf(source);
    if (dimension === null) throw new UnknownSourceError(`The source "${name}" with embeddings`);
    return readEmbeddings(this.reads, source, { records: counts.records, pairs: counts.pairs, dimension });
  }

  queryTexts(ids: Int32Array): string[] {
    return this.#texts.queries.textsOf(ids);
  }

  passageTexts(ids: Int32Array): string[] {
    return this.#texts.passages.textsOf(ids);
  }

  #sourceOf(source: number): LoadedSource {
    const found = this.#sources.get(source);
    if (found === undefined) throw new UnknownSourceError(`Source ${source}`);
    return found;
  }
}
