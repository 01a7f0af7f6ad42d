/** What reading a file gives: its sources with their counts, or why there are none. */

import type { ErrorCode } from './errors';
import type { StockSentence } from '../scoring/text-faults';
import type { Meetings } from '../scoring/batches';
import type { RecordsOfK } from '../scoring/k-counts';
import type { TextCheck } from '../scoring/pair-checks';
import type { PlaceKind, ReadCounts } from './candidate-record';
import type { FirstRecord, ReadingWarning, ReadingQuestion, Interpretation } from './reading';
import type { CompanionKind, NamedKind } from './formats/catalogue';

/** Counts of whole entries of a file: `read = loaded + merged + leftOut + rejected` always. */
export interface EntryCounts {
  /** Lines, elements or rows read, blank lines not counted. */
  readonly read: number;
  /** Entries that gave a record, or several of different sources. */
  readonly loaded: number;
  /** Rows that joined an earlier one to form one record. */
  readonly merged: number;
  /** Entries with the query, positives and negatives of an earlier one. They count among those above; hits of runs are not looked at. */
  readonly repeated: number;
  /** Good entries that a sample of the file left out. */
  readonly leftOut: number;
  readonly rejected: number;
  readonly blankLines: number;
}

/** Counts of one source; those of entries are its file's, and the same for all sources of one file. */
export interface FileCounts extends EntryCounts, ReadCounts {
  /** Records all of whose negatives are known positives: of the record, or of another one with the same query. */
  readonly recordsOfKnownPositives: number;
  /** Records whose query id an earlier record of the source has. */
  readonly duplicateQueryIds: number;
}

export const EXAMPLE_LENGTH = 200;

export interface CheckExample {
  readonly place: number;
  /** Null where it could not be read. */
  readonly query: string | null;
  /** The negative, id or number at fault; null where the record is. */
  readonly text: string | null;
}

export interface FoundText {
  readonly as: 'query' | 'positive' | 'negative';
  readonly text: string;
  /** The text of the evaluation that it is, or nearly is; null where none is compared. */
  readonly evaluation: string | null;
  /** False for nearly the same words. */
  readonly exact: boolean;
  /** Records, or negatives, that have it. */
  readonly count: number;
}

export interface CheckFound {
  /** Records, or negatives, for which it fails. */
  readonly count: number;
  /** The first of them; null where there is none. */
  readonly example: CheckExample | null;
}

/** Texts that are negatives of far too many queries. */
export interface FoundBoilerplate extends CheckFound {
  /** How many texts. */
  readonly distinct: number;
  /** The most frequent of them. */
  readonly texts: readonly FoundText[];
}

/** How often texts of an evaluation stand in a source. */
export interface EvaluationCounts {
  /** Distinct evaluation queries. */
  readonly queries: number;
  /** Records with one of them. */
  readonly records: number;
  /** Records whose positive, and negatives that, are relevant documents of an evaluation query. */
  readonly positives: number;
  readonly negatives: number;
}

/** Texts of the evaluation in a source. */
export interface FoundEvaluation extends EvaluationCounts {
  readonly source: number;
  /** Distinct queries of the evaluation. */
  readonly of: number;
  /** Nearly the same words, the equal ones aside. */
  readonly near: EvaluationCounts;
  /** False where there were too many passages to hold them against documents by more than equal texts. */
  readonly nearDocuments: boolean;
  readonly texts: readonly FoundText[];
}

/**
 * By check; null where it does not apply. Entries rejected for an unknown id count at the first source of their file.
 * Enough negatives, batches and evaluation are told by {@link LoadedSource.byK}, {@link LoadedSource.meetings} and a
 * comparison with the files of evaluation.
 */
export interface SourcePreflight extends Readonly<
  Record<'ids' | 'positives' | 'repeats' | 'scores', CheckFound | null>
> {
  readonly boilerplate: FoundBoilerplate;
  readonly texts: Readonly<Record<TextCheck, FoundInTexts>>;
  /** The most frequent sentence that stands in far more negatives than positives. */
  readonly sentence: StockSentence | null;
}

/** Pairs that a check of texts finds; all of a record whose query or positive it finds. */
export interface FoundInTexts {
  readonly pairs: number;
  /** Records whose query or positive is found. */
  readonly records: number;
  /** The beginning of the first text. */
  readonly example: string | null;
}

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

export interface LoadedSource {
  /** Key of the source in the store; never reused. */
  readonly id: number;
  /** Key of its file in the store. */
  readonly fileId: number;
  /** The file's name without its extensions, or the label; made unique by -2, -3 …; the user may edit it. */
  readonly name: string;
  /** Null where the whole file is one source. */
  readonly label: string | null;
  readonly file: string;
  readonly bytes: number;
  /** The format in words, such as "Tevatron JSONL". */
  readonly format: string;
  readonly placeKind: PlaceKind;
  readonly counts: FileCounts;
  readonly medianK: number;
  /** Its records by number of negatives; each with the first of them; null in merged shards. */
  readonly byK: readonly (RecordsOfK & { readonly first: Omit<CheckExample, 'text'> | null })[];
  /** Shares of its records that meet a positive of their query in a batch; null where nobody counted them. */
  readonly meetings: Meetings | null;
  /** Length of the embeddings the file gives, or null where it gives none. */
  readonly dimension: number | null;
  /** Warnings that it may be read wrongly; a source with one is not ranked. */
  readonly warnings: readonly ReadingWarning[];
  /** Null in merged shards. */
  readonly preflight: SourcePreflight | null;
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

/** A file whose records name ids of a companion file that is missing. Load it again after the companion. */
export interface WaitingFile {
  readonly file: string;
  readonly interpretation: Interpretation;
  readonly needs: readonly { readonly kind: NamedKind; readonly example: string }[];
  /** Whole sentences: what is needed, by name, and what to do. */
  readonly message: string;
}

export interface RefusedFile {
  readonly file: string;
  readonly error: ErrorCode;
  readonly message: string;
  readonly summary: string;
  /** What the message lists, with the sentence before it; null where it lists nothing. */
  readonly list: { readonly title: string; readonly lines: readonly string[] } | null;
  readonly read: number;
  readonly rejected: number;
  /** Records of a sample that would fit, for a file that is too large; null for others. */
  readonly sampleThatFits: number | null;
  /** What the user is asked if names do not say which field is what; null for other faults. */
  readonly asks: ReadingQuestion | null;
  /** Fields or columns found, for the mapping; empty where none could be read. */
  readonly fields: readonly string[];
}

/** `id` is the file's key in the store, also for its rejects. */
export type LoadOutcome =
  | { readonly status: 'loaded'; readonly id: number; readonly loaded: LoadedFile }
  | { readonly status: 'companion'; readonly id: number; readonly companion: LoadedCompanion }
  | { readonly status: 'waiting'; readonly id: number; readonly waiting: WaitingFile }
  | { readonly status: 'refused'; readonly id: number; readonly refused: RefusedFile };

export interface LoadProgress {
  readonly file: string;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly records: number;
  readonly rejected: number;
  /** A file may be read more than once, and its companions for it. */
  readonly stage: 'reading' | 'sampling' | 'ids' | 'companions';
}
