/** Pairs of texts by what is in them. */

import type { TextPair } from '../../encoder/cross/known-pairs';

export function keyOfPair({ query, passage }: TextPair): string {
  return JSON.stringify([query, passage]);
}

/** Each pair that is not known once, in their order. @param known keys of pairs */
export function unknownPairs(
  pairs: readonly TextPair[],
  known: Pick<ReadonlyMap<string, unknown>, 'has'>,
): TextPair[] {
  const distinct = new Map(pairs.map((pair) => [keyOfPair(pair), pair]));
  return [...distinct].flatMap(([key, pair]) => (known.has(key) ? [] : [pair]));
}
