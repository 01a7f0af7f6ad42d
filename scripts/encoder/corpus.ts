/** All texts as token ids, in memory that threads share. */

import { KINDS, type TextOfKind } from './texts';
import type { Corpus } from './numeric/corpus';
import { piecesOf, stretchesOf, wordReader } from './wordpiece';

/** Tokens of a text at most. */
const LONGEST_TEXT = 400;

/** Token ids of a text. A stretch without white space is read once, however often it comes. */
export function idReader(vocabulary: readonly string[]): (text: string) => number[] {
  const wordsOf = wordReader();
  const idOf = new Map(vocabulary.map((token, id) => [token, id]));
  const known = new Map<string, readonly number[]>();
  return (text) => {
    const ids: number[] = [];
    for (const stretch of stretchesOf(text)) {
      let own = known.get(stretch);
      if (!own) known.set(stretch, (own = wordsOf(stretch).flatMap((word) => piecesOf(word, idOf))));
      for (const id of own) ids.push(id);
    }
    return ids;
  };
}

export function tokenise(records: readonly TextOfKind[], vocabulary: readonly string[]): Corpus {
  const idsOf = idReader(vocabulary);
  const texts = records.reduce((sum, record) => sum + record.texts.length, 0);
  const textStarts = new Uint32Array(new SharedArrayBuffer(4 * (texts + 1)));
  const recordStarts = new Uint32Array(new SharedArrayBuffer(4 * (records.length + 1)));
  const kinds = new Uint8Array(new SharedArrayBuffer(records.length));
  let tokens = new Uint16Array(1 << 20);
  let [token, text] = [0, 0];
  records.forEach((record, r) => {
    kinds[r] = KINDS.indexOf(record.kind);
    for (const one of record.texts) {
      const ids = idsOf(one).slice(0, LONGEST_TEXT);
      if (token + ids.length > tokens.length) tokens = grown(tokens);
      tokens.set(ids, token);
      token += ids.length;
      textStarts[++text] = token;
    }
    recordStarts[r + 1] = text;
  });
  const kept = new Uint16Array(new SharedArrayBuffer(2 * token));
  kept.set(tokens.subarray(0, token));
  return { tokens: kept, textStarts, recordStarts, kinds, vocabularySize: vocabulary.length };
}

function grown(tokens: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(2 * tokens.length);
  larger.set(tokens);
  return larger;
}
