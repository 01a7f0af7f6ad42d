/** The figures of a pair in words and symbols. */

import type { FigureId } from '../../crossfilter/figures';

interface Figure {
  readonly sign: string;
  readonly words: string;
  readonly decimals: number;
}

export const FIGURES: Readonly<Record<FigureId, Figure>> = {
  rho: { sign: 'ρ', words: 'prefers the positive', decimals: 2 },
  eta: { sign: 'η', words: 'nearer to the positive than to the query', decimals: 2 },
  psi: { sign: 'ψ', words: 'few shared words', decimals: 2 },
  w: { sign: 'w', words: 'weight', decimals: 2 },
  m: { sign: 'm', words: 'lead of the positive', decimals: 3 },
  l: { sign: 'l', words: 'nearer to the positive than to the query', decimals: 3 },
  C: { sign: 'C', words: 'share of the query’s words', decimals: 2 },
  cos: { sign: 'cos', words: 'cosine to the positive', decimals: 3 },
  suspicion: { sign: '', words: 'suspicion', decimals: 3 },
  score: { sign: '', words: 'score: cosine to the query', decimals: 3 },
  share: { sign: '', words: 'share of the positive’s score', decimals: 3 },
  place: { sign: '', words: 'place in the record', decimals: 0 },
  given: { sign: '', words: 'the file’s own score', decimals: 3 },
  held: { sign: '', words: 'number of sources', decimals: 0 },
};
