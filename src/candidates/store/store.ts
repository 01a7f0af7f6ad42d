/** The store of all loaded sources: DuckDB and the ids of distinct texts. */

import { tableFromIPC, type Int32, type Utf8 } from 'apache-arrow';

import { storeLimits, type StoreLimits } from './capacity';
import { Database, type Connection, type DuckEngine } from './database';
import { CandidatesError } from '../errors';
import { shownName, uniqueName } from '../names';
import { deleteOrphans } from './orphans';
import { fillMarks } from './mark-table';
import { keysNow, pairKeys, passageKeys } from './pair-keys';
import { fillPairs } from './pair-table';
import { readPairTexts } from './pair-texts';
import { UserQueries } from './user-queries';
import { RejectTable } from './rejects';
import { RemovalTable } from './removals';
import { boilerplatePairs, checkSource, knownPositivesOf, type SourceChecks } from './source-checks';
import { readEmbeddings, readGroups, readScores, readStructure } from './source-reads';
import { SourceWriter, type StoreTexts } from './source-writer';
import { createTables } from './tables';
import { createTextHash, type TextHash } from './text-hash';
import { TextIds } from './text-ids';
import { findTexts, findTitles, PASSAGES, QUERIES, readTexts } from './text-reads';
import type { MarkedPairs, PairKeys } from '../marks/marks';
import type { FlatPairs } from '../../scoring/flat-pairs';
import type { PairPlaces } from '../../scoring/pairs';
import type {
  FileScores,
  Excerpts,
  PairText,
  QueryAsker,
  SourceEmbeddings,
  SourceStructure,
  TextMatches,
} from '../api';
import type { CuredCheck, LoadedFile, LoadedSource } from '../outcomes';

/** A loaded file with what is needed to read it again. */
export interface StoredFile<Plan = unknown> {
  readonly loaded: LoadedFile;
  /** How it was read. The store only keeps it. */
  readonly plan: Plan;
  /** Only a sample of the file's records was loaded. */
  readonly sampled: boolean;
}

/** The candidates of all loaded sources, in DuckDB tables (see `tables.ts`). Files are written one at a time. */
export class CandidateStore<Plan = unknown> {
  private readonly sources = new Map<number, LoadedSource>();
  /** Loaded files by their keys; a file goes with its last source. */
  private readonly filesById = new Map<number, StoredFile<Plan>>();
  /** Keys of files that gave no source: of them only the rejects are kept. */
  private readonly without = new Set<number>();
  /** Rejects have a connection of their own: they stay when a file is refused. */
  readonly rejects: RejectTable;
  readonly removals: RemovalTable;
  private nextKey = 1;

  private constructor(
    private readonly database: Database,
    /** Carries the transaction of the file that is being written. */
    private readonly writes: Connection,
    /** Reads, and rejects. */
    private readonly reads: Connection,
    private readonly texts: StoreTexts,
    private readonly hash: TextHash,
    /** Memory in bytes that sources may take. */
    readonly capacity: number,
    /** Queries of the page, of its user and of searches in texts, each on a connection of its own. */
    readonly queries: Readonly<Record<QueryAsker | 'search', UserQueries>>,
  ) {
    this.rejects = new RejectTable(reads);
    this.removals = new RemovalTable(reads);
  }

  /** Starts DuckDB, makes the tables and locks it. @throws StoreStartError */
  static async start<Plan>(
    engine: DuckEngine,
    limits: StoreLimits = storeLimits(),
  ): Promise<CandidateStore<Plan>> {
    const database = await Database.start(engine);
    try {
      const writes = await database.connect();
      await createTables(writes, limits.duckdbMiB);
      const hash = await createTextHash();
      const distinct = { queries: new TextIds(), passages: new TextIds() };
      const reads = await database.connect();
      const queries = {
        page: await UserQueries.open(await database.connect()),
        console: await UserQueries.open(await database.connect()),
        search: await UserQueries.open(await database.connect()),
      };
      return new CandidateStore<Plan>(database, writes, reads, distinct, hash, limits.sources, queries);
    } catch (error) {
      await database.close();
      throw new CandidatesError(
        'StoreStartError',
        { reason: error instanceof Error ? error.message : String(error) },
        { cause: error },
      );
    }
  }

  /** Ends DuckDB's worker. */
  async close(): Promise<void> {
    await this.database.close();
  }

  /** A loaded source with embeddings; null if none has any. */
  sourceWithEmbeddings(): { name: string; dimension: number } | null {
    for (const { name, dimension } of this.sources.values()) {
      if (dimension !== null) return { name, dimension };
    }
    return null;
  }

  /** A key for a file or a source. */
  newKey(): number {
    return this.nextKey++;
  }

  /** Loaded files. */
  files(): readonly StoredFile<Plan>[] {
    return [...this.filesById.values()];
  }

  /** @throws UnknownSourceError */
  file(id: number): StoredFile<Plan> {
    const found = this.filesById.get(id);
    if (found === undefined) throw new CandidatesError('UnknownSourceError', { what: `File ${id}` });
    return found;
  }

