/** What a user says about a pair, and the key by which the pair is found again. */

import type { PairPlaces } from '../../scoring/pairs';

/** `drop` and `false-negative` both leave the cleaned file; a false negative is a passage that answers the query. */
export type Mark = 'keep' | 'drop' | 'false-negative';

/** The marks in the order of their codes, the first of which is 1. Columns of marks hold codes; 0 is no mark. */
export const MARKS: readonly Mark[] = ['keep', 'drop', 'false-negative'];

/** The code of a mark, 0 for none. */
export function markCode(mark: Mark | null): number {
  return mark === null ? 0 : MARKS.indexOf(mark) + 1;
}

/** A mark and a note; no mark is null, no note is ''. */
export interface Marked {
  readonly mark: Mark | null;
  readonly note: string;
  /** Who set the mark: {@link BY_HAND}, a cure, or a file. Absent in older files, and without a mark. */
  readonly by?: string | undefined;
}

/** Who set a mark that the user set on the page. */
export const BY_HAND = 'by hand';

/** Marks and notes by key: 32 hexadecimal digits, the hash of the three texts. */
export type Marks = ReadonlyMap<string, Marked>;

/** The entries of {@link Marks}. */
export type KeptMarks = Iterable<readonly [key: string, said: Marked]>;

/** Marks cloned at once. All 250,000 of a large file would take 400 ms. */
export const MARKS_AT_ONCE = 5_000;

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

/** The key of a pair as 32 digits. */
export function keyText(words: Uint32Array, pair: number): string {
  let key = '';
  for (let at = pair * KEY_WORDS; at < (pair + 1) * KEY_WORDS; at += 1) {
    key += (words[at] as number).toString(16).padStart(8, '0');
  }
  return key;
}

/** Marked pairs of one source, as the table `marks` takes them. */
export interface MarkedPairs extends PairPlaces {
  /** Code of each pair's mark. */
  readonly marks: Uint8Array;
  readonly notes: readonly string[];
}
