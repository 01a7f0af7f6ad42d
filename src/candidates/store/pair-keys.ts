/** Keys of pairs, from the hashes of their texts: no text is read. */

import { KEY_WORDS, type PairKeys } from '../marks/marks';
import type { SourceStructure } from '../api';
import type { TextHash } from './text-hash';
import type { TextIds } from './text-ids';

interface HashedTexts {
  readonly queries: TextIds;
  readonly passages: TextIds;
}

/** The key of each pair of a source: the hash of the three texts' hashes, query, positive, negative. */
export function pairKeys(
  { id, queries, positives, offsets, negatives }: SourceStructure,
  texts: HashedTexts,
  hash: TextHash,
): PairKeys {
  const words = new Uint32Array(negatives.length * KEY_WORDS);
  const three = new Uint32Array(3 * KEY_WORDS);
  const bytes = new Uint8Array(three.buffer);
  const [query, positive, negative] = [0, 1, 2].map((i) =>
    three.subarray(i * KEY_WORDS, (i + 1) * KEY_WORDS),
  ) as [Uint32Array, Uint32Array, Uint32Array];
  const key = new Uint32Array(KEY_WORDS);
  for (let record = 0; record < queries.length; record += 1) {
    texts.queries.hashOf(queries[record] as number, query);
    texts.passages.hashOf(positives[record] as number, positive);
    for (let pair = offsets[record] as number; pair < (offsets[record + 1] as number); pair += 1) {
      texts.passages.hashOf(negatives[pair] as number, negative);
      hash(bytes, key);
      words.set(key, pair * KEY_WORDS);
    }
  }
  return { source: id, offsets, words };
}

/** The key of each query with a passage: the hash of their two hashes. The positive has no part in it. */
export function passageKeys(
  queries: Int32Array,
  passages: Int32Array,
  texts: HashedTexts,
  hash: TextHash,
): Uint32Array {
  const words = new Uint32Array(queries.length * KEY_WORDS);
  const two = new Uint32Array(2 * KEY_WORDS);
  const bytes = new Uint8Array(two.buffer);
  const [query, passage] = [two.subarray(0, KEY_WORDS), two.subarray(KEY_WORDS)];
  const key = new Uint32Array(KEY_WORDS);
  for (let pair = 0; pair < queries.length; pair += 1) {
    texts.queries.hashOf(queries[pair] as number, query);
    texts.passages.hashOf(passages[pair] as number, passage);
    hash(bytes, key);
    words.set(key, pair * KEY_WORDS);
  }
  return words;
}
