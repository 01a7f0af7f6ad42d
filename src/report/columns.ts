/** The figures of a source as columns: of the page's table and of the CSV. A new figure is one line here. */

import type { SourceFigures } from '../engine/result';
import { BUCKETS } from '../scoring/buckets';
import { GATES } from '../scoring/pair-gates';
import type { Column } from '../ui/table';
import { formatCount, formatMean, formatPercent, formatScore } from '../ui/words';
import type { RankedSource } from './ranking';
import type { Result } from './result';

export interface FigureColumn extends Column<RankedSource> {
  readonly value: (row: RankedSource) => number | null;
  readonly format: (value: number) => string;
  /** Its title in the CSV, and that of its count; without one it is not there. */
  readonly csv?: readonly [title: string, count?: string];
}

function figure(
  title: string,
  meaning: string,
  value: (figures: SourceFigures) => number,
  format: (value: number) => string,
  { count, csv }: Pick<FigureColumn, 'csv'> & { readonly count?: (figures: SourceFigures) => number } = {},
): FigureColumn {
  return {
    title,
    meaning,
    value: ({ figures }) => figures && value(figures),
    format,
    ...(count && { counted: ({ figures }: RankedSource) => figures && count(figures) }),
    ...(csv && { csv }),
  };
}

export const GATE_COLUMNS: readonly FigureColumn[] = [
  ...GATES.map(({ id, sign, words }) =>
    figure(`mean ${sign}`, `Mean ${words} ${sign}`, (f) => f[`mean_${id}`], formatMean, {
      csv: [`mean ${id}`],
    }),
  ),
  figure(
    'inverted',
    'Inversion rate: share of pairs whose negative is nearer the query than the positive',
    (f) => f.inversion_rate,
    formatPercent,
    { count: (f) => f.counts.inverted_pairs, csv: ['inversion rate', 'inverted pairs'] },
  ),
];

export const SIZE_COLUMNS: readonly FigureColumn[] = [
  figure('pairs', 'Pairs scored, N', (f) => f.negatives, formatCount, { csv: ['pairs'] }),
  {
    title: 'records',
    meaning: 'Records scored',
    value: ({ records }) => records,
    format: formatCount,
    csv: ['records'],
  },
];

export const FURTHER_COLUMNS: readonly FigureColumn[] = [
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
    { csv: ['MNRL loss'] },
  ),
  figure('pair loss', 'Mean pairwise loss −log ρ', (f) => f.mean_pairwise_loss, formatScore, {
    csv: ['pairwise loss'],
  }),
  figure('gradient', 'Mean gradient energy', (f) => f.mean_gradient_energy, formatScore),
  figure('ECI / d', 'ECI per dimension', (f) => f.eci_per_dim, formatScore),
  {
    title: 'trace',
    meaning: 'Trace of the information matrix; known during the run',
    value: ({ trace }) => trace,
    format: formatScore,
    csv: ['trace'],
  },
  figure('λ max', 'Largest eigenvalue of the information matrix', (f) => f.lambda_max, formatScore, {
    csv: ['largest eigenvalue'],
  }),
  ...BUCKETS.map(({ id, words, rule }) =>
    figure(`bucket: ${words}`, `Share of pairs with ${rule}`, (f) => f.buckets[id], formatPercent, {
      count: (f) => f.counts.buckets[id],
    }),
  ),
];

/** Shares of pairs that a result looked for; null where nobody did. */
export function foundColumns({ audit: { pairs } }: Pick<Result, 'audit'>): Column<RankedSource>[] {
  const share = (title: string, key: 'near_positive' | 'unrelated'): Column<RankedSource> => {
    const counted = ({ name }: RankedSource) => pairs[name]?.[key] ?? null;
    const value = (row: RankedSource) => {
      const count = counted(row);
      return count === null ? null : count / (pairs[row.name]?.pairs ?? NaN);
    };
    return { title, meaning: `Share of pairs: ${title}`, value, format: formatPercent, counted };
  };
  return [share('near the positive', 'near_positive'), share('like random', 'unrelated')];
}
