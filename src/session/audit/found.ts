/** What a pair is found for, in the words of the table of findings. */

import { FOUND_IDS, type FoundId } from '../../crossfilter/found';
import { FINDINGS } from '../../report/findings';
import { FINDINGS as OF_PAIRS } from '../../scoring/findings';
import { NEAR_POSITIVE } from '../../scoring/near-positive';
import { uncapitalised } from '../../ui/words';
import { FOUND_OF } from './finding-links';

/** Words, and the rule if it is short. */
export interface FoundWords {
  readonly id: FoundId;
  readonly words: string;
  readonly rule: string;
}

/** Some pairs of a clean source lie there too: of one pair nobody knows whether it was drawn. */
const AS_DRAWN = 'As if drawn at random';

/** In the order of the page: one name for each on all tabs and in files. */
export const FOUND: readonly FoundWords[] = FOUND_IDS.map((id) => {
  // A positive of another query is a finding only where every record has one.
  const own = OF_PAIRS.find((known) => known.id === id);
  const title =
    id === 'unrelated' ? AS_DRAWN : (FINDINGS.find((finding) => FOUND_OF[finding.id] === id)?.title ?? id);
  const rule = id === 'near_positive' ? NEAR_POSITIVE.rule : '';
  return { id, words: own?.words ?? uncapitalised(title), rule };
});
