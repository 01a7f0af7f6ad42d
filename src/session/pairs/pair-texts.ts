/** The whole texts of pairs. */

import type { PairText } from '../../candidates/candidates';
import type { WorkerPair } from '../../app/workers';
import type { PairPlace } from '../audit/row-names';

/** Pairs with their texts, but for those that are not there. @param at the place of a pair */
export async function withTexts<Pair>(
  pairs: readonly Pair[],
  at: (pair: Pair) => PairPlace,
  candidates: Pick<WorkerPair['candidates'], 'pairTexts'>,
): Promise<(Pair & PairText)[]> {
  const found = new Map<Pair, PairText | undefined>();
  for (const source of new Set(pairs.map((pair) => at(pair).source))) {
    const own = pairs.filter((pair) => at(pair).source === source);
    const column = (of: 'record' | 'position') => Int32Array.from(own, (pair) => at(pair)[of]);
    const texts = await candidates.pairTexts(source, column('record'), column('position'));
    own.forEach((pair, i) => found.set(pair, texts[i]));
  }
  return pairs.flatMap((pair) => {
    const texts = found.get(pair);
    return texts ? [{ ...pair, ...texts }] : [];
  });
}
