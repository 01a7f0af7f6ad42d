/** Columns of the ranking table: what each shows, how it sorts, which flag warms it. */

import type { SourceFigures } from '../../../engine/results';
import type { Flag } from '../../../scoring/audit';
import { formatCount, formatMean, formatPercent, formatScore } from '../../../ui/words';
import type { RankedSource } from '../../../session/result/ranking-view';

/** A column of one figure. Rank, source, score and flags have cells of their own. */
export interface FigureColumn {
  readonly id: string;
  /** The header: a word, or a word with a sign. */
  readonly title: string;
  /** The whole name, for the header's tooltip and for those who hear it. */
  readonly meaning: string;
  readonly value: (figures: SourceFigures) => number;
  readonly format: (value: number) => string;
  /** The count behind a rate. */
  readonly count?: (figures: SourceFigures) => number;
  readonly flag?: Flag;
}

export const MAIN_COLUMNS: readonly FigureColumn[] = [
  {
    id: 'trace',
    title: 'trace',
    meaning: 'Trace of the information matrix',
    value: (f) => f.trace,
    format: formatScore,
  },
  {
    id: 'rho',
    title: 'mean ρ',
    meaning: 'Mean target consistency ρ',
    value: (f) => f.mean_rho,
    format: formatMean,
    flag: 'rho',
  },
  {
    id: 'eta',
    title: 'mean η',
    meaning: 'Mean semantic locality η',
    value: (f) => f.mean_eta,
    format: formatMean,
    flag: 'eta',
  },
  {
    id: 'psi',
    title: 'mean ψ',
    meaning: 'Mean lexical residuality ψ',
    value: (f) => f.mean_psi,
    format: formatMean,
    flag: 'psi',
  },
  {
    id: 'inversion',
    title: 'inverted',
    meaning: 'Inversion rate: share of pairs whose negative is nearer the query than the positive',
    value: (f) => f.inversion_rate,
    format: formatPercent,
    count: (f) => f.counts.inverted_pairs,
    flag: 'inversion',
  },
];

export const FURTHER_COLUMNS: readonly FigureColumn[] = [
  { id: 'pairs', title: 'pairs', meaning: 'Pairs scored, N', value: (f) => f.negatives, format: formatCount },
  {
    id: 'records',
    title: 'records',
    meaning: 'Records scored',
    value: (f) => f.records,
    format: formatCount,
  },
  {
    id: 'ambiguity',
    title: 'ambiguous',
    meaning: 'Ambiguity: share of records with any inverted negative',
    value: (f) => f.ambiguity,
    format: formatPercent,
    count: (f) => f.counts.ambiguous_records,
  },
  {
    id: 'coverage',
    title: 'mean C',
    meaning: 'Mean lexical coverage C',
    value: (f) => f.mean_coverage,
    format: formatMean,
  },
  {
    id: 'mnrl',
    title: 'MNRL proxy',
    meaning: 'Mean softmax loss of a record’s positive against all its negatives',
    value: (f) => f.mnrl_proxy,
    format: formatScore,
  },
  {
    id: 'loss',
    title: 'pair loss',
    meaning: 'Mean pairwise loss −log ρ',
    value: (f) => f.mean_pairwise_loss,
    format: formatScore,
  },
  {
    id: 'energy',
    title: 'gradient',
    meaning: 'Mean gradient energy',
    value: (f) => f.mean_gradient_energy,
    format: formatScore,
  },
  {
    id: 'eci-per-dim',
    title: 'ECI / d',
    meaning: 'ECI per dimension',
    value: (f) => f.eci_per_dim,
    format: formatScore,
  },
  {
    id: 'lambda',
    title: 'λ max',
    meaning: 'Largest eigenvalue of the information matrix',
    value: (f) => f.lambda_max,
    format: formatScore,
  },
];

const FIGURE_COLUMNS = [...MAIN_COLUMNS, ...FURTHER_COLUMNS];

export interface SortOrder {
  /** `rank`, `source`, `eci`, `flags` or the id of a figure column. */
  readonly column: string;
  readonly ascending: boolean;
}

export const RANK_ORDER: SortOrder = { column: 'rank', ascending: true };

/** The order after a press on a header: names and ranks start ascending, figures descending; again turns it. */
export function nextOrder(order: SortOrder, column: string): SortOrder {
  if (order.column === column) return { column, ascending: !order.ascending };
  return { column, ascending: column === 'rank' || column === 'source' };
}

/** Rows of one setting in the order asked for. The rows come by rank, and equal values keep that order. */
export function sortRows(rows: readonly RankedSource[], order: SortOrder): RankedSource[] {
  if (order.column === 'rank') return order.ascending ? [...rows] : [...rows].reverse();
  const direction = order.ascending ? 1 : -1;
  if (order.column === 'source')
    return [...rows].sort((a, b) => direction * a.name.localeCompare(b.name, 'en'));
  const value = sortValue(order.column);
  return [...rows].sort((a, b) => compare(value(a), value(b), direction));
}

function sortValue(column: string): (row: RankedSource) => number | null {
  if (column === 'eci') return (row) => row.eci;
  if (column === 'flags') return (row) => row.flags.length;
  const figure = FIGURE_COLUMNS.find((c) => c.id === column);
  return (row) => (figure && row.figures ? figure.value(row.figures) : null);
}

/** Rows without the figure stay last in either direction. */
function compare(a: number | null, b: number | null, direction: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return direction * (a - b);
}
