/**
 * Filters against false negatives that use only the retriever's scores (NV-Retriever, arXiv:2407.15831: TopK-PercPos
 * and TopK-MarginPos). They are counted for comparison: they look at the margin alone, which according to the paper
 * cannot tell a false negative from a hard one (Section "Negative-Source Controls").
 */

import { cosineToQuery } from './cosines';
import type { PairColumns } from './pairs';

/** Drops a negative that scores more than this share of its positive's score. */
export const POSITIVE_SHARE = 0.95;

/** Drops a negative that scores more than its positive's score less this. */
export const POSITIVE_MARGIN = 0.05;

/** The filters by their column of the table `pairs`. */
export const MARGIN_FILTERS = [
  { id: 'over_share', words: `score above ${POSITIVE_SHARE} × the positive’s` },
  { id: 'over_margin', words: `score above the positive’s less ${POSITIVE_MARGIN}` },
] as const;

export type MarginFilterId = (typeof MARGIN_FILTERS)[number]['id'];

/** @param negative v⁻·u @param positive v⁺·u */
export function exceedsShare(negative: number, positive: number): boolean {
  return negative > POSITIVE_SHARE * positive;
}

/** v⁻·u > v⁺·u − margin, which is m < margin. @param margin m */
export function exceedsMargin(margin: number): boolean {
  return margin < POSITIVE_MARGIN;
}

/** How many pairs each filter drops. */
export type MarginFilterCounts = Readonly<Record<MarginFilterId, number>>;

/** Counts the pairs of a source that the filters would drop. */
export function countMarginFilters({
  margin,
  locality,
  distance,
}: Pick<PairColumns, 'margin' | 'locality' | 'distance'>): MarginFilterCounts {
  const counts = { over_share: 0, over_margin: 0 };
  margin.forEach((m, pair) => {
    counts.over_share += Number(isOverShare(m, locality[pair], distance[pair]));
    counts.over_margin += Number(exceedsMargin(m));
  });
  return counts;
}

/** {@link exceedsShare} from a pair's columns: v⁻·u from l and ‖v⁺ − v⁻‖, and v⁺·u = v⁻·u + m. */
export function isOverShare(margin: number, locality: number, distance: number): boolean {
  const negative = cosineToQuery(locality, distance);
  return exceedsShare(negative, negative + margin);
}
