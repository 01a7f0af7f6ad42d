/**
 * Filters by the retriever's own scores that are in use against false negatives (NV-Retriever, arXiv:2407.15831, names
 * them TopK-PercPos and TopK-MarginPos). They are here to be counted and compared: they look at the margin alone, which
 * the paper says cannot tell a false negative from a hard one (Section "Negative-Source Controls").
 */

/** A negative that scores more than this share of its positive's score is dropped. */
export const POSITIVE_SHARE = 0.95;

/** A negative that scores more than its positive's score less this is dropped. */
export const POSITIVE_MARGIN = 0.05;

/** @param negative v⁻·u @param positive v⁺·u */
export function exceedsShare(negative: number, positive: number): boolean {
  return negative > POSITIVE_SHARE * positive;
}

/** v⁻·u > v⁺·u − margin, which is m < margin. @param margin m */
export function exceedsMargin(margin: number): boolean {
  return margin < POSITIVE_MARGIN;
}
