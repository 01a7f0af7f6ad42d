/** The audit by pairs, held against the references and put in words (docs/AUDIT.md). It changes no rank. */

import type { PairAudit } from '../engine/results';
import type { MarginFilterCounts } from '../scoring/margin-filters';
import { isAudited } from '../scoring/audit';
import { judgeShares, type ShareVerdict } from '../scoring/share-audit';
import { formatPercent } from '../ui/words';

/** What the pairs of one source say. */
export interface JudgedPairs {
  /** Negatives that look drawn at random; null where there are too few passages to tell. */
  readonly unrelated: ShareVerdict | null;
  /** Negatives near the positive, copies of it included. */
  readonly near_positive: ShareVerdict;
  /** Pairs that the margin filters in use would drop, for comparison. */
  readonly margin_filters: MarginFilterCounts;
}

/**
 * Each source of a run against the references, a reference against the other ones; by the ids of the sources, in order.
 * Where every source is a reference none is trusted more than another, and nothing is held against anything.
 */
export function judgePairs(
  { corner, sources }: PairAudit,
  isReference: (source: number) => boolean,
): ReadonlyMap<number, JudgedPairs> {
  const trusted = sources.map(({ source }) => isReference(source));
  const references = isAudited(trusted) ? trusted : trusted.map(() => false);
  const shares = sources.map(({ near_positive }) => near_positive);
  const near = judgeShares(shares, references, 1);
  const inCorner = sources.flatMap(({ unrelated }) => unrelated ?? []);
  const unrelated = corner === null ? [] : judgeShares(inCorner, references, corner.random_share);
  return new Map(
    near.flatMap((near_positive, s) => {
      const audited = sources[s];
      if (!audited) return [];
      const { source, margin_filters } = audited;
      return [[source, { unrelated: unrelated[s] ?? null, near_positive, margin_filters }]];
    }),
  );
}

/** One sentence for each kind of pairs of which a source has more than every reference. */
export function pairAuditInWords(name: string, { unrelated, near_positive }: JudgedPairs): string[] {
  const sentences: string[] = [];
  if (unrelated?.flagged) {
    sentences.push(
      `${formatPercent(unrelated.share, 1)} of the pairs of ${name} are as far from the query by embedding and by words ` +
        `as random passages are, of the references ${formatPercent(unrelated.reference_share ?? 0, 1)} at most: ` +
        `random passages among them, or negatives written in other words.`,
    );
  }
  if (near_positive.flagged) {
    sentences.push(
      `${formatPercent(near_positive.share, 1)} of the pairs of ${name} lie near the positive, ` +
        `of the references ${formatPercent(near_positive.reference_share ?? 0, 1)} at most.`,
    );
  }
  return sentences;
}
