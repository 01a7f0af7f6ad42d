/** The whole texts of pairs. */

import type { PairText } from '../../candidates/store/store';
import type { WorkerPair } from '../../app/workers';
import type { PairPlace } from '../audit/row-names';

/** Ids of the three texts of a pair. */
interface TextIds {
  readonly query: number;
  readonly positive: number;
  readonly negative: number;
}

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

/** By the ids of their texts, in the order of the pairs; undefined where one of the three is gone. */
export async function textsById(
  pairs: readonly TextIds[],
  candidates: Pick<WorkerPair['candidates'], 'excerpts'>,
): Promise<(PairText | undefined)[]> {
  const { queries, passages } = await candidates.excerpts(
    Int32Array.from(pairs, ({ query }) => query),
    Int32Array.from(pairs.flatMap(({ positive, negative }) => [positive, negative])),
    null,
  );
  return pairs.map((_, i) => {
    const [query, positive, negative] = [queries[i], passages[2 * i], passages[2 * i + 1]];
    const isWhole = typeof query === 'string' && typeof positive === 'string' && typeof negative === 'string';
    return isWhole ? { query, positive, negative } : undefined;
  });
}
