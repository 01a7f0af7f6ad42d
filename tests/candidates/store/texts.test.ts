import { describe, expect, it } from 'vitest';

import { EncodedTexts, loadTextHash, textHash, type TextHash } from '../../../src/candidates/store/text-hash';
import { Texts } from '../../../src/candidates/store/texts';

await loadTextHash();

/** All texts want the same slot; the other three words tell them apart. */
const oneSlot: TextHash = (bytes, words) => {
  textHash(bytes, words);
  words[0] = 7;
};

const idsOf = (texts: Texts, all: readonly string[]) => all.map((text) => texts.idOf(text));
const textsOf = (texts: Texts, ids: readonly number[]) => ids.map((id) => texts.text(id));

/** What a table is given, id and text. */
function rowsOf(texts: Texts, first: number, end: number): [number, string][] {
  return [...texts.parts(first, end)].flatMap(({ ids, texts: { bytes, offsets } }) =>
    Array.from(ids, (id, i): [number, string] => [
      id,
      new TextDecoder().decode(bytes.subarray(offsets[i], offsets[i + 1])),
    ]),
  );
}

describe('Texts', () => {
  it.each([
    ['many texts', 300_000, textHash],
    ['texts that all want one slot', 1_500, oneSlot],
  ])('counts %s from 0 on, knows them again and gives them back', (_, count, hash) => {
    const texts = new Texts(new EncodedTexts(hash));
    const textOf = (id: number) => `text ${id} é\u0000😀`;
    for (let i = 0; i < count; i += 1) if (texts.idOf(textOf(i)) !== i) throw new Error(`text ${i}`);
    for (let i = count - 1; i >= 0; i -= 7) if (texts.idOf(textOf(i)) !== i) throw new Error(`again ${i}`);
    for (let i = 0; i < count; i += 7) if (texts.text(i) !== textOf(i)) throw new Error(`back ${i}`);
    expect([texts.size, texts.next]).toEqual([count, count]);
    expect(texts.bytes).toBeLessThan(4 * 2 ** 20 + 60 * count);
    expect(textsOf(texts, [-1, count, count + 70_000])).toEqual([null, null, null]);
  });

  it('gives long texts back whole, and beginnings in characters as DuckDB counts them', () => {
    const texts = new Texts();
    const long = [`${'ä'.repeat(700_000)}end`, '😀'.repeat(300), `${'x'.repeat(3_000_000)}`, '\ufeffmark'];
    expect(idsOf(texts, [...long, ...long])).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
    expect(textsOf(texts, [0, 1, 2, 3])).toEqual(long);
    expect(texts.text(1, 200)).toBe('😀'.repeat(200));
    expect([texts.text(0, 3), texts.text(3, 2), texts.text(3, 99)]).toEqual(['äää', '\ufeffm', '\ufeffmark']);
  });

  it('forgets single texts, whose ids and rows go, and gives none of their ids again', () => {
    const texts = new Texts(new EncodedTexts(oneSlot));
    idsOf(texts, ['a', 'b', 'c', 'd']);
    texts.keep([Int32Array.of(1), Int32Array.of(-1, 2, 1)]);
    expect(texts.size).toBe(2);
    expect(idsOf(texts, ['b', 'c', 'd', 'a'])).toEqual([1, 2, 4, 5]);
    expect(textsOf(texts, [0, 1, 2, 3, 4, 5])).toEqual([null, 'b', 'c', null, 'd', 'a']);
    expect(rowsOf(texts, 0, 5)).toEqual([
      [1, 'b'],
      [2, 'c'],
      [4, 'd'],
    ]);
    expect(rowsOf(texts, 2, 9)).toEqual([
      [2, 'c'],
      [4, 'd'],
      [5, 'a'],
    ]);
    texts.keep([]);
    expect([texts.size, texts.idOf('x'), texts.text(6)]).toEqual([0, 6, 'x']);
  });
});
