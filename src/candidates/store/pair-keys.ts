/** Keys of pairs, from the hashes of their texts: no text is read. */

import { KEY_WORDS, type PairKeys } from '../marks/marks';
import { recordsOfPairs } from '../../scoring/pairs';
import type { SourceStructure } from './source-columns';
import type { StoreTexts } from './store-texts';
import type { TextHash } from './text-hash';

/** The key of each pair of a source. */
export function pairKeys(source: SourceStructure, texts: StoreTexts, hash: TextHash): PairKeys {
  const queries = recordsOfPairs(source.offsets).map((record) => source.queries[record] as number);
  return {
    source: source.id,
    offsets: source.offsets.slice(),
    words: passageKeys(queries, source.negatives, texts, hash),
  };
}

/** The key of each query with a passage: the hash of the hashes of both texts. */
export function passageKeys(
  queries: Int32Array,
  passages: Int32Array,
  texts: StoreTexts,
  hash: TextHash,
): Uint32Array {
  const words = new Uint32Array(queries.length * KEY_WORDS);
  const hashes = new Uint32Array(2 * KEY_WORDS);
  const bytes = new Uint8Array(hashes.buffer);
  const query = hashes.subarray(0, KEY_WORDS);
  const passage = hashes.subarray(-KEY_WORDS);
  const key = new Uint32Array(KEY_WORDS);
  for (let pair = 0; pair < queries.length; pair += 1) {
    texts.queries.hashOf(queries[pair] as number, query);
    texts.passages.hashOf(passages[pair] as number, passage);
    hash(bytes, key);
    words.set(key, pair * KEY_WORDS);
  }
  return words;
}
