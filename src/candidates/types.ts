/** Types shared by the readers, the store and everyone who asks the candidates worker. */

/** What one place in a file is called in messages: a JSONL line, an element of a JSON array, a table row. */
export type PlaceKind = 'line' | 'element' | 'row';

/** Embeddings that a file gives for one record; they belong to their place in the record, not to the text. */
export interface RecordEmbeddings {
  readonly query: Float64Array;
  readonly positive: Float64Array;
  /** One row for each negative of the record, in the same order. */
  readonly negatives: readonly Float64Array[];
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
  readonly embeddings: RecordEmbeddings | null;
}

/** Why a record was not loaded. One code for one kind of fault. */
export type RejectCode =
  | 'not-utf8'
  | 'broken-json'
  | 'broken-row'
  | 'not-an-object'
  | 'missing-field'
  | 'null-field'
  | 'wrong-type'
  | 'blank-query'
  | 'blank-positive'
  | 'no-positive'
  | 'no-negatives'
  | 'missing-embedding'
  | 'ragged-embedding'
  | 'non-finite-embedding'
  | 'not-unit-embedding';

/** A record that was read and not loaded. */
export interface Reject {
  readonly file: string;
  readonly placeKind: PlaceKind;
  readonly place: number;
  readonly code: RejectCode;
  /** Path of the field at fault, such as `pos` or `negative_passages[3].text`; null where the whole line is. */
  readonly field: string | null;
  /** A whole sentence: what was expected, what was found, what to do. */
  readonly message: string;
  /** The first 200 characters of the line or row. */
  readonly excerpt: string;
}

/** Counts of one loaded file. `read = records + merged + rejected` always. */
export interface FileCounts {
  /** Lines, elements or rows read, blank lines not counted. */
  readonly read: number;
  /** Records loaded. */
  readonly records: number;
  /** Rows of a triplet table that joined an earlier record with the same query and positive. */
  readonly merged: number;
  readonly rejected: number;
  readonly blankLines: number;
  /** Pairs loaded: the sum of K over the records. */
  readonly pairs: number;
  readonly blankNegativesRemoved: number;
  readonly duplicateNegativesRemoved: number;
  readonly furtherPositivesIgnored: number;
  /** Records whose given embeddings were brought to unit norm because the user chose "normalise". */
  readonly normalisedRecords: number;
}

/** A file that was loaded as a source. */
export interface LoadedSource {
  /** Key of the source in the store; never reused. */
  readonly id: number;
  /** The file's name without its extensions; made unique by -2, -3 …; the user may edit it. */
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  /** The format in words, such as "Tevatron JSONL". */
  readonly format: string;
  readonly placeKind: PlaceKind;
  readonly counts: FileCounts;
  /** Median number of negatives per record. */
  readonly medianK: number;
  /** Length of the embeddings the file gives, or null where it gives none. */
  readonly dimension: number | null;
}

/** A file that could not be loaded at all. */
export interface RefusedFile {
  readonly file: string;
  /** Name of the error class, such as `UnknownFormatError`. */
  readonly error: string;
  readonly message: string;
  readonly read: number;
  readonly rejected: number;
}

export type LoadOutcome =
  | { readonly status: 'loaded'; readonly source: LoadedSource }
  /** `id` is the key of the file's rejects in the store. */
  | { readonly status: 'refused'; readonly id: number; readonly refused: RefusedFile };

/** Progress of reading one file, in bytes. */
export interface LoadProgress {
  readonly file: string;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly records: number;
  readonly rejected: number;
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

/** Embeddings that a source's file gives, row-major float64: records × d, records × d and pairs × d. */
export interface SourceEmbeddings {
  readonly dimension: number;
  readonly queries: Float64Array;
  readonly positives: Float64Array;
  readonly negatives: Float64Array;
}

/** What the candidates worker offers to the page. */
export interface CandidatesForPage {
  /** Starts DuckDB, makes the tables and locks it. Errors: `StoreStartError`. */
  start(): Promise<void>;
  /**
   * Reads a file into the tables. Never throws for bad input: a file at fault is `refused` and leaves nothing
   * but its rejects behind, and one that does not fit into the tab's memory (`FileTooLargeError`) not even these.
   */
  load(file: File, options: LoadOptions, onProgress: (progress: LoadProgress) => void): Promise<LoadOutcome>;
  /** Stops the reading that is under way; its `load` resolves as refused with `LoadCancelledError`. */
  cancelLoad(): void;
  /** Forgets a source, or a refused file, and its rejects. */
  remove(id: number): Promise<void>;
  /** Gives a source another name; the name that was set, made unique, comes back. */
  rename(sourceId: number, name: string): Promise<string>;
  /** Rejects of all files or of one, loaded or refused, in file order. Files of one name are told apart by `id`. */
  rejects(options: { id?: number; offset: number; limit: number }): Promise<Reject[]>;
  /** Offers `CandidatesForEngine` on a port, whose other end goes to the engine worker. */
  connectEngine(port: MessagePort): void;
}

/** What the candidates worker offers to the engine worker. */
export interface CandidatesForEngine {
  structure(sourceId: number): Promise<SourceStructure>;
  embeddings(sourceId: number): Promise<SourceEmbeddings>;
  /** The texts of the given query ids, in that order. */
  queryTexts(ids: Int32Array): Promise<string[]>;
  /** The texts of the given passage ids, in that order. */
  passageTexts(ids: Int32Array): Promise<string[]>;
}

export interface LoadOptions {
  /** Bring given embeddings of another norm to unit norm instead of rejecting the record. */
  readonly normalise: boolean;
}
