/** What the page says about one pair, and the link to similar pairs. */

import { alphanumericTokens } from '../../../lexical/tokens';
import { NEAR_COSINE } from '../../../scoring/near-positive';
import { IN_DOUBT, NEVER_CONFUSED } from '../../../scoring/pair-gates';
import { auditLink } from '../../../session/audit/audit-link';
import { sharedWords } from '../../../session/pairs/shared-words';
import { capitalised, countInWords, countOf, formatCount, formatPercent } from '../../../ui/words';
import type { ShownExample } from './examples-state.svelte';

/** The gates of a pair, and C. */
export interface PairNumbers {
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
  readonly coverage: number;
}

export interface PairWords {
  /** One or two words. */
  readonly word: string;
  /** Whole sentences. */
  readonly why: string;
}

/** The edge of "high" for every gate, as for the failure buckets. */
const HIGH = 0.75;

/** Below this ρ the encoder ranks the negative above the positive. */
const INVERTED = 0.5;

/** @param shared how many of the query's words stand in the negative */
export function pairInWords(
  { rho, eta, psi, coverage }: PairNumbers,
  shared: { readonly shared: number; readonly of: number },
): PairWords {
  if (rho < INVERTED) {
    return {
      word: 'beats the positive',
      why: 'The encoder ranks it above the positive: it answers the query too, or the encoder has something to learn.',
    };
  }
  if (psi < HIGH) {
    const count = `${countInWords(shared.shared)} of the query’s ${countInWords(shared.of)} words stand in it`;
    const confused = rho >= NEVER_CONFUSED ? ', yet the encoder never confuses it' : '';
    return {
      word: 'shares the words',
      why: `${capitalised(count)}, ${formatPercent(coverage, 0)} of their weight${confused}.`,
    };
  }
  if (rho > IN_DOUBT) {
    const never = `The encoder ${rho >= NEVER_CONFUSED ? 'never' : 'hardly ever'} takes it for the answer`;
    return eta >= HIGH
      ? { word: 'weighs most', why: `${never}, yet the score counts it almost fully. Would you?` }
      : { word: 'too easy', why: `${never}, yet the score counts it.` };
  }
  if (eta >= HIGH && rho >= HIGH) {
    return {
      word: 'hard',
      why: 'Nearer to the positive than to the query, few shared words, and the encoder is in doubt: worth most, if it does not answer the query.',
    };
  }
  return {
    word: 'between',
    why: 'No gate is near 0 or 1: it counts in part.',
  };
}

/** A word and a sentence for the pair, by the rule that chose it. */
export function exampleInWords({ row, rule, pair, texts }: ShownExample): PairWords {
  if (rule === 'easiest') {
    return {
      word: 'too easy',
      why: `The encoder never confuses these, yet the score counts them fully. That is why ${row.name} is outside the ranking.`,
    };
  }
  if (rule === 'nearest' || rule === 'near-heaviest') {
    const cosine = `Cosine ${pair.cosine.toFixed(3)} to the positive`;
    return {
      word: nearnessInWords(texts.positive === texts.negative, pair.cosine),
      why: `${cosine}; ${differenceInWords(texts.positive, texts.negative)}. If it says the same, training on it teaches the encoder to reject the answer.`,
    };
  }
  return pairInWords(pair, sharedWords(texts.query, texts.negative));
}

/** @param same whether the negative has the positive's text */
function nearnessInWords(same: boolean, cosine: number): string {
  if (same) return 'copy of the positive';
  return cosine >= NEAR_COSINE ? 'near copy of the positive' : 'nearest to its positive';
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

/** `83 % of its 652 pairs`. */
function shareInWords(alike: number, of: number): string {
  return `${formatPercent(alike / of, 0)} of its ${countOf(of, 'pair')}`;
}

/** A link to the pairs that the rule chose from. */
export function likeInWords({ row, rule, alike, of }: ShownExample): LinkWords {
  const sources = [row.name];
  switch (rule) {
    case 'easiest':
      return {
        words: `${shareInWords(alike, of)} are as easy: ρ of 0.99 or more`,
        address: auditLink({ sources, ranges: { rho: { from: 0.99, to: null } } }),
      };
    case 'nearest':
    case 'near-heaviest':
      return {
        words: `Its ${countOf(alike, 'pair')} at cosine 0.90 or more`,
        address: auditLink({ sources, found: ['near_positive'] }),
      };
    case 'hardest':
      return {
        words: `${shareInWords(alike, of)} leave the encoder in doubt: ρ of 0.95 or less`,
        address: auditLink({ sources, ranges: { rho: { from: null, to: IN_DOUBT } } }),
      };
    case 'heaviest':
      return { words: `Its ${formatCount(of)} pairs in Audit`, address: auditLink({ sources }) };
  }
}
