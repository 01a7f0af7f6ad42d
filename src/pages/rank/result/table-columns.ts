/** Columns of the table of all figures. */

import type { SourceFigures } from '../../../engine/results';
import type { Flag } from '../../../scoring/audit';
import type { RankedSource } from '../../../session/result/ranking-view';
import type { Column } from '../../../ui/table';
import { formatCount, formatMean, formatPercent, formatScore } from '../../../ui/words';

/** A column of figures. */
export interface FigureColumn extends Column<RankedSource> {
  readonly value: (row: RankedSource) => number | null;
  readonly format: (value: number) => string;
  /** How many the rate counts. */
  readonly count?: (figures: SourceFigures) => number;
  readonly flag?: Flag;
}

function figure(
  title: string,
  meaning: string,
  value: (figures: SourceFigures) => number,
  format: (value: number) => string,
  more: Pick<FigureColumn, 'count' | 'flag'> = {},
): FigureColumn {
  return { title, meaning, value: ({ figures }) => figures && value(figures), format, ...more };
}

/** Columns before the flags. The trace is known during the run. */
export const MAIN_COLUMNS: readonly FigureColumn[] = [
  {
    title: 'trace',
    meaning: 'Trace of the information matrix',
    value: ({ figures, runningTrace }) => figures?.trace ?? runningTrace,
    format: formatScore,
  },
  figure('mean ρ', 'Mean target consistency ρ', (f) => f.mean_rho, formatMean, { flag: 'rho' }),
  figure('mean η', 'Mean semantic locality η', (f) => f.mean_eta, formatMean, { flag: 'eta' }),
  figure('mean ψ', 'Mean lexical residuality ψ', (f) => f.mean_psi, formatMean, { flag: 'psi' }),
  figure(
    'inverted',
    'Inversion rate: share of pairs whose negative is nearer the query than the positive',
    (f) => f.inversion_rate,
    formatPercent,
    { count: (f) => f.counts.inverted_pairs, flag: 'inversion' },
  ),
];

/** Columns after the flags. */
export const FURTHER_COLUMNS: readonly FigureColumn[] = [
  figure('pairs', 'Pairs scored, N', (f) => f.negatives, formatCount),
  {
    title: 'records',
    meaning: 'Records scored',
    value: ({ figures, records }) => figures?.records ?? records,
    format: formatCount,
  },
  figure(
    'ambiguous',
    'Ambiguity: share of records with any inverted negative',
    (f) => f.ambiguity,
    formatPercent,
    { count: (f) => f.counts.ambiguous_records },
  ),
  figure('mean C', 'Mean lexical coverage C', (f) => f.mean_coverage, formatMean),
  figure(
    'MNRL proxy',
    'Mean softmax loss of a record’s positive against all its negatives',
    (f) => f.mnrl_proxy,
    formatScore,
  ),
  figure('pair loss', 'Mean pairwise loss −log ρ', (f) => f.mean_pairwise_loss, formatScore),
  figure('gradient', 'Mean gradient energy', (f) => f.mean_gradient_energy, formatScore),
  figure('ECI / d', 'ECI per dimension', (f) => f.eci_per_dim, formatScore),
  figure('λ max', 'Largest eigenvalue of the information matrix', (f) => f.lambda_max, formatScore),
];
