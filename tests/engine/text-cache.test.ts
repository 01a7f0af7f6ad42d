import { describe, expect, it } from 'vitest';

import { TextCache } from '../../src/engine/text-cache';

const records = (...passages: number[]) => [
  { queries: Int32Array.of(0, 1, 2), positives: Int32Array.of(0), negatives: Int32Array.from(passages) },
];
const WANTED = records(1, 2, 3);

/** Texts of five characters, and the ids that were asked for. */
function source() {
  const asked: { queries: number[]; passages: number[] } = { queries: [], passages: [] };
  const texts = (kind: keyof typeof asked, letter: string) => (ids: Int32Array) => {
    asked[kind].push(...ids);
    return Promise.resolve(Array.from(ids, (id) => `${letter} n ${id}`));
  };
  return { asked, queryTexts: texts('queries', 'q'), passageTexts: texts('passages', 'p') };
}

describe('TextCache', () => {
  it('asks for a text once, and gives it to both readers', async () => {
    const from = source();
    const cache = new TextCache(from, WANTED);
    const [some, order] = [Int32Array.of(0, 1, 2), Int32Array.of(2, 0)];
    expect(await cache.keeping.passageTexts(some)).toEqual(['p n 0', 'p n 1', 'p n 2']);
    expect(await cache.keeping.queryTexts(some)).toEqual(['q n 0', 'q n 1', 'q n 2']);
    expect(await cache.giving.passageTexts(order)).toEqual(['p n 2', 'p n 0']);
    expect(await cache.giving.queryTexts(order)).toEqual(['q n 2', 'q n 0']);
    expect(from.asked).toEqual({ queries: [0, 1, 2], passages: [0, 1, 2] });
  });

  it('asks again for what there was no room for, or what was not said to be wanted', async () => {
    const from = source();
    const cache = new TextCache(from, records(1, 3), 12);
    await cache.keeping.passageTexts(Int32Array.of(2, 0, 1, 3));
    from.asked.passages.length = 0;
    const given = await cache.giving.passageTexts(Int32Array.of(3, 0, 2, 1));
    expect(given).toEqual(['p n 3', 'p n 0', 'p n 2', 'p n 1']);
    expect(from.asked.passages).toEqual([3, 2]);
  });

  it('has room again for what was given away', async () => {
    const from = source();
    const cache = new TextCache(from, WANTED, 5);
    await cache.keeping.passageTexts(Int32Array.of(0));
    await cache.giving.passageTexts(Int32Array.of(0));
    await cache.keeping.passageTexts(Int32Array.of(1));
    await cache.giving.passageTexts(Int32Array.of(1));
    expect(from.asked.passages).toEqual([0, 1]);
  });
});
