/** Columns of the audit in an opened report: failure buckets, and what single pairs say. */

import type { Report } from '../../../report/result';
import { BUCKETS } from '../../../scoring/buckets';
import type { RankedSource } from '../../../report/ranking';
import type { Column } from '../../../ui/table';
import { formatCount, formatPercent } from '../../../ui/words';

/** A share with the pairs behind it. */
export interface ShareColumn extends Column<RankedSource> {
  readonly value: (row: RankedSource) => number | null;
  readonly count: (row: RankedSource) => number | null;
}

/** @param pairs what the report counted, by name */
export function auditColumns(pairs: Report['audit']['pairs']): ShareColumn[] {
  const counted = (key: 'near_positive' | 'unrelated') => {
    const countOf = ({ name }: RankedSource) => pairs[name]?.[key] ?? null;
    return {
      value: (row: RankedSource) => {
        const count = countOf(row);
        return count === null ? null : count / (pairs[row.name]?.pairs ?? 1);
      },
      count: countOf,
    };
  };
  return [
    ...BUCKETS.map(({ id, words, rule }): ShareColumn => ({
      title: words,
      meaning: `Share of pairs with ${rule}`,
      value: ({ figures }) => figures?.buckets[id] ?? null,
      count: ({ figures }) => figures?.counts.buckets[id] ?? null,
    })),
    {
      title: 'near the positive',
      meaning: 'Share of negatives near their positive, copies of it included',
      ...counted('near_positive'),
    },
    {
      title: 'like random',
      meaning: 'Share of negatives that lie where pairs of drawn passages lie',
      ...counted('unrelated'),
    },
  ];
}

/** `12.3 % (1,234)`; a dash where it is not known. */
export function shareInWords({ value, count }: ShareColumn, row: RankedSource): string {
  const [share, pairs] = [value(row), count(row)];
  if (share === null) return '–';
  return pairs === null ? formatPercent(share) : `${formatPercent(share)} (${formatCount(pairs)})`;
}
