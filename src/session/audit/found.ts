/** What a pair is found for, in the words of the table of findings. */

import { FOUND_IDS, type FoundId } from '../../crossfilter/found';
import { FINDINGS } from '../../report/findings';
import { FINDINGS as OF_PAIRS } from '../../scoring/findings';
import { NEAR_POSITIVE } from '../../scoring/cosines';
import { uncapitalised } from '../../ui/words';
import { FOUND_OF } from './finding-links';

/** Words, and the rule if it is short. */
export interface FoundWords {
  readonly id: FoundId;
  readonly words: string;
  readonly rule: string;
}

/** Words of a pair that are not the title of a finding. */
const OWN_WORDS = new Map<FoundId, string>([
  // A positive of another query is a finding only where every record has one.
  ...OF_PAIRS.map(({ id, words }) => [id, words] as const),
  // Some pairs of a clean source lie there too: of one pair nobody knows whether it was drawn.
  ['unrelated', 'as if drawn at random'],
]);

/** In the order of the page: one name for each on all tabs and in files. */
export const FOUND: readonly FoundWords[] = FOUND_IDS.map((id) => {
  const title = FINDINGS.find((finding) => FOUND_OF[finding.id] === id)?.title ?? id;
  const rule = id === 'near_positive' ? NEAR_POSITIVE.rule : '';
  return { id, words: OWN_WORDS.get(id) ?? uncapitalised(title), rule };
});
