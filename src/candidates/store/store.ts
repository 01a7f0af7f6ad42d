/** The store of all loaded sources: their columns of ids, their texts, and DuckDB, which has everything. */

import { tableFromIPC, type Int32, type Utf8 } from 'apache-arrow';

import { storeLimits, type StoreLimits } from './capacity';
import type { Connection, DuckEngine } from './database';
import { CandidatesError } from '../errors';
import { Filling, type Duck } from './filling';
import { shownName, uniqueName } from '../names';
import { deleteOrphans, orphansOf, passagesOf } from './orphans';
import { fillMarks } from './mark-table';
import { pairKeys, passageKeys } from './pair-keys';
import { fillPairs } from './pair-table';
import { readPairTexts } from './pair-texts';
import { RejectTable } from './rejects';
import {
  boilerplatePairs,
  checkSource,
  knownPositivesOf,
  type KeptColumns,
  type SourceChecks,
} from './source-checks';
import { readEmbeddings, readGroups, readScores } from './source-reads';
import { SourceWriter } from './source-writer';
import { StoreTexts } from './store-texts';
import { createTextHash, type TextHash } from './text-hash';
import { allFound, PASSAGES, QUERIES, type TextTable } from './text-reads';
import type { MarkedPairs, PairKeys } from '../marks/marks';
import type { FlatPairs } from '../../scoring/flat-pairs';
import type { PairPlaces } from '../../scoring/pairs';
import type { FileScores, Excerpts, PairText, SourceEmbeddings, SourceStructure, TextMatches } from '../api';
import type { CuredCheck, LoadedFile, LoadedSource } from '../outcomes';

/** A loaded file with what is needed to read it again. */
export interface StoredFile<Plan = unknown> {
  readonly loaded: LoadedFile;
  /** How it was read. The store only keeps it. */
  readonly plan: Plan;
  /** Only a sample of the file's records was loaded. */
  readonly sampled: boolean;
}

/**
 * The candidates of all loaded sources. Ids of records are in memory, texts too while there are few; DuckDB's tables (see
 * `tables.ts`) have all of it. DuckDB starts when it is first asked, and until then keeps nobody waiting. Files are written
 * one at a time.
 */
export class CandidateStore<Plan = unknown> {
  private readonly sources = new Map<number, LoadedSource>();
  private readonly columns = new Map<number, KeptColumns>();
  /** Loaded files by their keys; a file goes with its last source. */
  private readonly filesById = new Map<number, StoredFile<Plan>>();
  /** Keys of files that gave no source: of them only the rejects are kept. */
  private readonly without = new Set<number>();
  private readonly filling: Filling;
  private readonly texts: StoreTexts;
  readonly rejects: RejectTable;
  /** Memory in bytes that sources may take. */
  readonly capacity: number;
  private nextKey = 1;

  private constructor(
    engine: DuckEngine,
    { duckdbMiB, sources, held }: StoreLimits,
    private readonly hash: TextHash,
  ) {
    this.capacity = sources;
    this.filling = new Filling(engine, duckdbMiB);
    this.texts = new StoreTexts(held);
    this.rejects = new RejectTable(this.filling, this.texts);
  }

  /** An empty store. DuckDB has not started. */
  static async start<Plan>(
    engine: DuckEngine,
    limits: StoreLimits = storeLimits(),
  ): Promise<CandidateStore<Plan>> {
    return new CandidateStore<Plan>(engine, limits, await createTextHash());
  }

  /** DuckDB with everything that was loaded; it starts where it has not. @throws StoreStartError, StoreBrokenError */
  duck(): Promise<Duck> {
    return this.filling.ready();
  }

  /** Ends the query of an asker that is being answered. */
  async cancelQuery(asker: keyof Duck['queries']): Promise<void> {
    if (this.filling.isStarted) await (await this.duck()).queries[asker].cancel();
  }

