/** What a removal or a mining kept of a source, and why the rest went. */

/** How many there are. */
export interface Kept {
  readonly records: number;
  readonly negatives: number;
}

export interface Retention {
  readonly source: string;
  readonly records_before: number;
  readonly records_after: number;
  readonly negatives_before: number;
  readonly negatives_after: number;
  /** Of the negatives. */
  readonly share_kept: number;
  /** Negatives that went, by reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** @param reasons with the negatives that went for each */
export function retentionOf(
  source: string,
  before: Kept,
  after: Kept,
  reasons: readonly (readonly [reason: string, negatives: number])[],
): Retention {
  const counts = new Map<string, number>();
  for (const [reason, count] of reasons) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return {
    source,
    records_before: before.records,
    records_after: after.records,
    negatives_before: before.negatives,
    negatives_after: after.negatives,
    share_kept: before.negatives === 0 ? 1 : after.negatives / before.negatives,
    // fromEntries keeps a reason named `__proto__`; an assignment would lose it.
    reasons: Object.fromEntries([...counts].filter(([, count]) => count > 0)),
  };
}
