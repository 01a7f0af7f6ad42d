import { expect, it } from 'vitest';

import { HashedTexts } from '../../../src/candidates/store/hashed-texts';
import { createTextHash, type TextHash } from '../../../src/candidates/store/text-hash';
import { TextIds } from '../../../src/candidates/store/text-ids';

const textHash = await createTextHash();

/** Texts, and how often one of them was hashed. */
function counted(): { texts: HashedTexts; hashed: () => number } {
  let count = 0;
  const hash: TextHash = (bytes, words) => {
    count += 1;
    textHash(bytes, words);
  };
  return { texts: new HashedTexts(hash), hashed: () => count };
}

function hashOf(texts: HashedTexts, text: string): Uint32Array {
  const words = new Uint32Array(6);
  texts.hashOf(text, words, 1);
  return words;
}

it('hashes a text once, whoever asks for it and how often', () => {
  const { texts, hashed } = counted();
  for (const text of ['a', 'é', 'a', '', 'é']) hashOf(texts, text);
  const ids = [new TextIds(), new TextIds()];
  for (const each of ids) for (const text of ['é', 'a', '']) each.idOf(texts, text);
  expect(hashed()).toBe(3);
});

it('gives the hash of the UTF-8, at its place, and the UTF-8', () => {
  const { texts } = counted();
  const long = 'é'.repeat(2 ** 20 + 1);
  for (const text of ['a', '', long, '東😀', 'a']) {
    const bytes = new TextEncoder().encode(text);
    const own = new Uint32Array(4);
    textHash(bytes, own);
    expect(hashOf(texts, text)).toEqual(Uint32Array.of(0, ...own, 0));
    expect(Buffer.from(texts.bytesOf(text)).equals(bytes)).toBe(true);
  }
});

it('forgets texts when it is told to, and all after a MiB of them', () => {
  const { texts, hashed } = counted();
  hashOf(texts, 'a');
  texts.clear();
  hashOf(texts, 'a');
  expect(hashed()).toBe(2);
  hashOf(texts, 'b'.repeat(2 ** 20));
  hashOf(texts, 'a');
  hashOf(texts, 'c');
  hashOf(texts, 'a');
  expect(hashed()).toBe(5);
});
