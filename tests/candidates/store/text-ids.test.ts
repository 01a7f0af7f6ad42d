import { describe, expect, it } from 'vitest';

import { HashedTexts } from '../../../src/candidates/store/hashed-texts';
import { HashIds } from '../../../src/candidates/store/hash-ids';
import { createTextHash, type TextHash } from '../../../src/candidates/store/text-hash';
import { TextIds } from '../../../src/candidates/store/text-ids';

const textHash = await createTextHash();

/** All texts want the same slot; the other three words tell them apart. */
const oneSlot: TextHash = (bytes, words) => {
  textHash(bytes, words);
  words[0] = 7;
};

function textsOf(taken: ReturnType<TextIds['takeNew']>): string[] {
  const { bytes, offsets } = taken.texts;
  return Array.from(offsets.subarray(1), (end, i) =>
    new TextDecoder().decode(bytes.subarray(offsets[i], end)),
  );
}

describe('the hash of a text', () => {
  it('differs in all four words for texts that differ in one byte, and is the same for the same bytes', () => {
    const [a, b, again] = [new Uint32Array(4), new Uint32Array(4), new Uint32Array(4)];
    textHash(new TextEncoder().encode('text 1'), a);
    textHash(new TextEncoder().encode('text 2'), b);
    textHash(new TextEncoder().encode('text 1'), again);
    expect(again).toEqual(a);
    expect([...a].filter((word, i) => word === b[i])).toEqual([]);
  });
});

describe('TextIds', () => {
  it.each([
    ['many texts', 300_000, textHash],
    ['texts that all want one slot', 1_500, oneSlot],
  ])('counts %s from 0 on and knows them again', (_, count, hash) => {
    const [ids, texts] = [new TextIds(), new HashedTexts(hash)];
    for (let i = 0; i < count; i += 1) if (ids.idOf(texts, `text ${i}`) !== i) throw new Error(`text ${i}`);
    for (let i = count - 1; i >= 0; i -= 7)
      if (ids.idOf(texts, `text ${i}`) !== i) throw new Error(`again ${i}`);
    expect([ids.size, ids.next]).toEqual([count, count]);
    expect(ids.bytes).toBeLessThan(2 ** 20 + 28 * count);
  });

  it('gives the UTF-8 of what is new, once', () => {
    const [ids, texts] = [new TextIds(), new HashedTexts(textHash)];
    const long = 'é'.repeat(2 ** 20 + 1);
    for (const text of ['a', '', 'b', 'a', long, 'b', '東😀']) ids.idOf(texts, text);
    const first = ids.takeNew();
    expect([first.first, textsOf(first)]).toEqual([0, ['a', '', 'b', long, '東😀']]);
    ids.idOf(texts, 'a');
    ids.idOf(texts, 'c');
    const second = ids.takeNew();
    expect([second.first, textsOf(second)]).toEqual([5, ['c']]);
    expect(textsOf(ids.takeNew())).toEqual([]);
  });

  it('forgets texts from an id on, taken or not, and gives the ids again', () => {
    const [ids, texts] = [new TextIds(), new HashedTexts(oneSlot)];
    for (const text of ['a', 'b', 'c']) ids.idOf(texts, text);
    ids.takeNew();
    for (const text of ['d', 'e']) ids.idOf(texts, text);
    ids.forgetFrom(1);
    expect([ids.size, ids.next]).toEqual([1, 1]);
    expect(['e', 'a', 'b'].map((text) => ids.idOf(texts, text))).toEqual([1, 0, 2]);
    expect(textsOf(ids.takeNew())).toEqual(['e', 'b']);
  });

  it('forgets single texts and gives none of their ids again', () => {
    const [ids, texts] = [new TextIds(), new HashedTexts(oneSlot)];
    for (const text of ['a', 'b', 'c', 'd']) ids.idOf(texts, text);
    ids.forget([0, 3]);
    expect(ids.size).toBe(2);
    expect(['b', 'c', 'd', 'a'].map((text) => ids.idOf(texts, text))).toEqual([1, 2, 4, 5]);
  });
});

describe('HashIds', () => {
  it('gives the memory of ids back that were forgotten', () => {
    const ids = new HashIds();
    const hash = (i: number): Uint32Array => Uint32Array.of(i, 1, 2, 3);
    for (let i = 0; i < 200_000; i += 1) ids.idOf(hash(i));
    const full = ids.bytes;
    ids.forget(Array.from({ length: 150_000 }, (_, i) => i));
    expect(full - ids.bytes).toBe(2 * 2 ** 20);
    expect([ids.idOf(hash(199_999)), ids.idOf(hash(150_000)), ids.idOf(hash(0))]).toEqual([
      199_999, 150_000, 200_000,
    ]);
    ids.forgetFrom(0);
    expect([ids.size, ids.next, ids.idOf(hash(5))]).toEqual([0, 0, 0]);
  });
});
