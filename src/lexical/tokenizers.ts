/** The tokenizers of the lexical gate by name (paper, Table tokenizer_idf_sensitivity). */

import { alphanumericWords, charTrigrams, longAlphanumericWords, whitespaceWords } from './tokens';

export const TOKENIZER_IDS = ['alphanumeric', 'alphanumeric-2', 'whitespace', 'char-trigram'] as const;

export type TokenizerId = (typeof TOKENIZER_IDS)[number];

/** The tokens of a text in order, with repeats, under each tokenizer. */
export const WORD_LISTS: Readonly<Record<TokenizerId, (text: string) => string[]>> = {
  alphanumeric: alphanumericWords,
  'alphanumeric-2': longAlphanumericWords,
  whitespace: whitespaceWords,
  'char-trigram': charTrigrams,
};

/** T(x) under a tokenizer. */
export function tokenSet(tokenizer: TokenizerId, text: string): Set<string> {
  return new Set(WORD_LISTS[tokenizer](text));
}
