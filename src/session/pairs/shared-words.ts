/** Which words of a text stand in a query too: what the lexical gate sees, for those who read a pair. */

import { markedRuns } from '../../lexical/marked-runs';
import { alphanumericTokens } from '../../lexical/tokens';

/** A run of a text as it is written: a word, or what stands between two. */
export interface TextRun {
  readonly text: string;
  /** True for a word that the other text has too. */
  readonly shared: boolean;
}

/** A text cut into its words and what stands between them; words are told apart as the gate does. */
export function sharedRuns(text: string, other: string): TextRun[] {
  const words = alphanumericTokens(other);
  return markedRuns(text, (token) => (words.has(token) ? 1 : null)).map((run) => ({
    text: run.text,
    shared: run.weight !== null,
  }));
}

/** How many of a query's distinct words stand in a passage. */
export function sharedWords(
  query: string,
  passage: string,
): { readonly shared: number; readonly of: number } {
  const words = alphanumericTokens(query);
  const others = alphanumericTokens(passage);
  return { shared: [...words].filter((word) => others.has(word)).length, of: words.size };
}
