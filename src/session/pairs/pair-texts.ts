/** The whole texts of pairs. */

import type { PairText } from '../../candidates/store/store';
import type { WorkerPair } from '../../app/workers';
import type { PairPlace } from '../audit/row-names';

/** By the places of pairs, in their order; undefined where a pair is not there. */
export async function textsOf(
  pairs: readonly PairPlace[],
  candidates: Pick<WorkerPair['candidates'], 'pairTexts'>,
): Promise<(PairText | undefined)[]> {
  const found: (PairText | undefined)[] = pairs.map(() => undefined);
  for (const source of new Set(pairs.map((pair) => pair.source))) {
    const places = [...pairs.keys()].filter((i) => pairs[i]?.source === source);
    const column = (of: (pair: PairPlace) => number) =>
      Int32Array.from(places, (i) => of(pairs[i] as PairPlace));
    const texts = await candidates.pairTexts(
      source,
      column(({ record }) => record),
      column(({ position }) => position),
    );
    places.forEach((place, i) => (found[place] = texts[i]));
  }
  return found;
}
