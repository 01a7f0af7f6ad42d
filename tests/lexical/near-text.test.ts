import { describe, expect, it } from 'vitest';

import { TokenDictionary } from '../../src/lexical/idf';
import { FoldedTokens, jaccard, NEAR_TEXT, withoutAccents } from '../../src/lexical/near-text';
import { alphanumericTokens } from '../../src/lexical/tokens';

/** Jaccard index of two texts, as the code forms it. */
function nearness(a: string, b: string): number {
  const dictionary = new TokenDictionary();
  const [left, right] = [a, b].map((text) => dictionary.idsOf(alphanumericTokens(text))) as [
    Int32Array,
    Int32Array,
  ];
  const folded = new FoldedTokens(dictionary.entries());
  return jaccard(folded.of(left), folded.of(right));
}

describe('nearly the same text', () => {
  it.each([
    ['case, punctuation and white space', 'The  Panthers, defence!', 'the panthers\n— DEFENCE'],
    ['accents, composed or not', 'Crème brûlée à Zürich', 'creme bru\u0302le\u0301e a Zurich'],
    ['compatible forms', 'ﬁne ｆｕｌｌ width ²', 'fine full width 2'],
    ['order and repetition', 'one two three two', 'three two one'],
  ])('is the same but for %s', (_, a, b) => {
    expect(nearness(a, b)).toBe(1);
  });

  it('counts words that both have among those that either has', () => {
    expect(nearness('a b c d', 'b c d e')).toBe(3 / 5);
    expect(nearness('a b', 'c d')).toBe(0);
    expect(nearness('', '')).toBe(1);
    expect(nearness('a', '')).toBe(0);
    // One word of ten changed: 9 shared of 11.
    expect(nearness('a b c d e f g h i j', 'a b c d e f g h i x')).toBeGreaterThanOrEqual(NEAR_TEXT);
    // One of eight: 7 of 9.
    expect(nearness('a b c d e f g h', 'a b c d e f g x')).toBeLessThan(NEAR_TEXT);
  });

  it('keeps the vowel signs of scripts in which they make another word', () => {
    expect(withoutAccents('कि')).not.toBe(withoutAccents('का'));
    expect(withoutAccents('한국')).toBe('한국');
    expect(withoutAccents('Ёж')).toBe('Еж');
  });

  it('leaves the ids of texts without accents as they are', () => {
    const folded = new FoldedTokens([
      ['a', 0],
      ['é', 1],
      ['e', 2],
      ['\u0301', 3],
    ]);
    const plain = Int32Array.of(0, 2);
    expect(folded.of(plain)).toBe(plain);
    expect([...folded.of(Int32Array.of(0, 1, 2, 3))]).toEqual([0, 2]);
  });
});
