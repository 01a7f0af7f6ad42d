/** What is asked of the candidates worker and answered; `candidates.ts` is what it does. */

import type { RecordsOfK } from '../scoring/k-counts';
import type { PairPlaces } from '../scoring/pairs';
import type { Retention } from '../scoring/retention';
import type { RejectCode } from './candidate-record';

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

/** Scores that a file gives its texts. */
export interface FileScores {
  /** records + 1 places in `negatives`. */
  readonly offsets: Int32Array;
  /** Of each record's positive. */
  readonly positives: Float64Array;
  readonly negatives: Float64Array;
}
