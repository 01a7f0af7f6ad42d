/** What a pair may be found by: ids and words. */

import { BUCKETS } from '../scoring/buckets';

/** In the order in which they are tried; a pair has the first of them that holds, the buckets first. */
export const PAIR_REASONS = [
  ...BUCKETS.map(({ id, words, rule }) => ({ id, words: `${words}: ${rule}` })),
  { id: 'gates', words: 'gates in the chosen ranges' },
  { id: 'whole', words: 'source taken as a whole' },
] as const;
