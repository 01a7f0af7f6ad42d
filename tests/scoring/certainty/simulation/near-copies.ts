/** Positives that come back among the negatives with some of their words changed: which of them count as near copies. */

import { TokenDictionary } from '../../../../src/lexical/idf';
import { jaccard, NEAR_TEXT } from '../../../../src/lexical/near-text';
import { alphanumericTokens } from '../../../../src/lexical/tokens';
import { seededRandom } from '../../../../src/scoring/random';
import { readTevatron } from '../../../support/tevatron';

/** @param share of the words that words of other positives replace @returns the share of the copies that are found */
export function nearCopiesFound(path: string, share: number): number {
  const random = seededRandom(1);
  const texts = [...new Set(readTevatron(path).map(({ positive }) => positive))];
  const words = texts.map((text) => text.split(/\s+/));
  const pool = words.flat();
  const dictionary = new TokenDictionary();
  const tokensOf = (text: string) => dictionary.idsOf(alphanumericTokens(text));
  const found = words.filter((own, i) => {
    const changed = own.map((word) =>
      random() < share ? (pool[Math.floor(random() * pool.length)] as string) : word,
    );
    return jaccard(tokensOf(texts[i] as string), tokensOf(changed.join(' '))) >= NEAR_TEXT;
  });
  return found.length / texts.length;
}
