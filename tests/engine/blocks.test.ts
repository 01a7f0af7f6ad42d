import { describe, expect, it } from 'vitest';

import {
  blocksOf,
  countTexts,
  fillGeometry,
  recordsOf,
  rowsOfBlock,
  textsOfBlock,
  blocksInOrder,
} from '../../src/engine/blocks';
import { recordPriorities } from '../../src/scoring/sampling';
import { planarSource } from '../support/planar';

/** A source whose records have these turns and, unless said otherwise, one pair each. */
const source = (turns: ArrayLike<number>, pairs = (_record: number) => 1) => ({
  turns: Float64Array.from(turns),
  pairs,
});

/** Records of the queries `from` … `to`. */
const queries = (from: number, to: number) =>
  source(
    recordPriorities(
      Array.from({ length: to - from }, (_, i) => `query ${from + i}`),
      42,
    ),
  );

const ascending = (records: number) => Array.from({ length: records }, (_, i) => i);

describe('blocksInOrder', () => {
  it('visits every record of every source once', () => {
    const blocks = blocksInOrder([queries(0, 70), queries(0, 50), queries(60, 61)], false);
    const seen = blocks.flat().map(({ source, record }) => `${source}:${record}`);
    expect(seen).toHaveLength(121);
    expect(new Set(seen).size).toBe(121);
    expect(seen).toContain('2:0');
  });

  it('puts records of a unit side by side, in source order', () => {
    const visits = blocksInOrder([queries(0, 30), queries(0, 30)], false).flat();
    expect(visits).toHaveLength(60);
    for (let i = 0; i < visits.length; i += 2) {
      expect(visits[i]?.source).toBe(0);
      expect(visits[i + 1]).toMatchObject({ source: 1, record: visits[i]?.record });
    }
  });

  it('follows the turns, ties by source and then by record', () => {
    const blocks = blocksInOrder([source([0.9, 0.2]), source([0.2, 0.2, 0.1])], false);
    expect(blocks.flat().map(({ source, record }) => [source, record])).toEqual([
      [1, 2],
      [0, 1],
      [1, 0],
      [1, 1],
      [0, 0],
    ]);
  });

  it.each([
    // At least 8 records a block, and forty blocks at most.
    [0, []],
    [5, [5]],
    [20, [8, 8, 4]],
    [400, new Array<number>(40).fill(10)],
    [401, [...new Array<number>(36).fill(11), 5]],
  ])('cuts %s records into blocks', (records, sizes) => {
    expect(blocksInOrder([source(ascending(records))], false).map((block) => block.length)).toEqual(sizes);
  });

  it('has at most 8192 pairs in a block, but for a single record that has more', () => {
    const pairs = [4000, 4192, 1, 9000, 10];
    const blocks = blocksInOrder([source(ascending(5), (record) => pairs[record] as number)], false);
    expect(blocks.map((block) => block.map((visit) => visit.record))).toEqual([[0, 1], [2], [3], [4]]);
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
    // Rows are counted for each record: three queries, three positives and five negatives.
    expect(rowsOfBlock(sources, blocksOf(sources).flat())).toBe(11);
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
