/** The store of all loaded sources, in memory. DuckDB has a copy of it. */

import type { Int32 } from 'apache-arrow';

import { storeLimits, type StoreLimits } from './memory-budget';
import type { Rows } from './arrow';
import type { DuckEngine } from './database';
import { unknownSource } from '../errors';
import { joined } from '../joined';
import { dropStrangers, Mirror, replaceRows, type Duck, type Mirrored } from './mirror';
import { shownName, uniqueName } from '../names';
import { markRows, pairRows } from './mirror-rows';
import { Rejects } from './rejects';
import { NewFile, NONE, type SourceColumns } from './source-columns';
import { createTextHash, type TextHash } from './text-hash';
import { endsOf, Texts, type StoreTexts, type TextEnds } from './texts';
import { KEY_WORDS, type MarkedPairs, type PairKeys } from '../marks/marks';
import type { FlatPairs } from '../../scoring/flat-pairs';
import { recordsOfPairs } from '../../scoring/pairs';
import type { QueryAsker } from './user-queries';
import type { LoadedFile, LoadedSource } from '../outcomes';

export interface PairText {
  readonly query: string;
  readonly positive: string;
  readonly negative: string;
}

/** Embeddings that a source's file gives, row-major float64: records × d, records × d and pairs × d. */
export interface SourceEmbeddings {
  readonly dimension: number;
  readonly queries: Float64Array;
  readonly positives: Float64Array;
  readonly negatives: Float64Array;
}

/** Texts in the order of their ids; null for a text that went with its sources. */
export interface Excerpts {
  readonly queries: readonly (string | null)[];
  readonly passages: readonly (string | null)[];
}

/** Ids of the texts that hold what was searched, ascending. */
export interface TextMatches {
  readonly queries: Int32Array;
  readonly passages: Int32Array;
}

/** Scores that a file gives its texts. */
export interface FileScores {
  /** records + 1 places in `negatives`. */
  readonly offsets: Int32Array;
  /** Of each record's positive. */
  readonly positives: Float64Array;
  readonly negatives: Float64Array;
}

/** A loaded file with what is needed to read it again. */
export interface StoredFile<Plan = unknown> {
  readonly loaded: LoadedFile;
  /** How it was read. The store only keeps it. */
  readonly plan: Plan;
  /** Only a sample of the file's records was loaded. */
  readonly sampled: boolean;
}

/**
 * The candidates of all loaded sources: ids of records, their texts, and what their files give beside these. Files are
 * read one at a time. DuckDB starts when it is first asked, and keeps nobody else waiting.
 */
export class CandidateStore<Plan = unknown> implements Mirrored {
  private readonly sources = new Map<number, LoadedSource>();
  private readonly columns = new Map<number, SourceColumns>();
  /** Loaded files by their keys; a file goes with its last source. */
  private readonly filesById = new Map<number, StoredFile<Plan>>();
  private readonly mirror: Mirror;
  readonly texts: StoreTexts;
  readonly rejects = new Rejects();
  /** The file that is being read. */
  private reading: NewFile | null = null;
  /** Memory in bytes that sources may take. */
  readonly capacity: number;
  private nextKey = 1;

  private constructor(
    engine: DuckEngine,
    { duckdbMiB, sources }: StoreLimits,
    private readonly hash: TextHash,
  ) {
    this.capacity = sources;
    this.texts = { queries: new Texts(hash), passages: new Texts(hash), names: new Texts(hash) };
    this.mirror = new Mirror(engine, duckdbMiB, this);
  }

  /** An empty store. DuckDB has not started. */
  static async start<Plan>(
    engine: DuckEngine,
    limits: StoreLimits = storeLimits(),
  ): Promise<CandidateStore<Plan>> {
    return new CandidateStore<Plan>(engine, limits, await createTextHash());
  }

  /** DuckDB with everything that was loaded. @throws as `Mirror.use` */
  duck(): Promise<Duck> {
    return this.mirror.use((duck) => duck);
  }

  /** Ends the query of an asker that is being answered. */
  cancelQuery(asker: QueryAsker): Promise<void> {
    return this.mirror.cancelQuery(asker);
  }

  /** Ends DuckDB's worker. */
  close(): Promise<void> {
    return this.mirror.close();
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
    const sources = file.loaded.sources.map((source) => {
      const name = uniqueName(source.name, taken);
      taken.add(name);
      return { ...source, name };
    });
    for (const source of sources) {
      this.sources.set(source.id, source);
      this.columns.set(source.id, columns.get(source.id) as SourceColumns);
    }
    const loaded = { ...file.loaded, sources };
    this.filesById.set(loaded.id, { ...file, loaded });
    this.reading = null;
    return loaded;
  }

