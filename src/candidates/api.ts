/** What the candidates worker offers to the page and to the engine, with what is asked and answered. */

import type { FlatPairs } from '../scoring/flat-pairs';
import type { RecordsOfK } from '../scoring/k-counts';
import type { PairPlaces } from '../scoring/pairs';
import type { Retention } from '../scoring/retention';
import type { Label } from './marks/labels';
import type { MarkedPairs, PairKeys } from './marks/marks';
import type { RejectCode, Reject } from './candidate-record';
import type { SourceOverlaps } from './overlaps';
import type { CuredCheck, FoundEvaluation, LoadOutcome, LoadProgress } from './outcomes';
import type { LoadOptions } from './reading';

/** Records made of queries and passages that the store has, by their ids. */
export interface MadeSourceRequest {
  /** Made unique by -2, -3 …. */
  readonly name: string;
  /** Keys of the sources from which query ids are taken. */
  readonly from: readonly number[];
  /** Query id of each record. */
  readonly queries: Int32Array;
  /** Passage id of each record's positive. */
  readonly positives: Int32Array;
  /** records + 1 offsets into `negatives`: record i has `negatives[offsets[i] .. offsets[i + 1])`, at least one. */
  readonly offsets: Int32Array;
  /** Passage ids of the negatives; one may come twice in a record, as controls need it. */
  readonly negatives: Int32Array;
}

/** Which rejects are asked for; all conditions given must hold. */
export interface RejectFilter {
  /** Key of a file, loaded or not. Files of one name are told apart by it. */
  readonly id?: number;
  readonly code?: RejectCode;
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
  /** Value of the column that its file was read with for units (`LoadOptions.group`); left out where there was none. */
  readonly groups?: readonly (string | null)[];
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
}

/** How a table is written: CSV (RFC 4180, UTF-8), JSON lines, or Parquet packed with snappy. */
export type TableFormat = 'csv' | 'jsonl' | 'parquet';

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

/** Why a pair leaves its file. */
export interface RemovalReason {
  /** In words, such as "inverted: ρ < 0.5". */
  readonly reason: string;
  /** Who marked the pair, and the note on it; '' where that is not known or there is none. */
  readonly markedBy: string;
  readonly note: string;
  /** The pairs move to the positives, where their entry has a list of these. @see hasPositiveList */
  readonly relabelled?: boolean;
}

/** Pairs to remove from one source, ascending by record and position. */
export interface RemovedPairs extends PairPlaces {
  /** Of each pair, the place in `CleanRequest.reasons`. */
  readonly reasons: Int32Array;
  /** Gates, NaN where a pair was not scored. */
  readonly rho: Float64Array;
  readonly eta: Float64Array;
  readonly psi: Float64Array;
}

/** Which file is to be written without which pairs. */
export interface CleanRequest {
  readonly fileId: number;
  /** Sources of the file that lose nothing need not be named. */
  readonly removed: readonly RemovedPairs[];
  readonly reasons: readonly RemovalReason[];
  /** Leave out the lines that were rejected too. */
  readonly withoutRejects: boolean;
}

/** How far an export is. */
export interface ExportProgress {
  /** Bytes of the file as it is, packed where it is packed. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Bytes of the file a second, since the export began. */
  readonly rate: number;
  readonly secondsLeft: number;
}

/** Records of a source with as many negatives and copies. */
export interface LeftRecords extends RecordsOfK {
  /** Key of the source. */
  readonly source: number;
}

/** A list beside the negatives of a file, such as their scores. */
export interface BesideList {
  readonly name: string;
  /**
   * Null: it lost the items of the removed negatives, where it is as long. Else why it stays as it is: it is not as long in
   * all records; all records have as many negatives; it is as long as the positives, or as other negatives.
   */
  readonly left: 'some records' | 'one length' | 'positives' | 'other negatives' | null;
  /** The positive's item comes first: it is one longer than the negatives. */
  readonly led: boolean;
  /** Records in which it has this length, and how many there are. */
  readonly alike: number;
  readonly records: number;
}

/** A cleaned file. */
export interface CleanedMember {
  /** The file that was cleaned. */
  readonly of: string;
  /** Lists beside its negatives that were cut, or may have to be. */
  readonly beside: readonly BesideList[];
  /** In the zip. */
  readonly name: string;
  readonly sha256: string;
}

/** One zip to save, with the cleaned files and the reasons in it. */
export interface CleanedDownload {
  readonly zipName: string;
  readonly zip: Blob;
  /** The cleaned files in the zip. Beside each stand its reasons. */
  readonly files: readonly CleanedMember[];
  readonly pairsRemoved: number;
  readonly recordsRemoved: number;
  /** Records of the files' sources that stay. */
  readonly left: readonly LeftRecords[];
  /** What is kept of each source, as `retention.json` in the zip has it. */
  readonly retention: readonly Retention[];
}

