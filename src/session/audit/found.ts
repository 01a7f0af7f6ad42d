/** What a pair may be found for: the findings of the audit and the failure buckets, with their rules as SQL. */

import { BUCKETS, type BucketId } from '../../scoring/buckets';
import { FINDINGS, type FindingId } from '../../scoring/findings';
import type { SqlPiece } from './figures';

/** From this cosine to its positive on, a negative may be an answer itself. */
export const NEAR_COSINE = 0.9;

/** Beside the findings by text and embedding; the buckets of the paper follow them on the page. */
const NEAR_POSITIVE = {
  id: 'near_positive',
  words: 'near the positive',
  rule: `cosine ≥ ${NEAR_COSINE.toFixed(2)}`,
} as const;

/** Edges as `scoring/edges.ts` puts them to m, l and C; the slack of C as there. */
const BUCKET_SQL: Readonly<Record<BucketId, (tau: number) => SqlPiece>> = {
  inversion: () => ({ sql: 'm < 0', params: [] }),
  low_locality: (tau) => ({ sql: 'l <= -? * ln(3)', params: [tau] }),
  high_coverage: () => ({ sql: 'coverage >= 0.5 - 1e-12', params: [] }),
  valid_high_coverage: (tau) => ({
    sql: '(m >= ? * ln(3) AND l >= ? * ln(3) AND coverage >= 0.5 - 1e-12)',
    params: [tau, tau],
  }),
  valid_low_locality: (tau) => ({
    sql: '(m >= ? * ln(3) AND l <= -? * ln(3) AND coverage <= 0.25 + 1e-12)',
    params: [tau, tau],
  }),
};

export type FoundId = typeof NEAR_POSITIVE.id | FindingId | BucketId;

/** In the order of the page. */
export const FOUND: readonly { readonly id: FoundId; readonly words: string; readonly rule: string }[] = [
  NEAR_POSITIVE,
  ...FINDINGS.map(({ id, words }) => ({ id, words, rule: '' })),
  ...BUCKETS,
];

export const FOUND_IDS: readonly FoundId[] = FOUND.map(({ id }) => id);

/** The rule of a finding or bucket, over the columns of `gates(τ)`. */
export function foundSql(id: FoundId, tau: number): SqlPiece {
  if (id === 'near_positive') return { sql: 'cos_positive >= ?', params: [NEAR_COSINE] };
  return isFinding(id) ? { sql: id, params: [] } : BUCKET_SQL[id](tau);
}

function isFinding(id: FindingId | BucketId): id is FindingId {
  return FINDINGS.some((finding) => finding.id === id);
}
