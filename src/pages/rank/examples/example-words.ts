/** What is said of a pair that stands beside a result, and where its like are. */

import { countInWords, countOf, formatCount } from '../../../ui/words';
import { alphanumericTokens } from '../../../lexical/tokens';
import { auditLink } from '../../../session/audit/audit-link';
import { sharedWords } from '../../../session/pairs/shared-words';
import { pairInWords, type PairWords } from './pair-words';
import type { ShownExample } from './examples-state.svelte';

/** A word and a sentence for the pair, by the rule that chose it. */
export function exampleInWords({ row, rule, pair, texts }: ShownExample): PairWords {
  if (rule === 'easiest') {
    return {
      word: 'too easy',
      why: `The encoder never confuses these. The score has no term for that and pays for it in full: that is why ${row.name} stands outside.`,
    };
  }
  if (rule === 'nearest' || rule === 'near-heaviest') {
    const cosine = `Cosine ${pair.cosine.toFixed(3)} to the positive`;
    return {
      word: 'near copy of the positive',
      why: `${cosine}; ${differenceInWords(texts.positive, texts.negative)}. If it says the same, training on it teaches the encoder to reject the answer.`,
    };
  }
  return pairInWords(pair, sharedWords(texts.query, texts.negative));
}

/** How a negative's words differ from the positive's. */
function differenceInWords(positive: string, negative: string): string {
  if (positive === negative) return 'its text is the positive’s';
  const own = alphanumericTokens(positive);
  const other = [...alphanumericTokens(negative)].filter((word) => !own.has(word)).length;
  if (other === 0) return 'every word of it stands in the positive';
  return `${countInWords(other)} ${other === 1 ? 'word' : 'words'} of it ${other === 1 ? 'does' : 'do'} not stand in the positive`;
}

export interface LinkWords {
  readonly words: string;
  readonly address: string;
}

/** Where the pairs are from which the rule chose. */
export function likeInWords({ row, rule, alike, of }: ShownExample): LinkWords {
  const sources = [row.name];
  switch (rule) {
    case 'easiest':
      return {
        words: `Its ${countOf(alike, 'pair')} with ρ of 0.99 or more`,
        address: auditLink({ sources, ranges: { rho: { from: 0.99, to: null } } }),
      };
    case 'nearest':
    case 'near-heaviest':
      return {
        words: `Its ${countOf(alike, 'pair')} at cosine 0.90 or more`,
        address: auditLink({ sources, found: ['near_positive'] }),
      };
    case 'heaviest':
      return { words: `Its ${formatCount(of)} pairs in Audit`, address: auditLink({ sources }) };
  }
}
