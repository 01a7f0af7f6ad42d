/** What the checks before a run find in a cleaned file. */

import type { CheckedSource } from '../../report/preflight';
import type { RecordsOfK } from '../../scoring/k-counts';

/**
 * A source as it is in its cleaned file. Ids and scores are those of before: what leaves can only better them.
 * @param left its records that stay
 * @param found how many negatives each of these checks still finds
 */
export function checkedAfter(
  { id, warnings, preflight, placeKind, counts, meetings }: CheckedSource['loaded'],
  left: readonly RecordsOfK[],
  found: Readonly<Record<'positives' | 'boilerplate', number>>,
): CheckedSource['loaded'] {
  const sum = (of: (row: RecordsOfK) => number) => left.reduce((all, row) => all + row.records * of(row), 0);
  const copies = sum((row) => row.copies);
  const counted = (count: number) => ({ count, example: null });
  return {
    id,
    warnings,
    placeKind,
    meetings,
    byK: left.map(({ k, copies: own, records }) => ({ k, copies: own, records, first: null })),
    counts: {
      ...counts,
      records: sum(() => 1),
      pairs: sum(({ k }) => k),
      duplicateNegativesRemoved: copies,
      negativesEqualPositive: Math.min(counts.negativesEqualPositive, found.positives),
    },
    preflight: preflight && {
      ...preflight,
      positives: counted(found.positives),
      repeats: counted(copies),
      boilerplate: { ...preflight.boilerplate, ...counted(found.boilerplate), texts: [] },
    },
  };
}
