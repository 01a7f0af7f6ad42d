/** The figures of a pair in words, symbols and SQL. */

import type { FigureId } from '../../crossfilter/figures';
import type { Gating, WeightingId } from '../../scoring/weightings';

interface Figure {
  readonly sign: string;
  readonly words: string;
  /** Decimals that are shown and that a brush is rounded to. */
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
};

/** The columns of `gates(τ)`; a weight is a formula of them. */
const FIGURE_SQL: Readonly<Record<Exclude<FigureId, 'w'>, string>> = {
  rho: 'rho',
  eta: 'eta',
  psi: 'psi',
  m: 'm',
  l: 'l',
  C: 'coverage',
  cos: 'cos_positive',
  suspicion: 'suspicion',
};

/** The weightings of `scoring/weightings.ts` over the columns of `gates(τ)`; `:tau` is filled in. */
const WEIGHT_SQL: Readonly<Record<WeightingId, string>> = {
  full: 'rho * eta * psi',
  'drop-rho': 'eta * psi',
  'drop-eta': 'rho * psi',
  'drop-psi': 'rho * eta',
  uniform: '1',
  gradient: 'rho(-m, :tau) ** 2 * eta * psi',
  'margin-hardness': '(rho(-m, :tau) * distance / :tau) ** 2',
  'two-sided': 'rho ** 2 * rho(-m, :tau)',
  'two-sided-eta': 'rho ** 2 * rho(-m, :tau) * eta',
  'symmetric-psi': 'rho * rho(-m, :tau) * psi',
  'symmetric-eta-psi': 'rho * rho(-m, :tau) * eta * psi',
  'clip-0.99': 'if(m < :tau * ln(99), rho * eta * psi, 0)',
  'clip-0.999': 'if(m < :tau * ln(999), rho * eta * psi, 0)',
};

/** SQL with the values of its question marks. */
export interface SqlPiece {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

/** A figure of a pair, over the columns of `gates(τ)`. */
export function figureSql(id: FigureId, { tau, weighting }: Gating): SqlPiece {
  if (id !== 'w') return { sql: FIGURE_SQL[id], params: [] };
  const [first = '', ...rest] = WEIGHT_SQL[weighting].split(':tau');
  return { sql: `(${[first, ...rest].join('?')})`, params: rest.map(() => tau) };
}
