/** What a pair may be found for: the findings of the audit and the failure buckets, with their rules as SQL. */

import { BUCKETS, type BucketId } from '../../scoring/buckets';
import type { SqlPiece } from './figures';

/** From this cosine to its positive on, a negative may be an answer itself. */
export const NEAR_COSINE = 0.9;

/** Findings about texts and nearness; the buckets of the paper follow them on the page. */
const FINDINGS = [
  {
    id: 'near_positive',
    words: 'near the positive',
    rule: `cosine ≥ ${NEAR_COSINE.toFixed(2)}`,
    sql: { sql: '1 - distance * distance / 2 >= ?', params: [NEAR_COSINE] },
  },
] as const satisfies readonly {
  readonly id: string;
  readonly words: string;
  readonly rule: string;
  readonly sql: SqlPiece;
}[];

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

export type FoundId = (typeof FINDINGS)[number]['id'] | BucketId;

/** In the order of the page. */
export const FOUND: readonly { readonly id: FoundId; readonly words: string; readonly rule: string }[] = [
  ...FINDINGS,
  ...BUCKETS,
];

export const FOUND_IDS: readonly FoundId[] = FOUND.map(({ id }) => id);

/** The rule of a finding or bucket, over the columns of `gates(τ)`. */
export function foundSql(id: FoundId, tau: number): SqlPiece {
  const finding = FINDINGS.find((known) => known.id === id);
  return finding ? finding.sql : BUCKET_SQL[id as BucketId](tau);
}