  /** Keeps the rejects of a file without sources until it is removed. */
  keepWithout(id: number): void {
    this.without.add(id);
  }

  /** Begins to write a file; ends with `commit` or the writer's `rollback`. */
  write(): Promise<SourceWriter> {
    return SourceWriter.begin(this.writes, this.texts);
  }

  /** Counts over the records of a source that is being written. */
  check(source: number): Promise<SourceChecks> {
    return checkSource(this.writes, source);
  }

  /** Ends the writing of a file; returns it with unique names of its sources. */
  async commit(writer: SourceWriter, file: StoredFile<Plan>): Promise<LoadedFile> {
    const taken = this.names();
    const sources = file.loaded.sources.map((source) => {
      const name = uniqueName(source.name, taken);
      taken.add(name);
      return { ...source, name };
    });
    for (const source of sources) await this.insertSource(source);
    await writer.commit();
    const loaded = { ...file.loaded, sources };
    for (const source of sources) this.sources.set(source.id, source);
    this.filesById.set(loaded.id, { ...file, loaded });
    return loaded;
  }

  /** Fills the table `pairs`, without pairs of removed sources. @throws StoreInsertError */
  async fillPairs(pairs: FlatPairs): Promise<void> {
    const removed = [...new Set(pairs.source)].filter((id) => !this.sources.has(id));
    await fillPairs(this.writes, pairs, removed);
  }

  /** Keys of all pairs of a source, by their texts. @throws UnknownSourceError */
  async pairKeys(source: number): Promise<PairKeys> {
    return pairKeys(await this.structure(source), this.texts, this.hash);
  }

  /** The keys of now of keys of older files, of pairs that some source has. */
  async keysNow(former: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const structures = [];
    for (const id of this.sources.keys()) structures.push(await this.structure(id));
    return keysNow(new Set(former), structures, this.texts, this.hash);
  }

  /** Keys of queries with passages, by their texts. */
  passageKeys(queries: Int32Array, passages: Int32Array): Uint32Array {
    return passageKeys(queries, passages, this.texts, this.hash);
  }

  /** Fills the table `marks`, without marks of removed sources. */
  async fillMarks(marks: readonly MarkedPairs[]): Promise<void> {
    await fillMarks(
      this.writes,
      marks.filter(({ source }) => this.sources.has(source)),
    );
  }

  private async insertSource(source: LoadedSource): Promise<void> {
    const { id, fileId, name, label, file, format, dimension } = source;
    const values = [id, fileId, name, label, file, format, dimension];
    await this.writes.run('INSERT INTO sources VALUES (?, ?, ?, ?, ?, ?, ?)', ...values);
  }

  /** Forgets the rejects of a file that is about to be read again. */
  async dropRejects(fileId: number): Promise<void> {
    await this.rejects.drop(fileId);
    await this.giveBack();
  }

  /**
   * Forgets a source with the texts that no other source has, or a file with all its sources and rejects.
   * @throws UnknownSourceError
   */
  async remove(id: number): Promise<void> {
    if (this.without.delete(id)) {
      await this.dropRejects(id);
      return;
    }
    const file = this.filesById.get(id);
    const sources = file?.loaded.sources ?? [this.source(id)];
    await this.removeSources(file === undefined ? sources : this.sourcesOf(file.loaded));
    const { fileId } = sources[0] as LoadedSource;
    if ([...this.sources.values()].some((source) => source.fileId === fileId)) return;
    this.filesById.delete(fileId);
    await this.dropRejects(fileId);
  }

  private async removeSources(sources: readonly LoadedSource[]): Promise<void> {
    const ids = sources.map(({ id }) => id);
    if (ids.length === 0) return;
    for (const id of ids) this.sources.delete(id);
    for (const table of ['records', 'negatives', 'copies', 'pairs', 'marks', 'sources']) {
      await this.writes.query(`DELETE FROM ${table} WHERE source IN (${ids.join()})`);
    }
    // DuckDB keeps deleted rows until a checkpoint; with those of the texts they could be too much.
    await this.giveBack();
    const { queries, passages } = this.texts;
    queries.forget(await deleteOrphans(this.writes, QUERIES, queries.next));
    passages.forget(await deleteOrphans(this.writes, PASSAGES, passages.next));
    await this.giveBack();
  }

  /** Renames a source, unless the name is blank; returns the name, made unique. */
  async rename(source: number, name: string): Promise<string> {
    const old = this.source(source);
    const taken = this.names();
    taken.delete(old.name);
    const unique = uniqueName(shownName(name).trim() || old.name, taken);
    await this.writes.run('UPDATE sources SET name = ? WHERE source = ?', unique, source);
    this.sources.set(source, { ...old, name: unique });
    return unique;
  }

  /** @throws UnknownSourceError */
  async structure(source: number): Promise<SourceStructure> {
    const { counts } = this.source(source);
    return readStructure(this.reads, source, counts);
  }

