/** Types shared by the readers, the store and everyone who asks the candidates worker. */

import type { FindingColumns } from '../scoring/findings';
import type { FlatPairs } from '../scoring/flat-pairs';
import type { CleanedDownload, CleanRequest, ExportProgress } from './clean/types';
import type { KeyedMarks, MarkFormat, MarksToWrite, MarkedPairs, PairKeys } from './marks/marks';

/** What one place in a file is called in messages: a JSONL line, an element of a JSON array, a table row. */
export type PlaceKind = 'line' | 'element' | 'row';

/** Embeddings that a file gives for one record; they belong to their place in the record, not to the text. */
export interface RecordEmbeddings {
  readonly query: Float64Array;
  readonly positive: Float64Array;
  /** One row for each negative of the record, in the same order. */
  readonly negatives: readonly Float64Array[];
}

/** Where the negatives of a record stand in the file, so that single ones can be taken out of it. */
export interface NegativeOrigins {
  /** Place of each negative's entry; null where all stand in the record's own entry. */
  readonly places: readonly number[] | null;
  /** 0-based place of each negative among those of its entry (all lists of a draft, one after the other). */
  readonly indices: readonly number[];
  /** Further copies of a negative that were removed as duplicates. */
  readonly copies: readonly {
    /** 0-based position, in the record, of the negative that was kept. */
    readonly position: number;
    readonly place: number;
    readonly index: number;
  }[];
}

/** A record after trimming, removal of blank negatives and deduplication (SPEC.md, "Records"). */
export interface CandidateRecord {
  /** 1-based line, element or row at which the record starts. */
  readonly place: number;
  readonly queryId: string | null;
  readonly query: string;
  readonly positive: string;
  /** At least one, pairwise different. */
  readonly negatives: readonly string[];
  readonly origins: NegativeOrigins;
  /** Positions of the negatives that are a positive of this very record: by text, whatever their id. */
  readonly knownPositives: readonly number[];
  readonly embeddings: RecordEmbeddings | null;
}

/** Why a record was not loaded. One code for one kind of fault. */
export type RejectCode =
  | 'not-utf8'
  | 'broken-json'
  | 'broken-row'
  | 'unreadable-rows'
  | 'not-an-object'
  | 'missing-field'
  | 'null-field'
  | 'wrong-type'
  | 'blank-query'
  | 'blank-positive'
  | 'no-positive'
  | 'no-negatives'
  | 'unknown-id'
  | 'no-label'
  | 'missing-embedding'
  | 'ragged-embedding'
  | 'non-finite-embedding'
  | 'not-unit-embedding';

/** A record that was read and not loaded. */
export interface Reject {
  readonly file: string;
  readonly placeKind: PlaceKind;
  readonly place: number;
  /** The query's own id, where it could be read. */
  readonly record: string | null;
  readonly code: RejectCode;
  /** Path of the field at fault, such as `pos` or `negative_passages[3].text`; null where the whole line is. */
  readonly field: string | null;
  /** A whole sentence: what was expected, what was found, what to do. */
  readonly message: string;
  /** The first 200 characters of the line or row. */
  readonly excerpt: string;
}

/**
 * Counts of one source. What concerns whole entries (`read`, `loaded`, `merged`, `leftOut`, `rejected`, `blankLines`)
 * is counted for the file, and is the same for all sources of one file; the rest is the source's own.
 * `read = loaded + merged + leftOut + rejected` always.
 */
export interface FileCounts {
  /** Lines, elements or rows read, blank lines not counted. */
  readonly read: number;
  /** Entries that gave a record, or several of different sources. */
  readonly loaded: number;
  /** Rows that joined an earlier one to form one record. */
  readonly merged: number;
  /** Entries, good in themselves, that a sample of the file did not take. */
  readonly leftOut: number;
  readonly rejected: number;
  readonly blankLines: number;
  /** Records loaded. */
  readonly records: number;
  /** Pairs loaded: the sum of K over the records. */
  readonly pairs: number;
  readonly blankNegativesRemoved: number;
  readonly duplicateNegativesRemoved: number;
  readonly furtherPositivesIgnored: number;
  /** Positives of a run that the judgements name and no corpus has, before the one that is used. */
  readonly positivesNotFound: number;
  /** Records whose given embeddings were brought to unit norm because the user chose "normalise". */
  readonly normalisedRecords: number;
  /** Pairs whose negative has the text of a positive of its own record, under whatever id. */
  readonly negativesEqualPositive: number;
  /** Records all of whose negatives are known positives: of the record, or of another one with the same query. */
  readonly recordsOfKnownPositives: number;
  /** Records with a score below zero. */
  readonly negativeScores: number;
  /** Records with fewer scores than passages, or with one that is no number. */
  readonly missingScores: number;
  /** Records whose query id an earlier record of the source has. */
  readonly duplicateQueryIds: number;
}

