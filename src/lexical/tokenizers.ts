/** The tokenizers of the lexical gate by name (paper, Table tokenizer_idf_sensitivity). */

import { alphanumericTokens, charTrigramTokens, longAlphanumericTokens, whitespaceTokens } from './tokens';

export const TOKENIZER_IDS = ['alphanumeric', 'alphanumeric-2', 'whitespace', 'char-trigram'] as const;

export type TokenizerId = (typeof TOKENIZER_IDS)[number];

/** T(x) under each tokenizer. */
export const TOKENIZERS: Readonly<Record<TokenizerId, (text: string) => Set<string>>> = {
  alphanumeric: alphanumericTokens,
  'alphanumeric-2': longAlphanumericTokens,
  whitespace: whitespaceTokens,
  'char-trigram': charTrigramTokens,
};
