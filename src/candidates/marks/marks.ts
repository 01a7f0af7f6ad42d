/** What becomes of a pair in a cleaned file, and the key by which the pair is found again. */

import type { PairPlaces } from '../../scoring/pairs';

/** `drop` and `false-negative` both leave the cleaned file; a false negative is a passage that answers the query. */
export type Mark = 'keep' | 'drop' | 'false-negative';

/** The marks in the order of their codes, the first of which is 1. Columns of marks hold codes; 0 is no mark. */
export const MARKS: readonly Mark[] = ['keep', 'drop', 'false-negative'];

/** The code of a mark, 0 for none. */
export function markCode(mark: Mark | null): number {
  return mark === null ? 0 : MARKS.indexOf(mark) + 1;
}

/**
 * Words of a key: 128 bits, a hash of the texts of query and negative as they are stored, and of nothing else. A pair has
 * the same key in every file, session and browser, whatever its positive is.
 */
export const KEY_WORDS = 4;

/** The keys of all pairs of one source: {@link KEY_WORDS} words a pair. */
export interface PairKeys {
  readonly source: number;
  /** records + 1 offsets: the pairs of record i are `offsets[i] .. offsets[i + 1]`, in the order of its negatives. */
  readonly offsets: Int32Array;
  readonly words: Uint32Array;
}

/** The key of a pair as 32 hexadecimal digits, and back. */
export function keyText(words: Uint32Array, pair: number): string {
  let key = '';
  for (let at = pair * KEY_WORDS; at < (pair + 1) * KEY_WORDS; at += 1) {
    key += (words[at] as number).toString(16).padStart(8, '0');
  }
  return key;
}

export function keyWords(key: string): Uint32Array {
  const words = new Uint32Array(KEY_WORDS);
  for (let at = 0; at < KEY_WORDS; at += 1) words[at] = parseInt(key.slice(8 * at, 8 * at + 8), 16);
  return words;
}

/** Marked pairs of one source, as the table `marks` takes them. */
export interface MarkedPairs extends PairPlaces {
  /** Code of each pair's mark. */
  readonly marks: Uint8Array;
  readonly notes: readonly string[];
  /** Code of each pair's verdict, and who judged it. */
  readonly verdicts: Uint8Array;
  readonly judges: readonly string[];
}
