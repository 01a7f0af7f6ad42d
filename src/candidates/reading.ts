/** How a file is read: the options, how it was understood, and what is asked if names do not say. */

import type { CompanionKind, Container, FormatId } from './formats/catalogue';

/**
 * Where the source label comes from: the whole file is one source; the values of a column; the keys of an object of
 * lists (`neg` of msmarco-hard-negatives); the fields that hold lists (`negative_ctxs`, `hard_negative_ctxs`).
 */
export type LabelChoice =
  | { readonly kind: 'file' }
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'keys' }
  | { readonly kind: 'fields' };

/** Which field is what, chosen by the user. Columns without a header are "1", "2" … */
export interface Mapping {
  readonly query: string;
  readonly positive: string;
  /** Each holds a text or a list of texts. */
  readonly negatives: readonly string[];
  readonly queryId: string | null;
  /** Holds the label of the document in `positive`, which tells positives from negatives; then `negatives` are empty. */
  readonly label?: string | null;
}

/** Hits of a run taken of each query, where nobody says how many. */
export const RUN_DEPTH = 10;

export interface LoadOptions {
  /** Bring given embeddings of another norm to unit norm instead of rejecting the record. */
  readonly normalise: boolean;
  /** Path inside the dropped folder, such as `nq/qrels/test.tsv`; the file's name where there is none. */
  readonly path: string;
  /** What the user says that the file is; null: recognised. */
  readonly format: 'run' | CompanionKind | null;
  /** Of a file that lacks one of the fields, nothing is asked. */
  readonly mapping: Mapping | null;
  /** Of a file that has none of this kind, the format's own choice, as with null. */
  readonly label: LabelChoice | null;
  /** Hits of a run taken as negatives of each query; positives do not count. Null: {@link RUN_DEPTH}, or as the page has it. */
  readonly topK: number | null;
  /** Keep so many records, drawn uniformly over the whole file; null for all. */
  readonly sample: { readonly records: number; readonly seed: number } | null;
  /** Whether a table's first row names its columns; null: by its looks. */
  readonly header: 'first' | 'none' | null;
  /** Read columns by their order (query, positive, negatives) if their names do not say. */
  readonly byOrder: boolean;
  /** Least grade of relevance that makes a judged document, or a labeled one, a positive. */
  readonly relevant: number;
  /** The column whose value says which records are one sampling unit (`scoring/groups.ts`); null: none. */
  readonly group: string | null;
}

/** The options without any choice of the user. */
export function defaultLoadOptions(path: string): LoadOptions {
  return {
    normalise: false,
    path,
    format: null,
    mapping: null,
    label: null,
    topK: null,
    sample: null,
    header: null,
    byOrder: false,
    relevant: 1,
    group: null,
  };
}

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

export interface FirstRecord {
  readonly place: number;
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
}

/** A warning that a file may have been read wrongly. It blocks nothing, but its source is not ranked. */
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

export interface FieldSample {
  readonly name: string;
  readonly samples: readonly string[];
}

export interface ReadingQuestion {
  readonly fields: readonly FieldSample[];
  /** Whether a table was read as one with a header; null for what is no table. */
  readonly header: 'first' | 'none' | null;
  /** Command line options that answer it, such as `--map query=a,positive=b,negative=c`. */
  readonly options: readonly string[];
}

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
