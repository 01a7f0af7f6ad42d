import { describe, expect, it } from 'vitest';

import { countTexts, fillGeometry, recordsOf, textsOfBlock, visitBlocks } from '../../src/engine/visit';
import { recordPriorities } from '../../src/scoring/sampling';
import { planarSource } from '../support/planar';

const priorities = (from: number, to: number) =>
  recordPriorities(
    Array.from({ length: to - from }, (_, i) => `query ${from + i}`),
    42,
  );

describe('visitBlocks', () => {
  it('visits every record of every source once', () => {
    const blocks = visitBlocks([priorities(0, 70), priorities(0, 50), priorities(60, 61)]);
    const seen = blocks.flat().map(({ source, record }) => `${source}:${record}`);
    expect(seen).toHaveLength(121);
    expect(new Set(seen).size).toBe(121);
    expect(seen).toContain('2:0');
  });

  it('puts records that share a query side by side, in source order', () => {
    const visits = visitBlocks([priorities(0, 30), priorities(0, 30)]).flat();
    for (let i = 0; i < visits.length; i += 2) {
      expect(visits[i]?.source).toBe(0);
      expect(visits[i + 1]).toMatchObject({ source: 1, record: visits[i]?.record });
    }
  });

  it('follows the priorities, ties by source and then by record', () => {
    const blocks = visitBlocks([Float64Array.of(0.9, 0.2), Float64Array.of(0.2, 0.2, 0.1)]);
    expect(blocks.flat().map(({ source, record }) => [source, record])).toEqual([
      [1, 2],
      [0, 1],
      [1, 0],
      [1, 1],
      [0, 0],
    ]);
  });

  it.each([
    // At least 8 records a block, about forty blocks, at most 1024 records a block.
    [0, []],
    [5, [5]],
    [20, [8, 8, 4]],
    [400, new Array<number>(40).fill(10)],
    [401, [...new Array<number>(36).fill(11), 5]],
  ])('cuts %s records into blocks', (records, sizes) => {
    const blocks = visitBlocks([Float64Array.from({ length: records }, (_, i) => i)]);
    expect(blocks.map((block) => block.length)).toEqual(sizes);
  });

  it('cuts many records into blocks of 1024', () => {
    const sizes = visitBlocks([Float64Array.from({ length: 50_000 }, (_, i) => i)]).map((b) => b.length);
    expect(Math.max(...sizes)).toBe(1024);
    expect(sizes).toHaveLength(49);
  });
});

describe('a block of the visit', () => {
  const block = [
    { source: 1, record: 4 },
    { source: 0, record: 2 },
    { source: 1, record: 0 },
  ];
  const planar = [
    { query: 0, positive: 0, negatives: [90, 180] },
    { query: 0, positive: 90, negatives: [90] },
  ];

  it('names the records of one source in the order of the visit', () => {
    expect(recordsOf(block, 1)).toEqual([4, 0]);
    expect(recordsOf(block, 2)).toEqual([]);
  });

  it('names its texts once, in the order of the visit', () => {
    // Queries and positives 0 and 1; negatives 0, 1 and 2: passage ids are shared.
    const sources = [planarSource(planar), planarSource(planar.slice(0, 1))];
    const texts = textsOfBlock(sources, [
      { source: 0, record: 1 },
      { source: 1, record: 0 },
    ]);
    expect([...texts.queries]).toEqual([1, 0]);
    expect([...texts.passages]).toEqual([1, 2, 0]);
    expect(countTexts(sources)).toBe(2 + 3);
  });

  it('fills m, l and the distance of the pairs of a record, and of no other', () => {
    const source = planarSource(planar);
    const { margin, locality, distance } = source.columns;
    for (const column of [margin, locality, distance]) column.fill(7);
    fillGeometry(source, 0);
    // Positive at 0°, negatives at 90° and 180°: m = 1 and 2, l = 0, distance √2 and 2.
    expect(margin[0]).toBeCloseTo(1, 15);
    expect(margin[1]).toBeCloseTo(2, 15);
    expect([locality[0], locality[1]]).toEqual([0, 0]);
    expect(distance[0]).toBeCloseTo(Math.SQRT2, 15);
    expect([margin[2], locality[2], distance[2]]).toEqual([7, 7, 7]);
    // The negative stands where the positive does.
    fillGeometry(source, 1);
    expect([margin[2], distance[2]]).toEqual([0, 0]);
  });

  it('needs the vectors of its source', () => {
    const source = { ...planarSource(planar), vectors: null };
    expect(() => fillGeometry(source, 0)).toThrow('The vectors of planar are not there yet.');
  });
});