  mirroredSources() {
    return [...this.sources.values()].map((source) => ({ source, columns: this.structure(source.id) }));
  }

  mirroredEnds(): TextEnds {
    return this.reading?.begins ?? endsOf(this.texts);
  }

  /** Fills the table `pairs`, without pairs of removed sources. @throws StoreInsertError */
  fillPairs(pairs: FlatPairs): Promise<void> {
    return this.fill('pairs', [pairRows(pairs)]);
  }

  /** Fills the table `marks`, without marks of removed sources; the marks themselves are on the page. */
  fillMarks(marks: readonly MarkedPairs[]): Promise<void> {
    return this.fill('marks', marks.map(markRows));
  }

  private fill(table: 'pairs' | 'marks', parts: readonly Rows[]): Promise<void> {
    return this.mirror.use(async ({ tables }) => {
      await replaceRows(tables, table, parts);
      await dropStrangers(tables, table);
    });
  }

  /** Keys of all pairs of a source, by their texts. @throws UnknownSourceError */
  pairKeys(source: number): PairKeys {
    const { id, queries, offsets, negatives } = this.structure(source);
    const ofPairs = recordsOfPairs(offsets).map((record) => queries[record] as number);
    return { source: id, offsets: offsets.slice(), words: this.passageKeys(ofPairs, negatives) };
  }

  /** The key of each query with a passage, by their texts: the hash of the hashes of both, no text is read. */
  passageKeys(queries: Int32Array, passages: Int32Array): Uint32Array {
    const words = new Uint32Array(queries.length * KEY_WORDS);
    const hashes = new Uint32Array(2 * KEY_WORDS);
    const bytes = new Uint8Array(hashes.buffer);
    for (let pair = 0; pair < queries.length; pair += 1) {
      this.texts.queries.hashOf(queries[pair] as number, hashes.subarray(0, KEY_WORDS));
      this.texts.passages.hashOf(passages[pair] as number, hashes.subarray(-KEY_WORDS));
      this.hash(bytes, words.subarray(pair * KEY_WORDS, (pair + 1) * KEY_WORDS));
    }
    return words;
  }

  /** Forgets a source with the texts that no other source has, or a file with all its sources and rejects. */
  remove(id: number): void {
    const fileId = this.sources.get(id)?.fileId ?? id;
    for (const source of this.sources.values()) {
      if (source.id !== id && source.fileId !== id) continue;
      this.sources.delete(source.id);
      this.columns.delete(source.id);
    }
    this.forgetTexts();
    if ([...this.sources.values()].some((source) => source.fileId === fileId)) return;
    this.filesById.delete(fileId);
    this.rejects.drop(fileId);
  }

  /** Forgets the texts that no source has. */
  private forgetTexts(): void {
    const staying = [...this.columns.values()];
    const { queries, passages, names } = this.texts;
    queries.keep(staying.map((source) => source.queries));
    passages.keep(staying.flatMap(({ positives, negatives }) => [positives, negatives]));
    names.keep(staying.flatMap(({ queryIds, groups }) => [queryIds, groups]));
  }

  /** Renames a source, unless the name is blank; returns the name, made unique. */
  rename(source: number, name: string): string {
    const old = this.source(source);
    const taken = this.names();
    taken.delete(old.name);
    const unique = uniqueName(shownName(name).trim() || old.name, taken);
    this.sources.set(source, { ...old, name: unique });
    return unique;
  }

  /** The records of a source; nobody may change them. @throws UnknownSourceError */
  structure(source: number): SourceColumns {
    this.source(source);
    return this.columns.get(source) as SourceColumns;
  }

  /** The value of the column of units in each record; null where no record has one. @throws UnknownSourceError */
  groups(source: number): (string | null)[] | null {
    const { groups } = this.structure(source);
    if (groups.every((group) => group === NONE)) return null;
    return Array.from(groups, (group) => this.texts.names.text(group));
  }

  /** @throws UnknownSourceError also where the source's file gives no embeddings */
  embeddings(source: number): SourceEmbeddings {
    const { name, dimension } = this.source(source);
    const { embeddings } = this.structure(source);
    if (dimension === null || embeddings === null)
      throw unknownSource(`The source "${name}" with embeddings`);
    return {
      dimension,
      queries: joined(
        Float64Array,
        embeddings.map(({ query }) => query),
      ),
      positives: joined(
        Float64Array,
        embeddings.map(({ positive }) => positive),
      ),
      negatives: joined(
        Float64Array,
        embeddings.flatMap(({ negatives }) => negatives),
      ),
    };
  }

