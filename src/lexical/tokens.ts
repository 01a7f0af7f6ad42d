/** T(x): the normalised tokens of a text as a set (paper, Section "Methodology"), and the lists behind these sets. */

/** The tokenizers of the lexical gate by name (paper, Table tokenizer_idf_sensitivity). */
export const TOKENIZER_IDS = ['alphanumeric', 'alphanumeric-2', 'whitespace', 'char-trigram'] as const;

export type TokenizerId = (typeof TOKENIZER_IDS)[number];

/** The tokens of a text in order, with repeats, under each tokenizer. */
export const WORD_LISTS: Readonly<Record<TokenizerId, (text: string) => string[]>> = {
  /** The default: maximal runs of letters, numbers and marks. */
  alphanumeric: (text) => normal(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
  /** Those of two code points or more. */
  'alphanumeric-2': (text) => WORD_LISTS.alphanumeric(text).filter((word) => [...word].length > 1),
  whitespace: (text) =>
    normal(text)
      .split(/\p{White_Space}+/u)
      .filter((word) => word !== ''),
  'char-trigram': charTrigrams,
};

/** T(x) under a tokenizer. */
export function tokenSet(tokenizer: TokenizerId, text: string): Set<string> {
  return new Set(WORD_LISTS[tokenizer](text));
}

export function alphanumericTokens(text: string): Set<string> {
  return tokenSet('alphanumeric', text);
}

function normal(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * Runs of white space as one blank, trimmed: all windows of three code points. A shorter text that is not empty is its own
 * single token.
 */
function charTrigrams(text: string): string[] {
  const points = [
    ...normal(text)
      .replace(/\p{White_Space}+/gu, ' ')
      .replace(/^ | $/g, ''),
  ];
  if (points.length === 0) return [];
  if (points.length < 3) return [points.join('')];
  return points.slice(2).map((last, i) => `${points[i]}${points[i + 1]}${last}`);
}
