/** The figures of a pair by which the audit filters and sorts: ids of the address, signs, words, SQL. */

import type { WeightingId } from '../../scoring/weightings';

/** Under which temperature and weighting gates and weights are meant. */
export interface Gating {
  readonly tau: number;
  readonly weighting: WeightingId;
}

/** In the order in which the page shows them. `sql` is in the columns of `gates(τ)`. */
export const FIGURES = [
  { id: 'rho', sign: 'ρ', words: 'prefers the positive', sql: 'rho', unit: true },
  { id: 'eta', sign: 'η', words: 'near the positive', sql: 'eta', unit: true },
  { id: 'psi', sign: 'ψ', words: 'few shared words', sql: 'psi', unit: true },
  { id: 'w', sign: 'w', words: 'weight', sql: null, unit: true },
  { id: 'm', sign: 'm', words: 'lead of the positive', sql: 'm', unit: false },
  { id: 'l', sign: 'l', words: 'nearer to the positive than to the query', sql: 'l', unit: false },
  { id: 'C', sign: 'C', words: 'share of the query’s words', sql: 'coverage', unit: true },
  { id: 'cos', sign: 'cos', words: 'cosine to the positive', sql: 'cos_positive', unit: false },
  { id: 'suspicion', sign: '', words: 'suspicion', sql: 'suspicion', unit: true },
] as const;

export type FigureId = (typeof FIGURES)[number]['id'];

export const FIGURE_IDS: readonly FigureId[] = FIGURES.map(({ id }) => id);

/** The weightings in the columns of `gates(τ)`; each is the formula of `scoring/weightings.ts`. `tau` is put in. */
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

/** A piece of SQL with the values of its question marks. */
export interface SqlPiece {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

/** A figure of a pair, over the columns of `gates(τ)`. */
export function figureSql(id: FigureId, { tau, weighting }: Gating): SqlPiece {
  const figure = FIGURES.find((known) => known.id === id);
  if (figure?.sql) return { sql: figure.sql, params: [] };
  const [first = '', ...rest] = WEIGHT_SQL[weighting].split(':tau');
  return { sql: `(${[first, ...rest].join('?')})`, params: rest.map(() => tau) };
}
