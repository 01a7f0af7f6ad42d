/** What a user says of a pair: its mark, and where the pair is found again. */

/** `drop` and `false-negative` both leave the cleaned file; a false negative is a passage that answers the query. */
export type Mark = 'keep' | 'drop' | 'false-negative';

/** The marks in the order of their codes, the first of which is 1. Columns of marks hold codes; 0 is no mark. */
export const MARKS: readonly Mark[] = ['keep', 'drop', 'false-negative'];

/** The code of a mark, 0 for none. */
export function markCode(mark: Mark | null): number {
  return mark === null ? 0 : MARKS.indexOf(mark) + 1;
}

/** The mark of a code; null for 0. */
export function markOfCode(code: number): Mark | null {
  return MARKS[code - 1] ?? null;
}

/** Words of a key: 128 bits. */
export const KEY_WORDS = 4;

/**
 * The keys of all pairs of one source. A key is a hash of the texts of query, positive and negative as they are stored,
 * and of nothing else: a pair has the same key in every file, session and browser.
 */
export interface PairKeys {
  readonly source: number;
  /** records + 1 offsets: the pairs of record i are `offsets[i] .. offsets[i + 1]`, in the order of its negatives. */
  readonly offsets: Int32Array;
  /** {@link KEY_WORDS} words a pair. */
  readonly words: Uint32Array;
}

/** Marks of pairs of one source, as the table `marks` takes them. All columns have one length. */
export interface MarkedPairs {
  readonly source: number;
  /** 0-based record of the source. */
  readonly records: Int32Array;
  /** 0-based position of the negative in the record. */
  readonly positions: Int32Array;
  /** Code of each pair's mark. */
  readonly marks: Uint8Array;
  /** Note of each pair, `''` where there is none. Null where no pair has one. */
  readonly notes: readonly string[] | null;
}

/** Marks by key, as they cross between page and worker. */
export interface KeyedMarks {
  /** Four words a mark. */
  readonly words: Uint32Array;
  /** Code of each mark; 0 takes one back. */
  readonly marks: Uint8Array;
  /** Notes of some of them, by place; `''` takes one back. */
  readonly notes: readonly (readonly [place: number, note: string])[];
}

/** Marks to write, with where each pair stands now, for those who read the file; only the key counts when it is read. */
export interface MarksToWrite extends KeyedMarks {
  readonly sources: readonly string[];
  /** Index into `sources` of each mark; -1 where no loaded source has its pair. */
  readonly source: Int32Array;
  readonly records: Int32Array;
  readonly positions: Int32Array;
}
