/** What a pair is found for, in words. */

import { FOUND_IDS, type FoundId } from '../../crossfilter/found';
import { FINDINGS } from '../../scoring/findings';
import { NEAR_POSITIVE } from '../../scoring/near-positive';

/** Words, and the rule if it is short. */
export interface FoundWords {
  readonly id: FoundId;
  readonly words: string;
  readonly rule: string;
}

const WORDS: Readonly<Record<Exclude<FoundId, (typeof FINDINGS)[number]['id'] | 'near_positive'>, string>> = {
  unrelated: 'as if drawn at random',
  boilerplate: 'one passage under many queries',
  evaluation: 'of the evaluation',
  sentence: 'a stock sentence',
  markup: 'markup',
  language: 'another language or script',
  letters: 'broken letters',
  placeholder: 'stands for nothing',
};

/** In the order of the page: one name for each on all tabs and in files. */
export const FOUND: readonly FoundWords[] = FOUND_IDS.map((id) => {
  const finding = FINDINGS.find((known) => known.id === id);
  if (finding) return { id, words: finding.words, rule: '' };
  return id === 'near_positive' ? NEAR_POSITIVE : { id, words: WORDS[id as keyof typeof WORDS], rule: '' };
});
