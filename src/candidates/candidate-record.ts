/** A record as it is loaded, and one that is not. */

/** What one place in a file is called in messages: a JSONL line, an element of a JSON array, a table row. */
export type PlaceKind = 'line' | 'element' | 'row';

/** Embeddings that a file gives for one record; they belong to their place in the record, not to the text. */
export interface RecordEmbeddings {
  readonly query: Float64Array;
  readonly positive: Float64Array;
  /** One row for each negative of the record, in the same order. */
  readonly negatives: readonly Float64Array[];
}

/** Scores that a file gives the first positive of a record and each negative, in the order of the negatives. */
export interface RecordScores {
  readonly positive: number;
  readonly negatives: readonly number[];
}

/** Where the negatives of a record stand in the file, so that single ones can be taken out of it. */
export interface NegativeOrigins {
  /** Place of each negative's entry; null where all stand in the record's own entry. */
  readonly places: readonly number[] | null;
  /** 0-based place of each negative among those of its entry (all lists of a draft, one after the other). */
  readonly indices: readonly number[];
  /** What else stands among them: further copies with the position of the one that was kept, and what is blank or null (null). */
  readonly removed: readonly {
    readonly position: number | null;
    readonly place: number;
    readonly index: number;
  }[];
}

/** What scores beside passages are like; null where there are none. */
export type ScoreCheck = 'missing' | 'fine' | null;

/** What reading counts in a source's records. */
export const NO_COUNTS = {
  records: 0,
  /** Pairs loaded: the sum of K over the records. */
  pairs: 0,
  blankNegativesRemoved: 0,
  duplicateNegativesRemoved: 0,
  /** Negatives that the file's own scores exclude: minus infinity, as miners write it. */
  excludedNegatives: 0,
  /** Of a run: the most hits of one query that could be negatives, those beyond the first K too; 0 of other files. */
  hitsFound: 0,
  furtherPositivesIgnored: 0,
  /** Judged positives of a run that no corpus has, before the one that is used. */
  positivesNotFound: 0,
  /** Records whose given embeddings were brought to unit norm because the user chose "normalise". */
  normalisedRecords: 0,
  /** Pairs whose negative has the text of a positive of its own record. */
  negativesEqualPositive: 0,
  /** Records with fewer scores than passages, or with one that is no number. */
  missingScores: 0,
};

export type ReadCounts = Readonly<typeof NO_COUNTS>;

/** A record after trimming, removal of blank negatives and deduplication (docs/FORMATS.md). */
export interface CandidateRecord {
  /** Label of its source; null where the whole file is one source. */
  readonly label: string | null;
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
  /** Value of the column of units; null where none was asked for or it is blank. */
  readonly group: string | null;
  /** None where one is missing or no finite number. */
  readonly scores?: RecordScores | undefined;
  /** What it adds to the counts of its source. */
  readonly counts: ReadCounts;
  readonly scoreCheck: ScoreCheck;
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
  | 'too-large'
  | 'missing-embedding'
  | 'ragged-embedding'
  | 'non-finite-embedding'
  | 'not-unit-embedding';

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