export type FormatId =
  | 'plain'
  | 'tuples'
  | 'labeled-pairs'
  | 'labeled-lists'
  | 'flag-embedding'
  | 'tevatron'
  | 'tevatron-ids'
  | 'dpr'
  | 'msmarco-hard-negatives'
  | 'nemo'
  | 'contrastors'
  | 'colbert'
  | 'run'
  | 'distillation'
  | 'named'
  | 'reranking'
  | 'rocketqa'
  | 'mapped';

/** Files that give no records but what records name by id. */
export type CompanionKind = 'corpus' | 'queries' | 'qrels';

/** How a file's entries are written. */
export type Container = 'JSONL' | 'JSON array' | 'JSON object' | 'CSV' | 'TSV' | 'columns' | 'Parquet';

/**
 * Where the source label comes from: the whole file is one source; the values of a column; the keys of an object of
 * lists (`neg` of msmarco-hard-negatives); the fields that hold lists (`negative_ctxs`, `hard_negative_ctxs`).
 */
export type LabelChoice =
  | { readonly kind: 'file' }
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'keys' }
  | { readonly kind: 'fields' };

/** Which fields or columns mean what, said by the user for a file of no known format. Columns without a header are "1", "2" … */
export interface Mapping {
  readonly query: string;
  readonly positive: string;
  /** Each holds a text or a list of texts. */
  readonly negatives: readonly string[];
  readonly queryId: string | null;
}

/** What reading one file may be told. */
export interface LoadOptions {
  /** Bring given embeddings of another norm to unit norm instead of rejecting the record. */
  readonly normalise: boolean;
  /** Path inside the dropped folder, such as `nq/qrels/test.tsv`; the file's name where there is none. */
  readonly path: string;
  /** Null: recognised. A companion kind where the file is to be read as one. */
  readonly format: FormatId | CompanionKind | null;
  /** Needed with the format `mapped`, null otherwise. */
  readonly mapping: Mapping | null;
  /** Null: the format's own choice. */
  readonly label: LabelChoice | null;
  /** Hits of a run taken as negatives of each query, those that are positives not counted. */
  readonly topK: number;
  /** Keep so many records, drawn uniformly over the whole file; null for all. */
  readonly sample: { readonly records: number; readonly seed: number } | null;
  /** Whether a table's first row names its columns; null: as it looks. */
  readonly header: 'first' | 'none' | null;
  /** Said for several files at once: holds for those that have all of its fields and are read as they are recognised else. */
  readonly mappingWhereItFits: Mapping | null;
  /** Read columns by their order (query, positive, negatives) where their names do not tell. */
  readonly byOrder: boolean;
  /** Least grade of relevance that makes a judged document, or a labeled one, a positive. */
  readonly relevant: number;
}

/** What a user who says nothing gets. */
export function defaultLoadOptions(path: string): LoadOptions {
  return {
    normalise: false,
    path,
    format: null,
    mapping: null,
    label: null,
    topK: 10,
    sample: null,
    header: null,
    mappingWhereItFits: null,
    byOrder: false,
    relevant: 1,
  };
}

/** Which field is what, as a file was read: always said. */
export interface FieldRoles {
  /** What decided: the format's own fields, names, the order of the columns, or the user. */
  readonly by: 'format' | 'names' | 'order' | 'user';
  readonly query: string;
  /** Of a run: where its positives come from. */
  readonly positive: string;
  readonly negatives: readonly string[];
  /** Fields whose titles were joined to texts; titles inside passages are always joined. */
  readonly titles: readonly string[];
  /** The field of labels, grades or scores that tells positives from negatives, or orders hits; null where none does. */
  readonly label: string | null;
  readonly id: string | null;
  /** Least grade of a positive; null where no grade was asked for. */
  readonly relevant: number | null;
  readonly leftAlone: readonly string[];
}