  /** Ends DuckDB's worker. */
  close(): Promise<void> {
    return this.filling.close();
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

  /**
   * Begins to write a file; ends with `commit` or the writer's `rollback`.
   * @param bytes of the file: DuckDB starts at once where they are more than what is held
   */
  write(bytes = 0): Promise<SourceWriter> {
    if (!this.texts.hasRoom(this.filling.waiting + bytes)) this.filling.begin();
    return SourceWriter.begin(this.filling, this.texts, this.hash);
  }

  /** Counts over the records of a source of which all are written. */
  check(writer: SourceWriter, source: number): Promise<SourceChecks> {
    // What is not committed is seen by the connection that writes alone.
    return checkSource(writer.columnsOf(source), (where, ids, characters) =>
      this.knownTexts(where, ids, characters, 'writes'),
    );
  }

  /** Ends the writing of a file; returns it with unique names of its sources. */
  async commit(writer: SourceWriter, file: StoredFile<Plan>): Promise<LoadedFile> {
    const taken = this.names();
    const sources = file.loaded.sources.map((source) => {
      const name = uniqueName(source.name, taken);
      taken.add(name);
      return { ...source, name };
    });
    await writer.commit(async (writes) => {
      for (const source of sources) await insertSource(writes, source);
    });
    const loaded = { ...file.loaded, sources };
    for (const source of sources) {
      this.sources.set(source.id, source);
      const { id, queries, positives, offsets, negatives, knownPositives, hasGroups } = writer.columnsOf(
        source.id,
      );
      this.columns.set(id, { id, queries, positives, offsets, negatives, knownPositives, hasGroups });
    }
    this.filesById.set(loaded.id, { ...file, loaded });
    return loaded;
  }

  /** Fills the table `pairs`, without pairs of removed sources. @throws StoreInsertError */
  async fillPairs(pairs: FlatPairs): Promise<void> {
    const removed = [...new Set(pairs.source)].filter((id) => !this.sources.has(id));
    await fillPairs((await this.duck()).writes, pairs, removed);
  }

  /** Keys of all pairs of a source, by their texts. @throws UnknownSourceError */
  pairKeys(source: number): PairKeys {
    return pairKeys(this.structure(source), this.texts, this.hash);
  }

  /** Keys of queries with passages, by their texts. */
  passageKeys(queries: Int32Array, passages: Int32Array): Uint32Array {
    return passageKeys(queries, passages, this.texts, this.hash);
  }

  /** Fills the table `marks`, without marks of removed sources. */
  async fillMarks(marks: readonly MarkedPairs[]): Promise<void> {
    const { writes } = await this.duck();
    await fillMarks(
      writes,
      marks.filter(({ source }) => this.sources.has(source)),
    );
  }

  /**
   * Forgets a source with the texts that no other source has, or a file with all its sources and rejects.
   * @throws UnknownSourceError
   */
  async remove(id: number): Promise<void> {
    if (this.without.delete(id)) {
      await this.rejects.drop(id);
      return;
    }
    const file = this.filesById.get(id);
    const sources = file?.loaded.sources ?? [this.source(id)];
    await this.removeSources(file === undefined ? sources : this.sourcesOf(file.loaded));
    const { fileId } = sources[0] as LoadedSource;
    if ([...this.sources.values()].some((source) => source.fileId === fileId)) return;
    this.filesById.delete(fileId);
    await this.rejects.drop(fileId);
  }

  private async removeSources(sources: readonly LoadedSource[]): Promise<void> {
    const ids = sources.map(({ id }) => id);
    if (ids.length === 0) return;
    const gone = ids.map((id) => this.structure(id));
    for (const id of ids) {
      this.sources.delete(id);
      this.columns.delete(id);
    }
    const waits = !this.texts.isHeld;
    const { queries, passages } = this.texts;
    const ends = { queries: queries.next, passages: passages.next };
    const staying = [...this.columns.values()];
    const queriesOf = (some: readonly SourceStructure[]) => some.map((source) => source.queries);
    this.texts.forget(
      orphansOf(queriesOf(gone), queriesOf(staying), ends.queries),
      orphansOf(passagesOf(gone), passagesOf(staying), ends.passages),
    );
    await this.filling.write(waits, async ({ writes }) => {
      for (const table of ['records', 'negatives', 'copies', 'pairs', 'marks', 'sources']) {
        await writes.query(`DELETE FROM ${table} WHERE source IN (${ids.join()})`);
      }
      // DuckDB keeps deleted rows until a checkpoint; with those of the texts they could be too much.
      await writes.query('CHECKPOINT');
      await deleteOrphans(writes, QUERIES, ends.queries);
      await deleteOrphans(writes, PASSAGES, ends.passages);
      await writes.query('CHECKPOINT');
    });
  }

  /** Renames a source, unless the name is blank; returns the name, made unique. */
  async rename(source: number, name: string): Promise<string> {
    const old = this.source(source);
    const taken = this.names();
    taken.delete(old.name);
    const unique = uniqueName(shownName(name).trim() || old.name, taken);
    await this.filling.write(!this.texts.isHeld, ({ writes }) =>
      writes.run('UPDATE sources SET name = ? WHERE source = ?', unique, source),
    );
    this.sources.set(source, { ...old, name: unique });
    return unique;
  }

  /** The records of a source; nobody may change them. @throws UnknownSourceError */
  structure(source: number): KeptColumns {
    this.source(source);
    return this.columns.get(source) as KeptColumns;
  }

  /** The value of the column of units in each record; null where no record has one. @throws UnknownSourceError */
  async groups(source: number): Promise<(string | null)[] | null> {
    return this.structure(source).hasGroups ? readGroups((await this.duck()).reads, source) : null;
  }

  /** @throws UnknownSourceError also where the source's file gives no embeddings */
  async embeddings(source: number): Promise<SourceEmbeddings> {
    const { name, counts, dimension } = this.source(source);
    if (dimension === null)
      throw new CandidatesError('UnknownSourceError', { what: `The source "${name}" with embeddings` });
    return readEmbeddings((await this.duck()).reads, source, {
      records: counts.records,
      pairs: counts.pairs,
      dimension,
    });
  }

  /** The file's scores, with the offsets of its records; null where not every text has one. @throws UnknownSourceError */
  async scores(source: number): Promise<FileScores | null> {
    const loaded = this.sources.get(source);
    if (!loaded || loaded.scoreRange === null) return null;
    const { offsets } = this.structure(source);
    return {
      offsets: offsets.slice(),
      ...(await readScores((await this.duck()).reads, source, loaded.counts)),
    };
  }

  /** The negatives of a source that a check finds. @throws UnknownSourceError */
  pairsFound(source: number, check: Exclude<CuredCheck, 'evaluation'>): PairPlaces {
    const pairs = check === 'positives' ? knownPositivesOf : boilerplatePairs;
    return pairs(this.structure(source));
  }

  /** @throws UnknownSourceError */
  queryTexts(ids: Int32Array): Promise<string[]> {
    return this.knownTexts(QUERIES, ids);
  }

  /** @throws UnknownSourceError */
  passageTexts(ids: Int32Array): Promise<string[]> {
    return this.knownTexts(PASSAGES, ids);
  }

  /** The first query id of each query that has one, in the order of the sources. @throws UnknownSourceError */
  async queryIds(sources: readonly number[]): Promise<Map<number, string>> {
    for (const source of sources) this.source(source);
    const found = await (
      await this.duck()
    ).reads.query<{ query: Int32; id: Utf8 }>(
      `SELECT query, first(query_id ORDER BY list_position([${sources.join()}], source), record) AS id FROM records
       WHERE list_contains([${sources.join()}], source) AND query_id IS NOT NULL GROUP BY query`,
    );
    return new Map(found.toArray().map(({ query, id }) => [query, id]));
  }

  /** @throws UnknownSourceError */
  pairTexts(source: number, records: Int32Array, positions: Int32Array): Promise<PairText[]> {
    const textsOf = (where: TextTable, ids: Int32Array) => this.knownTexts(where, ids);
    return readPairTexts(textsOf, this.structure(source), records, positions);
  }

  /** Texts by their ids. @param characters of each at most; null for all */
  async excerpts(queries: Int32Array, passages: Int32Array, characters: number | null): Promise<Excerpts> {
    return {
      queries: await this.find(QUERIES, queries, characters),
      passages: await this.find(PASSAGES, passages, characters),
    };
  }

  private find(
    where: TextTable,
    ids: Int32Array,
    characters: number | null,
    by: 'reads' | 'writes' = 'reads',
  ): Promise<(string | null)[]> {
    return this.texts.find(where, ids, characters, async () => (await this.duck())[by]);
  }

  /** @throws UnknownSourceError for an id that has no text (any more) */
  private async knownTexts(
    where: TextTable,
    ids: Int32Array,
    characters: number | null = null,
    by: 'reads' | 'writes' = 'reads',
  ): Promise<string[]> {
    return allFound(where, ids, await this.find(where, ids, characters, by));
  }

  /**
   * The texts that hold a text; accents and case do not count.
   * @throws QueryCancelledError when another search begins
   */
  async findTexts(text: string): Promise<TextMatches> {
    const folded = (sql: string): string => `strip_accents(lower(${sql}))`;
    const holds = `contains(${folded('text')}, ${folded(`'${text.replaceAll("'", "''")}'`)})`;
    const { ipc } = await (
      await this.duck()
    ).queries.search.all(
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

  /** Bytes that sources take: tables and open transactions, unless texts are held and all of it is small; ids of texts. */
  async memory(): Promise<number> {
    const tables = this.texts.isHeld ? 0 : await (await this.duck()).reads.memory();
    return tables + this.texts.bytes;
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

async function insertSource(writes: Connection, source: LoadedSource): Promise<void> {
  const { id, fileId, name, label, file, format, dimension } = source;
  await writes.run(
    'INSERT INTO sources VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    fileId,
    name,
    label,
    file,
    format,
    dimension,
  );
}
