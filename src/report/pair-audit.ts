/** The audit by pairs, compared with the references and put in words (docs/AUDIT.md). */

import type { PairAudit } from '../engine/results';
import { isAudited } from '../scoring/audit';
import { ALL_FOREIGN, judgeShares, type ShareVerdict } from '../scoring/share-audit';
import { foreignShareOf } from '../scoring/unrelated';
import { formatPercent } from '../ui/words';

/** The verdict on the pairs of one source. */
export interface JudgedPairs {
  /** Negatives that look drawn at random; null with too few passages to tell. */
  readonly unrelated: ShareVerdict | null;
  /** Negatives near the positive, copies of it included. */
  readonly near_positive: ShareVerdict;
}

/**
 * Compares each source of a run with the references, and a reference with the other ones; by source id, in order.
 * Where every source is a reference nothing is compared.
 */
export function judgePairs(
  { corner, sources }: PairAudit,
  isReference: (source: number) => boolean,
): ReadonlyMap<number, JudgedPairs> {
  const trusted = sources.map(({ source }) => isReference(source));
  const references = isAudited(trusted) ? trusted : trusted.map(() => false);
  const shares = sources.map(({ near_positive }) => near_positive);
  const near = judgeShares(shares, references, ALL_FOREIGN);
  const inCorner = sources.flatMap(({ unrelated }) => unrelated ?? []);
  const unrelated = corner === null ? [] : judgeShares(inCorner, references, foreignShareOf(corner));
  return new Map(
    near.flatMap((near_positive, s) => {
      const audited = sources[s];
      if (!audited) return [];
      return [[audited.source, { unrelated: unrelated[s] ?? null, near_positive }]];
    }),
  );
}

/** `About 40 % (33 to 47 %)`: the estimate, since by far not all random passages lie so far off. */
export function lookRandom({ excess, excess_low: low, excess_high: high, share }: ShareVerdict): string {
  if (excess === null) return formatPercent(share, 1);
  const span =
    low === null || high === null ? '' : ` (${formatPercent(low, 0)} to ${formatPercent(high, 0)})`;
  return `About ${formatPercent(excess, 0)}${span}`;
}

/** One sentence for each kind of pairs that a source has more of than every reference. */
export function pairAuditInWords(name: string, { unrelated, near_positive }: JudgedPairs): string[] {
  const sentences: string[] = [];
  if (unrelated?.flagged) {
    sentences.push(
      `${lookRandom(unrelated)} of the pairs of ${name} look drawn at random: ${formatPercent(unrelated.share, 1)} lie as ` +
        `far from the query as random passages do, of the references ${formatPercent(unrelated.reference_share ?? 0, 1)} at most.`,
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