/** The first record of a file, as it was read. */
export interface FirstRecord {
  readonly place: number;
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
}

/** A sign that a file may have been read otherwise than it was meant. It blocks nothing, but its source is never crowned. */
export interface ReadingSign {
  readonly code:
    | 'long-query'
    | 'no-words'
    | 'numbers'
    | 'one-positive'
    | 'one-query'
    | 'one-negative'
    | 'negative-is-query'
    | 'label-left-alone'
    | 'negatives-left-alone'
    | 'late-fields';
  /** A whole sentence. */
  readonly message: string;
}

/** A field as the user sees it when asked what it is. */
export interface FieldSample {
  readonly name: string;
  /** The first values that are not blank, cut to a line. */
  readonly samples: readonly string[];
}

/** What is asked of the user where names do not decide. */
export interface ReadingQuestion {
  readonly fields: readonly FieldSample[];
  /** Whether a table was read as one with a header; null for what is no table. */
  readonly header: 'first' | 'none' | null;
  /** Options of the command line that would answer it, such as `--map query=a,positive=b,negative=c`. */
  readonly options: readonly string[];
}

/** How a file was read, and what else could be chosen. */
export interface Interpretation {
  readonly format: FormatId;
  /** The format in words, such as "Tevatron JSONL". */
  readonly words: string;
  readonly container: Container;
  /** Fields or columns of the first record, for the mapping. */
  readonly fields: readonly string[];
  readonly label: LabelChoice;
  readonly labels: readonly LabelChoice[];
  /** Null where the format has no such number. */
  readonly topK: number | null;
  readonly roles: FieldRoles;
}

/** A file that was loaded: one source, or one for each label in it. */
export interface LoadedFile {
  /** Key in the store, of the file's rejects too; never reused. */
  readonly id: number;
  readonly file: string;
  readonly interpretation: Interpretation;
  /** A file loaded before whose bytes are the same; null where there is none. */
  readonly sameAs: string | null;
  readonly sources: readonly LoadedSource[];
  readonly first: FirstRecord | null;
}

/** Where a source comes from: it was read from a file, or made of records and texts of others. */
export type SourceOrigin =
  | {
      readonly kind: 'file';
      /** Key of the file in the store. */
      readonly fileId: number;
    }
  | {
      readonly kind: 'made';
      /** Keys of the sources whose texts it was made of; they may have been removed since. */
      readonly from: readonly number[];
      /** How it was made, in words, such as "random negatives, seed 42". */
      readonly by: string;
    };

/** A source to be made of queries and passages that the store has, by their ids. */
export interface MadeSourceRequest {
  /** Made unique by -2, -3 …. */
  readonly name: string;
  /** Keys of the sources whose texts it is made of. */
  readonly from: readonly number[];
  /** How it is made, in words. */
  readonly by: string;
  /** Query id of each record. */
  readonly queries: Int32Array;
  /** Passage id of each record's positive. */
  readonly positives: Int32Array;
  /** records + 1 offsets into `negatives`: record i has `negatives[offsets[i] .. offsets[i + 1])`, at least one. */
  readonly offsets: Int32Array;
  /** Passage ids of the negatives; one may come twice in a record, as controls need it. */
  readonly negatives: Int32Array;
}

/**
 * What was measured of pairs of one source, for the table `pairs`.
 * The pairs of `records[i]` are at `offsets[i] .. offsets[i + 1]` of each column, in the order of its negatives.
 */
export interface MeasuredPairs {
  /** 0-based records of the source that were sampled, ascending. */
  readonly records: Int32Array;
  /** One more than records. */
  readonly offsets: Int32Array;
  /** m (`scoring/gates.ts`). */
  readonly margin: Float64Array;
  /** l. */
  readonly locality: Float64Array;
  /** ‖v⁺ − v⁻‖. */
  readonly distance: Float64Array;
  /** C, share of the query's words that the negative covers, by their IDF. */
  readonly coverage: Float64Array;
  /** Jaccard index of the words of the negative and of the positive (`lexical/near-text.ts`). */
  readonly overlap: Float64Array;
  /** Known positives among the negatives (`scoring/findings.ts`). */
  readonly findings: FindingColumns;
  /** 1 where the negative looks drawn at random (`scoring/unrelated.ts`); null where that cannot be told. */
  readonly unrelated: Uint8Array | null;
  /** By which pairs are put in order for a reader, highest first (`scoring/suspicion.ts`). */
  readonly suspicion: Float64Array;
}

