/** How much of a query's words a passage has: what the lexical gate sees, for those who read a pair. */

import { alphanumericTokens } from '../../lexical/tokens';

/** How many of a query's distinct words stand in a passage. */
export function sharedWords(
  query: string,
  passage: string,
): { readonly shared: number; readonly of: number } {
  const words = alphanumericTokens(query);
  const others = alphanumericTokens(passage);
  return { shared: [...words].filter((word) => others.has(word)).length, of: words.size };
}
