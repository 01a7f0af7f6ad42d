import { describe, expect, it } from 'vitest';

import { NearIndex } from '../../src/lexical/near-index';
import { NEAR_TEXT } from '../../src/lexical/near-text';
import { alphanumericTokens } from '../../src/lexical/tokens';
import { seededRandom } from '../../src/scoring/random';

function index(a: string, b: string): number {
  const [one, other] = [alphanumericTokens(a), alphanumericTokens(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared);
}

describe('the index of near texts', () => {
  it('finds what holding every text against every other one finds', () => {
    const random = seededRandom(7);
    const word = () => `w${Math.floor(30 * random() ** 2)}`;
    const made = (): string => Array.from({ length: 1 + Math.floor(12 * random()) }, word).join(' ');
    const texts = Array.from({ length: 300 }, made);
    const near = new NearIndex(texts);
    let found = 0;
    for (let i = 0; i < 600; i++) {
      const text = random() < 0.5 ? made() : `${texts[Math.floor(300 * random())] ?? ''} ${word()}`;
      const best = Math.max(...texts.map((each) => index(text, each)));
      const place = near.find(text);
      expect(place !== null, text).toBe(best >= NEAR_TEXT);
      if (place !== null) expect(index(text, texts[place] ?? '')).toBe(best);
      found += Number(place !== null);
    }
    expect(found).toBeGreaterThan(100);
    expect(found).toBeLessThan(500);
  });

  it('folds accents and knows no text of strange words', () => {
    const near = new NearIndex(['Où est l’Élysée à Paris', 'one two']);
    expect(near.find('ou est l elysee a paris')).toBe(0);
    expect(near.find('three four')).toBeNull();
    expect(near.find('')).toBeNull();
    expect(new NearIndex([]).find('one')).toBeNull();
  });
});
