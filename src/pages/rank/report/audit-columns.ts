/** Columns of the audit in an opened report: failure buckets, and what single pairs say. */

import type { JudgedPairs } from '../../../report/pair-audit';
import { BUCKETS } from '../../../scoring/buckets';
import type { RankedSource } from '../../../report/ranking';
import type { Column } from '../../../ui/table';
import { formatCount, formatPercent } from '../../../ui/words';

/** A share with the pairs behind it. */
interface ShareColumn extends Column<RankedSource> {
  readonly value: (row: RankedSource) => number | null;
  readonly count: (row: RankedSource) => number | null;
  /** True where it stands out from the references. */
  readonly stands?: (row: RankedSource) => boolean;
}

const pairsOf = ({ verdict }: RankedSource): JudgedPairs | null => verdict?.pairs ?? null;

export const AUDIT_COLUMNS: readonly ShareColumn[] = [
  ...BUCKETS.map(({ id, words, rule }): ShareColumn => ({
    title: words,
    meaning: `Share of pairs with ${rule}`,
    value: ({ figures }) => figures?.buckets[id] ?? null,
    count: ({ figures }) => figures?.counts.buckets[id] ?? null,
  })),
  {
    title: 'near the positive',
    meaning: 'Share of negatives near their positive, copies of it included',
    value: (row) => pairsOf(row)?.near_positive.share ?? null,
    count: (row) => pairsOf(row)?.near_positive.found ?? null,
    stands: (row) => pairsOf(row)?.near_positive.flagged ?? false,
  },
  {
    title: 'like random',
    meaning: 'Share of negatives that look drawn at random',
    value: (row) => pairsOf(row)?.unrelated?.share ?? null,
    count: (row) => pairsOf(row)?.unrelated?.found ?? null,
    stands: (row) => pairsOf(row)?.unrelated?.flagged ?? false,
  },
];

/** `12.3 % (1,234)`; a dash where it is not known. */
export function shareInWords({ value, count }: ShareColumn, row: RankedSource): string {
  const [share, pairs] = [value(row), count(row)];
  if (share === null) return '–';
  return pairs === null ? formatPercent(share) : `${formatPercent(share)} (${formatCount(pairs)})`;
}
