/** The figures of a pair in words and symbols, and the options by which miners limit them. */

import type { FigureRange } from '../../crossfilter/cross-filter';
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

/**
 * The option of sentence-transformers (`mine_hard_negatives`) that leaves out the pairs of a range of a figure; null where there is
 * none. Its scores are cosines of the model that mines.
 */
export function minerOption(id: FigureId, { from, to }: FigureRange): string | null {
  if (from !== null && to === null) {
    if (id === 'share') return `relative_margin=${Number((1 - from).toFixed(6))}`;
    if (id === 'score') return `max_score=${from}`;
    return id === 'place' ? `num_negatives=${Math.ceil(from) - 1}` : null;
  }
  if (from !== null || to === null) return null;
  if (id === 'm') return `absolute_margin=${to}`;
  return id === 'score' ? `min_score=${to}` : null;
}
