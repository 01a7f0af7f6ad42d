/** Pairs with their texts: a row of the list, and the pair in the reader. */

import { TextsGoneError } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type { PairText } from '../../candidates/candidates';
import type { ViewedPair } from '../../crossfilter/pair-views';
import type { WeighedToken } from '../../engine/types';

/** Characters of a text that the list shows at most. */
const EXCERPT = 200;

export interface ListRow {
  readonly pair: ViewedPair;
  /** Null where the text is gone: its source was removed or read again. */
  readonly query: string | null;
  readonly negative: string | null;
}

export interface ReadPair {
  readonly pair: ViewedPair;
  readonly texts: PairText;
  /** The query's tokens with their idf, as the lexical gate weighs them. */
  readonly tokens: readonly WeighedToken[];
}

export async function readRows({ candidates }: WorkerPair, pairs: readonly ViewedPair[]): Promise<ListRow[]> {
  const { queries, passages } = await candidates.excerpts(
    Int32Array.from(pairs, ({ query }) => query),
    Int32Array.from(pairs, ({ negative }) => negative),
    EXCERPT,
  );
  return pairs.map((pair, i) => ({ pair, query: queries[i] ?? null, negative: passages[i] ?? null }));
}

/** @throws TextsGoneError */
export async function readPair({ candidates, engine }: WorkerPair, pair: ViewedPair): Promise<ReadPair> {
  const { queries, passages } = await candidates.excerpts(
    Int32Array.of(pair.query),
    Int32Array.of(pair.positive, pair.negative),
    null,
  );
  const [[query], [positive, negative]] = [queries, passages];
  if (typeof query !== 'string' || typeof positive !== 'string' || typeof negative !== 'string')
    throw new TextsGoneError();
  return { pair, texts: { query, positive, negative }, tokens: await engine.weighTokens(query) };
}
