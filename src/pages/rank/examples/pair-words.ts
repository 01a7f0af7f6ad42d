/** One pair in a word and a sentence, by its gates: what it would teach, and what it would not. */

import { capitalised, countInWords, formatPercent } from '../../../ui/words';
import { NEVER_CONFUSED } from '../../../scoring/pair-gates';

/** The gates of a pair, and C. */
export interface PairNumbers {
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
  readonly coverage: number;
}

export interface PairWords {
  /** One or two words. */
  readonly word: string;
  /** Whole sentences. */
  readonly why: string;
}

/** The edge of "high" for every gate, as for the failure buckets. */
const HIGH = 0.75;

/** Below this ρ the negative stands before the positive. */
const INVERTED = 0.5;

/** @param shared how many of the query's words stand in the negative */
export function pairInWords(
  { rho, eta, psi, coverage }: PairNumbers,
  shared: { readonly shared: number; readonly of: number },
): PairWords {
  if (rho < INVERTED) {
    return {
      word: 'beats the positive',
      why: 'The encoder puts it before the positive: it answers the query too, or the encoder has this to learn.',
    };
  }
  if (psi < HIGH) {
    const count = `${countInWords(shared.shared)} of the query’s ${countInWords(shared.of)} words stand in it`;
    return {
      word: 'shares the words',
      why: `${capitalised(count)}, ${formatPercent(coverage, 0)} of their weight: hard by its words only.`,
    };
  }
  if (eta >= HIGH && rho >= HIGH) {
    return {
      word: 'hard',
      why: 'Near the positive, few shared words: worth most, if it does not answer the query.',
    };
  }
  if (rho >= NEVER_CONFUSED) {
    return {
      word: 'too easy',
      why: 'The encoder never takes it for the answer, and the score has no term for that.',
    };
  }
  return {
    word: 'between',
    why: 'No gate is near its end: it counts for a part.',
  };
}
