/** Keys of pairs, from the hashes of their texts: no text is read. */

import { FORMER } from '../marks/labels';
import { KEY_WORDS, keyText, type PairKeys } from '../marks/marks';
import { recordsOfPairs } from '../../scoring/pairs';
import type { SourceStructure } from '../api';
import type { StoreTexts } from './store-texts';
import type { TextHash } from './text-hash';

/** The key of each pair of a source. */
export function pairKeys(source: SourceStructure, texts: StoreTexts, hash: TextHash): PairKeys {
  const { queries, negatives } = columnsOf(source);
  return {
    source: source.id,
    offsets: source.offsets.slice(),
    words: passageKeys(queries, negatives, texts, hash),
  };
}

/** The keys of now of those keys of older files that are some pair's. */
export function keysNow(
  former: ReadonlySet<string>,
  sources: readonly SourceStructure[],
  texts: StoreTexts,
  hash: TextHash,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const source of sources) {
    const { queries, negatives, positives } = columnsOf(source);
    const now = passageKeys(queries, negatives, texts, hash);
    const before = passageKeys(queries, negatives, texts, hash, positives);
    for (const pair of negatives.keys()) {
      const key = `${FORMER}${keyText(before, pair)}`;
      if (former.has(key)) found.set(key, keyText(now, pair));
    }
  }
  return found;
}

/** Ids of the texts of each pair of a source. */
function columnsOf({ queries, positives, offsets, negatives }: SourceStructure) {
  const recordOf = recordsOfPairs(offsets);
  const ofPairs = (column: Int32Array) => recordOf.map((record) => column[record] as number);
  return { queries: ofPairs(queries), positives: ofPairs(positives), negatives };
}

/**
 * The key of each query with a passage: the hash of the hashes of both texts.
 * @param positives part of the keys of older files, between the two
 */
export function passageKeys(
  queries: Int32Array,
  passages: Int32Array,
  texts: StoreTexts,
  hash: TextHash,
  positives: Int32Array | null = null,
): Uint32Array {
  const words = new Uint32Array(queries.length * KEY_WORDS);
  const hashes = new Uint32Array((positives ? 3 : 2) * KEY_WORDS);
  const bytes = new Uint8Array(hashes.buffer);
  const query = hashes.subarray(0, KEY_WORDS);
  const positive = hashes.subarray(KEY_WORDS, 2 * KEY_WORDS);
  const passage = hashes.subarray(-KEY_WORDS);
  const key = new Uint32Array(KEY_WORDS);
  for (let pair = 0; pair < queries.length; pair += 1) {
    texts.queries.hashOf(queries[pair] as number, query);
    if (positives) texts.passages.hashOf(positives[pair] as number, positive);
    texts.passages.hashOf(passages[pair] as number, passage);
    hash(bytes, key);
    words.set(key, pair * KEY_WORDS);
  }
  return words;
}
