/** Findings and buckets of a pair in words (rules: `crossfilter/found.ts`). */

import { FOUND_IDS, type FoundId } from '../../crossfilter/found';
import { BUCKETS } from '../../scoring/buckets';
import { FINDINGS } from '../../scoring/findings';
import { NEAR_POSITIVE } from '../../scoring/near-positive';

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
