/** How a file is read: what reading may be told, how a file was understood, and what is asked where names do not tell. */

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
export interface ReadingWarning {
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
