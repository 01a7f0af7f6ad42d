/** What is looked for in the pairs of a file before any run. */

/** Checks of the texts themselves. */
export const TEXT_CHECKS = ['sentence', 'markup', 'language', 'letters', 'placeholder'] as const;
export type TextCheck = (typeof TEXT_CHECKS)[number];

/** Checks whose pairs can be told, and left out of the files. */
export const PAIR_CHECKS = ['positives', 'boilerplate', 'evaluation', ...TEXT_CHECKS] as const;
export type PairCheck = (typeof PAIR_CHECKS)[number];

/** Of each pair of a source, in file order, bit i for `PAIR_CHECKS[i]`. */
export interface FoundInFile {
  readonly source: number;
  /** records + 1 offsets. */
  readonly offsets: Int32Array;
  readonly bits: Uint16Array;
}
