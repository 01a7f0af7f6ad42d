/** The figures of a source as columns: of the page's table, the CSV, the printed tables and the memo. A new figure is one line here. */

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
}

function figure(
  title: string,
  meaning: string,
  value: (figures: SourceFigures) => number,
  format: (value: number) => string,
  count?: (figures: SourceFigures) => number,
): FigureColumn {
  return {
    title,
    meaning,
    value: ({ figures }) => figures && value(figures),
    format,
    ...(count && { counted: ({ figures }: RankedSource) => figures && count(figures) }),
  };
}

/** Those that every table has: means and inversion rate, pairs. */
export const PRINTED: readonly FigureColumn[] = [
  ...GATES.map(({ id, sign, words }) =>
    figure(`mean ${sign}`, `Mean ${words} ${sign}`, (f) => f[`mean_${id}`], formatMean),
  ),
  figure(
    'inverted',
    'Inversion rate: share of pairs whose negative is nearer the query than the positive',
    (f) => f.inversion_rate,
    formatPercent,
    (f) => f.counts.inverted_pairs,
  ),
  figure('pairs', 'Pairs scored, N', (f) => f.negatives, formatCount),
];

const FURTHER: readonly FigureColumn[] = [
  figure('records', 'Records scored', (f) => f.records, formatCount),
  figure(
    'ambiguous',
    'Ambiguity: share of records with any inverted negative',
    (f) => f.ambiguity,
    formatPercent,
    (f) => f.counts.ambiguous_records,
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
  figure('trace', 'Trace of the information matrix', (f) => f.trace, formatScore),
  figure('λ max', 'Largest eigenvalue of the information matrix', (f) => f.lambda_max, formatScore),
  ...BUCKETS.map(({ id, words, rule }) =>
    figure(
      `bucket: ${words}`,
      `Share of pairs with ${rule}`,
      (f) => f.buckets[id],
      formatPercent,
      (f) => f.counts.buckets[id],
    ),
  ),
];

/** All figures of a result; shares of pairs are null where nobody looked for them. */
export function figureColumns({ audit: { pairs } }: Pick<Result, 'audit'>): FigureColumn[] {
  const share = (title: string, key: 'near_positive' | 'unrelated'): FigureColumn => {
    const counted = ({ name }: RankedSource) => pairs[name]?.[key] ?? null;
    const value = (row: RankedSource) => {
      const count = counted(row);
      return count === null ? null : count / (pairs[row.name]?.pairs ?? NaN);
    };
    return { title, meaning: `Share of pairs: ${title}`, value, format: formatPercent, counted };
  };
  return [
    ...PRINTED,
    ...FURTHER,
    share('near the positive', 'near_positive'),
    share('like random', 'unrelated'),
  ];
}
