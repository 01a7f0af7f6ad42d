/** The audit as columns of all figures: failure buckets, and what single pairs say. */

import type { FigureColumn } from '../../../report/columns';
import type { RankedSource } from '../../../report/ranking';
import type { Report } from '../../../report/result';
import { BUCKETS } from '../../../scoring/buckets';
import { formatPercent } from '../../../ui/words';

type Counted = Report['audit']['pairs'];

interface ShareColumn extends Omit<FigureColumn, 'count'> {
  readonly counted: (row: RankedSource) => number | null;
}

/** Shares of pairs, with their counts. @param pairs what was counted, by name of the source */
export function auditColumns(pairs: Counted): ShareColumn[] {
  const counted = (title: string, meaning: string, key: 'near_positive' | 'unrelated'): ShareColumn => ({
    title,
    meaning,
    value: ({ name }: RankedSource) => {
      const { [name]: of } = pairs;
      const count = of?.[key] ?? null;
      return of && count !== null ? count / of.pairs : null;
    },
    format: formatPercent,
    counted: ({ name }) => pairs[name]?.[key] ?? null,
  });
  return [
    ...BUCKETS.map(({ id, words, rule }): ShareColumn => ({
      title: `bucket: ${words}`,
      meaning: `Share of pairs with ${rule}`,
      value: ({ figures }) => figures?.buckets[id] ?? null,
      format: formatPercent,
      counted: ({ figures }) => figures?.counts.buckets[id] ?? null,
    })),
    counted(
      'near the positive',
      'Share of negatives near their positive, copies of it included',
      'near_positive',
    ),
    counted('like random', 'Share of negatives that lie where pairs of drawn passages lie', 'unrelated'),
  ];
}