/** One source. */
export interface LoadedSource {
  /** Key of the source in the store; never reused. */
  readonly id: number;
  readonly origin: SourceOrigin;
  /** The file's name without its extensions, or the label; made unique by -2, -3 …; the user may edit it. */
  readonly name: string;
  /** Null where the whole file is one source. */
  readonly label: string | null;
  /** Name of the file; of a made source, its own name when it was made. */
  readonly file: string;
  /** Size of the file; 0 where there is none. */
  readonly bytes: number;
  /** The format in words, such as "Tevatron JSONL"; of a made source, how it was made. */
  readonly format: string;
  /** A made source stands in no file: its places are its records. */
  readonly placeKind: PlaceKind | 'record';
  /** A made source has as many entries read and loaded as it has records. */
  readonly counts: FileCounts;
  /** Median number of negatives per record. */
  readonly medianK: number;
  /** Length of the embeddings the file gives, or null where it gives none. */
  readonly dimension: number | null;
  /** Signs of a wrong reading; a source with one is never crowned. */
  readonly signs: readonly ReadingSign[];
}

/** A corpus, queries or qrels file, at hand for records that name its ids. `read = entries + rejected`. */
export interface LoadedCompanion {
  readonly id: number;
  readonly kind: CompanionKind;
  readonly file: string;
  readonly bytes: number;
  /** In words, such as "BEIR corpus JSONL". */
  readonly words: string;
  readonly placeKind: PlaceKind;
  readonly read: number;
  readonly entries: number;
  readonly rejected: number;
  readonly blankLines: number;
}

/** A file whose records name ids of a companion file that is not there yet. Load it again when one has come. */
export interface WaitingFile {
  readonly file: string;
  readonly interpretation: Interpretation;
  readonly needs: readonly { readonly kind: CompanionKind; readonly example: string }[];
  /** Whole sentences: what is needed, by name, and what to do. */
  readonly message: string;
}

/** A file that could not be loaded at all. */
export interface RefusedFile {
  readonly file: string;
  /** Name of the error class, such as `UnknownFormatError`. */
  readonly error: string;
  readonly message: string;
  /** The message without its list. */
  readonly summary: string;
  /** What the message lists, with the sentence before it; null where it lists nothing. */
  readonly list: { readonly title: string; readonly lines: readonly string[] } | null;
  readonly read: number;
  readonly rejected: number;
  /** Records of a sample that would fit, for a file that is too large; null for others. */
  readonly sampleThatFits: number | null;
  /** What the user is asked, where names do not tell which field is what; null for other faults. */
  readonly asks: ReadingQuestion | null;
  /** Fields or columns found, for the mapping; empty where none could be read. */
  readonly fields: readonly string[];
}

/** `id` is the key in the store, by which the file is forgotten and its rejects are asked for. */
export type LoadOutcome =
  | { readonly status: 'loaded'; readonly id: number; readonly loaded: LoadedFile }
  | { readonly status: 'companion'; readonly id: number; readonly companion: LoadedCompanion }
  | { readonly status: 'waiting'; readonly id: number; readonly waiting: WaitingFile }
  | { readonly status: 'refused'; readonly id: number; readonly refused: RefusedFile };

/** Progress of reading one file, in bytes. */
export interface LoadProgress {
  readonly file: string;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly records: number;
  readonly rejected: number;
  /** What is being done: a file may be read more than once, or its companions for it. */
  readonly stage: 'reading' | 'sampling' | 'ids' | 'companions';
}

/** Which rejects are asked for; all conditions given must hold. */
export interface RejectFilter {
  /** Key of a file, loaded or not. Files of one name are told apart by it. */
  readonly id?: number;
  readonly code?: RejectCode;
  /** Part of the message, field or excerpt, in any case. */
  readonly text?: string;
}

/** How many rejects a file has of one code. */
export interface RejectCount {
  readonly id: number;
  readonly file: string;
  readonly code: RejectCode;
  readonly count: number;
}