  /** The value of the column of units in each record; null where no record has one. @throws UnknownSourceError */
  async groups(source: number): Promise<(string | null)[] | null> {
    this.source(source);
    const groups = await readGroups(this.reads, source);
    return groups.some((value) => value !== null) ? groups : null;
  }

  /** @throws UnknownSourceError also where the source's file gives no embeddings */
  async embeddings(source: number): Promise<SourceEmbeddings> {
    const { name, counts, dimension } = this.source(source);
    if (dimension === null)
      throw new CandidatesError('UnknownSourceError', { what: `The source "${name}" with embeddings` });
    return readEmbeddings(this.reads, source, { records: counts.records, pairs: counts.pairs, dimension });
  }

  /** The file's scores, with the offsets of its records; null where not every text has one. @throws UnknownSourceError */
  async scores(source: number): Promise<FileScores | null> {
    const loaded = this.sources.get(source);
    if (!loaded || loaded.scoreRange === null) return null;
    const { offsets } = await this.structure(source);
    return { offsets, ...(await readScores(this.reads, source, loaded.counts)) };
  }

  /** The negatives of a source that a check finds. @throws UnknownSourceError */
  async pairsFound(source: number, check: Exclude<CuredCheck, 'evaluation'>): Promise<PairPlaces> {
    this.source(source);
    const pairs = check === 'positives' ? knownPositivesOf : boilerplatePairs;
    return pairs(this.reads, source);
  }

  /** @throws UnknownSourceError */
  queryTexts(ids: Int32Array): Promise<string[]> {
    return readTexts(this.reads, QUERIES, ids);
  }

  /** @throws UnknownSourceError */
  passageTexts(ids: Int32Array): Promise<string[]> {
    return readTexts(this.reads, PASSAGES, ids);
  }

  /** The first query id of each query that has one, in the order of the sources. @throws UnknownSourceError */
  async queryIds(sources: readonly number[]): Promise<Map<number, string>> {
    for (const source of sources) this.source(source);
    const found = await this.reads.query<{ query: Int32; id: Utf8 }>(
      `SELECT query, first(query_id ORDER BY list_position([${sources.join()}], source), record) AS id FROM records
       WHERE list_contains([${sources.join()}], source) AND query_id IS NOT NULL GROUP BY query`,
    );
    return new Map(found.toArray().map(({ query, id }) => [query, id]));
  }

  /** @throws UnknownSourceError */
  pairTexts(source: number, records: Int32Array, positions: Int32Array): Promise<PairText[]> {
    this.source(source);
    return readPairTexts(this.reads, source, records, positions);
  }

  /** Texts by their ids. @param characters of each at most; null for all */
  async excerpts(queries: Int32Array, passages: Int32Array, characters: number | null): Promise<Excerpts> {
    return {
      queries: await findTexts(this.reads, QUERIES, queries, characters),
      passages: await findTexts(this.reads, PASSAGES, passages, characters),
      titles: await findTitles(this.reads, passages),
    };
  }

  /**
   * The texts that hold a text; accents and case do not count.
   * @throws QueryCancelledError when another search begins
   */
  async findTexts(text: string): Promise<TextMatches> {
    const folded = (sql: string): string => `strip_accents(lower(${sql}))`;
    const holds = `contains(${folded('text')}, ${folded(`'${text.replaceAll("'", "''")}'`)})`;
    const { ipc } = await this.queries.search.all(
      `SELECT 0 AS kind, query AS id FROM queries WHERE ${holds}
       UNION ALL SELECT 1, passage FROM passages WHERE ${holds} ORDER BY kind, id`,
      'values',
    );
    const found = tableFromIPC<{ kind: Int32; id: Int32 }>(ipc);
    const kinds = found.getChild('kind')?.toArray() ?? new Int32Array(0);
    const ids = found.getChild('id')?.toArray() ?? new Int32Array(0);
    const end = kinds.indexOf(1) < 0 ? kinds.length : kinds.indexOf(1);
    return { queries: ids.slice(0, end), passages: ids.slice(end) };
  }

  /** The sources of a file that were not removed, in load order, with their current names. */
  sourcesOf(file: LoadedFile): LoadedSource[] {
    return file.sources.flatMap(({ id }) => this.sources.get(id) ?? []);
  }

  /** Bytes that sources take: tables, open transactions and ids of texts. */
  async memory(): Promise<number> {
    return (await this.reads.memory()) + this.texts.queries.bytes + this.texts.passages.bytes;
  }

  /** Frees the memory of deleted rows. */
  private async giveBack(): Promise<void> {
    await this.reads.query('CHECKPOINT');
  }

  /** Names of all sources; no two are the same. */
  names(): Set<string> {
    return new Set([...this.sources.values()].map(({ name }) => name));
  }

  /** @throws UnknownSourceError */
  source(source: number): LoadedSource {
    const found = this.sources.get(source);
    if (found === undefined) throw new CandidatesError('UnknownSourceError', { what: `Source ${source}` });
    return found;
  }
}