/** What the candidates worker offers to the page. */
export interface CandidatesForPage {
  /** Starts DuckDB, makes the tables and locks it. Needs not be called: whatever needs the store starts it. @throws StoreStartError */
  start(): Promise<void>;
  /**
   * Reads a file into the tables. Never throws for bad input: a file at fault is `refused` and leaves nothing
   * but its rejects behind, and one that does not fit into the tab's memory (`FileTooLargeError`) not even these.
   */
  load(file: File, options: LoadOptions, onProgress: (progress: LoadProgress) => void): Promise<LoadOutcome>;
  /** SHA-256 of a file's bytes; null where it can no longer be read, as when it was changed since it was chosen. */
  fileHash(file: File): Promise<string | null>;
  /**
   * The files of a zip archive, with their paths in it.
   * @throws Error where it is damaged
   */
  unpack(archive: File): Promise<{ readonly path: string; readonly file: File }[]>;
  /** Stops all unpacking and the oldest load that has not ended, also one that waits; it resolves as refused with `LoadCancelledError`. */
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
  /** What sources have in common. @throws UnknownSourceError */
  overlaps(sources: readonly { readonly id: number; readonly setting: string }[]): Promise<SourceOverlaps>;
  /** The negatives that leave a source to cure it of what a check finds. @throws UnknownSourceError */
  pairsFound(sourceId: number, check: CuredCheck): Promise<PairPlaces>;
  /** What the files of evaluation have in common with sources; nothing where there are none. @throws UnknownSourceError */
  evaluation(sources: readonly number[]): Promise<FoundEvaluation[]>;
  /** Keys of all pairs of a source, by their texts (see `marks/marks.ts`). @throws UnknownSourceError */
  pairKeys(sourceId: number): Promise<PairKeys>;
  /** Puts marks into the table `marks`, in the place of all that are there. */
  fillMarks(marks: readonly MarkedPairs[]): Promise<void>;
  /** Texts by their ids. @param characters of each at most; null for all */
  excerpts(queries: Int32Array, passages: Int32Array, characters: number | null): Promise<Excerpts>;
  /**
   * The texts that hold a text; accents and case do not count.
   * @throws QueryCancelledError when another search begins
   */
  findTexts(text: string): Promise<TextMatches>;
  /**
   * The labels of a file, in parts that are small enough to cross without holding up the page.
   * @throws LabelFileError with the place of its fault, before the first part
   */
  readLabels(file: File, receive: (part: readonly Label[]) => void): Promise<void>;
  /** Writes files anew without the pairs chosen as one download. @throws ExportError, UnknownSourceError */
  exportCleaned(
    requests: readonly CleanRequest[],
    onProgress: (progress: ExportProgress) => void,
  ): Promise<CleanedDownload>;
  /** Stops the oldest export that has not ended, also one that waits; it rejects with `ExportCancelledError`. */
  cancelExport(): void;
  /**
   * Records as JSON lines of the plain format (`query_id`, `query`, `positive`, `negatives`), to be loaded like any file.
   * @throws UnknownSourceError for ids that have no text (any more)
   */
  madeFile(request: MadeSourceRequest): Promise<{ readonly name: string; readonly content: Blob }>;
  /**
   * Answers one SQL query over the views sources, records, queries, passages, negatives, pairs, marks, rejects and the
   * macros
   * of the gates (`store/query-views.ts`). It can change nothing. One query at a time for each asker: another one cancels it.
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

/** Scores that a file gives its texts. */
export interface FileScores {
  /** records + 1 places in `negatives`. */
  readonly offsets: Int32Array;
  /** Of each record's positive. */
  readonly positives: Float64Array;
  readonly negatives: Float64Array;
}

/** What the candidates worker offers to the engine worker. */
export interface CandidatesForEngine {
  /** The records of a source, with their priorities under a seed: query texts need not cross for them. */
  structure(sourceId: number, seed: number): Promise<SeededStructure>;
  embeddings(sourceId: number): Promise<SourceEmbeddings>;
  /** The file's own scores; null where not every text has one. @throws UnknownSourceError */
  fileScores(sourceId: number): Promise<FileScores | null>;
  /** The texts of the given query ids, in that order. */
  queryTexts(ids: Int32Array): Promise<string[]>;
  /** The texts of the given passage ids, in that order. */
  passageTexts(ids: Int32Array): Promise<string[]>;
  /** The key of each query with a passage, by their texts: four words each, the same in every file and session. */
  passageKeys(queries: Int32Array, passages: Int32Array): Promise<Uint32Array>;
  /** Fills the table `pairs` with the pairs of a run; those that stood there go. @throws UnknownSourceError */
  fillPairs(pairs: FlatPairs): Promise<void>;
}