/** One pair as a reader sees it. */
export interface PairText {
  readonly place: number;
  readonly queryId: string | null;
  readonly query: string;
  readonly positive: string;
  readonly negative: string;
}

/**
 * The records of one source as numbers: ids into the store's distinct queries and distinct passages.
 * Records are in file order; the negatives of record i are `negatives[offsets[i] .. offsets[i + 1])`.
 */
export interface SourceStructure {
  readonly id: number;
  /** Query id of each record. */
  readonly queries: Int32Array;
  /** Passage id of each record's positive. */
  readonly positives: Int32Array;
  /** records + 1 offsets into `negatives`. */
  readonly offsets: Int32Array;
  /** Passage id of each pair's negative. */
  readonly negatives: Int32Array;
}

/** A source's records with the priority of each under a seed: the order of the visit and of a sample. */
export interface SeededStructure extends SourceStructure {
  /** Priority of each record, uniform on [0, 1). */
  readonly priorities: Float64Array;
}

/** Embeddings that a source's file gives, row-major float64: records × d, records × d and pairs × d. */
export interface SourceEmbeddings {
  readonly dimension: number;
  readonly queries: Float64Array;
  readonly positives: Float64Array;
  readonly negatives: Float64Array;
}

/** The first characters of texts, in the order in which they were asked for. */
export interface Excerpts {
  readonly queries: readonly string[];
  readonly passages: readonly string[];
}

/** Ids of the texts that hold what was searched, ascending. */
export interface TextMatches {
  readonly queries: Int32Array;
  readonly passages: Int32Array;
}

/** A value in the answer to a query. Decimals, times, lists and all other kinds come as DuckDB writes them. */
export type QueryValue = string | number | bigint | boolean | null;

/** Who asks: a query cancels the one before it of the same asker, and of nobody else. */
export type QueryAsker = 'page' | 'console';

export interface QueryOptions {
  /** The page itself where nobody is named. */
  readonly asker?: QueryAsker;
  /** Rows given at most. */
  readonly limit: number;
  /** Counts the rows where there are more than `limit`; the query runs a second time for it. */
  readonly count?: boolean;
  /** What stands for the question marks of the statement, in their order. */
  readonly params?: readonly (string | number | null)[];
}

/** How a table is written: CSV (RFC 4180, UTF-8), or Parquet packed with snappy. */
export type TableFormat = 'csv' | 'parquet';

/** The answer to a query. */
export interface QueryAnswer {
  /** `type` is DuckDB's, such as `INTEGER` or `DECIMAL(18,3)`. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** One array a row, in the order of the columns. */
  readonly rows: readonly (readonly QueryValue[])[];
  /** Number of rows; null where there are more than `limit` and they were not to be counted. */
  readonly total: number | null;
  /** True where there are more rows than `limit`. */
  readonly truncated: boolean;
}

/** What pages and the engine both ask of the candidates worker. */
interface CandidatesForAll {
  /**
   * Puts records, given as ids of existing queries and passages, into the store as a source like any other. The texts
   * stay as long as it does, also where the sources they came from are removed.
   * @throws MadeSourceError where ids, offsets or lengths do not make records
   * @throws UnknownSourceError where a source in `from` is not there (any more)
   */
  makeSource(request: MadeSourceRequest): Promise<LoadedSource>;
}

