/** Findings and buckets of a pair in words and SQL (rules: `crossfilter/found.ts`). */

import { FOUND_IDS, type FoundId } from '../../crossfilter/found';
import { BUCKETS, type BucketId } from '../../scoring/buckets';
import { FINDINGS } from '../../scoring/findings';
import { NEAR_COSINE, NEAR_POSITIVE } from '../../scoring/near-positive';
import type { SqlPiece } from './figures';

/** Words, and the rule if it is short. */
export interface FoundWords {
  readonly id: FoundId;
  readonly words: string;
  readonly rule: string;
}

/** In the order of the page: one name for each on all tabs and in files. */
export const FOUND: readonly FoundWords[] = FOUND_IDS.map((id) => {
  const bucket = BUCKETS.find((known) => known.id === id);
  if (bucket) return { id, words: bucket.words, rule: bucket.rule };
  const finding = FINDINGS.find((known) => known.id === id);
  if (finding) return { id, words: finding.words, rule: '' };
  if (id === 'unrelated') return { id, words: 'as if drawn at random', rule: '' };
  return NEAR_POSITIVE;
});

/** A finding or bucket by its id. */
export function foundOf(id: FoundId): FoundWords {
  return FOUND[FOUND_IDS.indexOf(id)] as FoundWords;
}

/** Edges of m, l and C, and the slack of C, as in `scoring/edges.ts`. */
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

/** The rule of a finding or bucket, over the columns of `gates(τ)`. */
export function foundSql(id: FoundId, tau: number): SqlPiece {
  if (id === 'near_positive') return { sql: 'cos_positive >= ?', params: [NEAR_COSINE] };
  return isBucket(id) ? BUCKET_SQL[id](tau) : { sql: id, params: [] };
}

function isBucket(id: FoundId): id is BucketId {
  return BUCKETS.some((bucket) => bucket.id === id);
}
