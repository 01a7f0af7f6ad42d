import { describe, expect, it } from 'vitest';

import { HashedTexts } from '../../../src/candidates/store/hashed-texts';
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