/** What the candidates worker offers to the page. */
export interface CandidatesForPage extends CandidatesForAll {
  /** Starts DuckDB, makes the tables and locks it. Needs not be called: whatever needs the store starts it. @throws StoreStartError */
  start(): Promise<void>;
  /**
   * Reads a file into the tables. Never throws for bad input: a file at fault is `refused` and leaves nothing
   * but its rejects behind, and one that does not fit into the tab's memory (`FileTooLargeError`) not even these.
   */
  load(file: File, options: LoadOptions, onProgress: (progress: LoadProgress) => void): Promise<LoadOutcome>;
  /**
   * The files of a zip archive, with their paths in it.
   * @throws Error where it is damaged
   */
  unpack(archive: File): Promise<{ readonly path: string; readonly file: File }[]>;
  /** Stops the reading that is under way; its `load` resolves as refused with `LoadCancelledError`. */
  cancelLoad(): void;
  /** Forgets a source, a file with its sources and rejects, or a companion. */
  remove(id: number): Promise<void>;
  /** Gives a source another name; the name that was set, made unique, comes back. */
  rename(sourceId: number, name: string): Promise<string>;
  /** Rejects that pass the filter, in the order in which files were read and in file order, and how many there are. */
  rejects(
    filter: RejectFilter,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly rejects: Reject[] }>;
  /** Rejects by file and code. */
  rejectCounts(): Promise<RejectCount[]>;
  /** The texts of pairs of a source, by record and position of the negative in it. */
  pairTexts(sourceId: number, records: Int32Array, positions: Int32Array): Promise<PairText[]>;
  /** Keys of all pairs of a source, by their texts (see `marks/marks.ts`). @throws UnknownSourceError */
  pairKeys(sourceId: number): Promise<PairKeys>;
  /** Puts marks of pairs of a source into the table `marks`, in the place of those they have. @throws UnknownSourceError */
  setMarks(pairs: MarkedPairs): Promise<void>;
  /** All pairs of the table `pairs` as columns (`EngineForPage.fillPairs` fills it). */
  flatPairs(): Promise<FlatPairs>;
  /** The first characters of texts by their ids, for a list. @throws UnknownSourceError */
  excerpts(queries: Int32Array, passages: Int32Array, characters: number): Promise<Excerpts>;
  /**
   * The texts that hold a text; accents and case do not count.
   * @throws QueryCancelledError when another search begins
   */
  findTexts(text: string): Promise<TextMatches>;
  /** Marks as the content of a file. */
  writeMarks(marks: MarksToWrite, format: MarkFormat): Promise<Blob>;
  /** The marks of a file. @throws MarkFileError with the place of its fault; then none of it is to be taken */
  readMarks(file: File): Promise<KeyedMarks>;
  /** Writes a file anew without the pairs chosen (see `clean/types.ts`). @throws ExportError, UnknownSourceError */
  exportCleaned(
    request: CleanRequest,
    onProgress: (progress: ExportProgress) => void,
  ): Promise<CleanedDownload>;
  /** Ends the export that is under way; its promise rejects with `ExportCancelledError`. */
  cancelExport(): void;
  /**
   * A source as JSON lines of the plain format (`query_id`, `query`, `positive`, `negatives`), made or read.
   * @throws UnknownSourceError
   */
  exportSource(sourceId: number): Promise<{ readonly name: string; readonly content: Blob }>;
  /**
   * Answers one SQL query over the views sources, records, queries, passages, negatives, pairs, marks, rejects and the
   * macros
   * of the gates (`store/facing.ts`). It can change nothing. One query at a time for each asker: another one cancels it.
   * @throws QueryRefusedError where it is no query, or more than one statement
   * @throws QuerySyntaxError with DuckDB's message and the place, also for names and values that DuckDB faults
   * @throws QueryCancelledError
   * @throws StoreFullError
   */
  query(sql: string, options: QueryOptions): Promise<QueryAnswer>;
  /** Ends the query of an asker that is being answered; its promise rejects with `QueryCancelledError`. */
  cancelQuery(asker?: QueryAsker): Promise<void>;
  /**
   * All rows of one SQL query as a file, asked for by the console.
   * @throws as `query`; TableWriteError where the Parquet writer fails
   */
  saveQuery(sql: string, format: TableFormat): Promise<Blob>;
  /** Offers `CandidatesForEngine` on a port, whose other end goes to the engine worker. */
  connectEngine(port: MessagePort): void;
}

/** What the candidates worker offers to the engine worker. */
export interface CandidatesForEngine extends CandidatesForAll {
  /** The records of a source, with their priorities under a seed: query texts need not cross for them. */
  structure(sourceId: number, seed: number): Promise<SeededStructure>;
  embeddings(sourceId: number): Promise<SourceEmbeddings>;
  /** The texts of the given query ids, in that order. */
  queryTexts(ids: Int32Array): Promise<string[]>;
  /** The texts of the given passage ids, in that order. */
  passageTexts(ids: Int32Array): Promise<string[]>;
  /**
   * Fills the table `pairs` with what was measured of a source; what stood there of it goes.
   * @throws UnknownSourceError
   * @throws RangeError where the columns contradict the source's records
   */
  fillPairs(sourceId: number, pairs: MeasuredPairs): Promise<void>;
}