  /** The file's scores, with the offsets of its records; null where not every text has one. */
  scores(source: number): FileScores | null {
    if ((this.sources.get(source)?.scoreRange ?? null) === null) return null;
    const { offsets, scores } = this.structure(source);
    return (
      scores && {
        offsets: offsets.slice(),
        positives: scores.positives.slice(),
        negatives: scores.negatives.slice(),
      }
    );
  }

  /** @throws UnknownSourceError for an id that has no text (any more) */
  queryTexts(ids: Int32Array): string[] {
    return allOf(this.texts.queries, 'query', ids);
  }

  /** @throws UnknownSourceError for an id that has no text (any more) */
  passageTexts(ids: Int32Array): string[] {
    return allOf(this.texts.passages, 'passage', ids);
  }

  /** The first query id of each query that has one, in the order of the sources. @throws UnknownSourceError */
  queryIds(sources: readonly number[]): Map<number, string> {
    const found = new Map<number, string>();
    for (const source of sources) {
      const { queries, queryIds } = this.structure(source);
      for (const [record, query] of queries.entries()) {
        const id = this.texts.names.text(queryIds[record] as number);
        if (id !== null && !found.has(query)) found.set(query, id);
      }
    }
    return found;
  }

  /**
   * The texts of pairs of one source.
   * @param records 0-based record of each pair
   * @param positions 0-based position of each pair's negative in its record
   * @throws UnknownSourceError
   */
  pairTexts(source: number, records: Int32Array, positions: Int32Array): PairText[] {
    const { queries, positives, offsets, negatives } = this.structure(source);
    const pairs = records.map((record, i) => (offsets[record] as number) + (positions[i] as number));
    const ofQueries = this.queryTexts(records.map((record) => queries[record] as number));
    const ofPositives = this.passageTexts(records.map((record) => positives[record] as number));
    const ofNegatives = this.passageTexts(pairs.map((pair) => negatives[pair] as number));
    return ofQueries.map((query, i) => ({
      query,
      positive: ofPositives[i] as string,
      negative: ofNegatives[i] as string,
    }));
  }

  /** Texts by their ids. @param characters of each at most; null for all */
  excerpts(queries: Int32Array, passages: Int32Array, characters: number | null): Excerpts {
    const { texts } = this;
    return {
      queries: Array.from(queries, (id) => texts.queries.text(id, characters)),
      passages: Array.from(passages, (id) => texts.passages.text(id, characters)),
    };
  }

  /**
   * The texts that hold a text; accents and case do not count.
   * @throws QueryCancelledError when another search begins
   */
  async findTexts(text: string): Promise<TextMatches> {
    const folded = (sql: string): string => `strip_accents(lower(${sql}))`;
    const holds = `contains(${folded('text')}, ${folded(`'${text.replaceAll("'", "''")}'`)})`;
    const { search } = (await this.duck()).queries;
    const { table: found } = await search.all<{ kind: Int32; id: Int32 }>(
      `SELECT 0 AS kind, query AS id FROM queries WHERE ${holds}
       UNION ALL SELECT 1, passage FROM passages WHERE ${holds} ORDER BY kind, id`,
      'values',
    );
    const kinds = found.getChild('kind')?.toArray() ?? new Int32Array(0);
    const ids = found.getChild('id')?.toArray() ?? new Int32Array(0);
    const end = kinds.indexOf(1) < 0 ? kinds.length : kinds.indexOf(1);
    return { queries: ids.slice(0, end), passages: ids.slice(end) };
  }

  /** The sources of a file that were not removed, in load order, with their current names. */
  sourcesOf(file: LoadedFile): LoadedSource[] {
    return file.sources.flatMap(({ id }) => this.sources.get(id) ?? []);
  }

  /** Memory that sources take, with the file that is being read, and rejects. */
  memory(): number {
    const { queries, passages, names } = this.texts;
    const columns = [...this.columns.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    const reading = this.reading?.bytes ?? 0;
    return queries.bytes + passages.bytes + names.bytes + columns + reading + this.rejects.bytes;
  }

  /** Names of all sources; no two are the same. */
  names(): Set<string> {
    return new Set([...this.sources.values()].map(({ name }) => name));
  }

  /** @throws UnknownSourceError */
  source(source: number): LoadedSource {
    const found = this.sources.get(source);
    if (found === undefined) throw unknownSource(`Source ${source}`);
    return found;
  }
}

/** @throws UnknownSourceError for an id that has no text (any more) */
function allOf(texts: Texts, what: string, ids: Int32Array): string[] {
  return Array.from(ids, (id) => {
    const text = texts.text(id);
    if (text === null) throw unknownSource(`The source of ${what} ${id}`);
    return text;
  });
}
