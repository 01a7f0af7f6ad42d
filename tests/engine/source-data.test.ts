import { describe, expect, it } from 'vitest';

import type { SourceStructure } from '../../src/candidates/api';
import { givenVectors, selectRecords } from '../../src/engine/source-data';

/** Four records with 2, 1, 3 and 1 negatives. */
const FULL: SourceStructure = {
  id: 9,
  queries: Int32Array.of(10, 11, 12, 13),
  positives: Int32Array.of(20, 21, 22, 23),
  offsets: Int32Array.of(0, 2, 3, 6, 7),
  negatives: Int32Array.of(30, 31, 32, 33, 34, 35, 36),
};

const GIVEN = {
  dimension: 2,
  queries: Float64Array.of(0, 0.1, 1, 1.1, 2, 2.1, 3, 3.1),
  positives: Float64Array.of(10, 10.1, 11, 11.1, 12, 12.1, 13, 13.1),
  negatives: Float64Array.from({ length: 14 }, (_, i) => 20 + Math.floor(i / 2) + (i % 2) / 10),
};

describe('selectRecords', () => {
  it('keeps the chosen records with their own negatives', () => {
    expect(selectRecords(FULL, Int32Array.of(0, 2), null)).toEqual({
      id: 9,
      queries: Int32Array.of(10, 12),
      positives: Int32Array.of(20, 22),
      offsets: Int32Array.of(0, 2, 5),
      negatives: Int32Array.of(30, 31, 33, 34, 35),
    });
  });

  it('takes the first negatives of each; a record with fewer keeps what it has', () => {
    expect(selectRecords(FULL, Int32Array.of(1, 2), 2)).toEqual({
      id: 9,
      queries: Int32Array.of(11, 12),
      positives: Int32Array.of(21, 22),
      offsets: Int32Array.of(0, 1, 3),
      negatives: Int32Array.of(32, 33, 34),
    });
  });

  it('of all records is the source itself; of none it is empty', () => {
    expect(selectRecords(FULL, Int32Array.of(0, 1, 2, 3), null)).toEqual(FULL);
    const none = selectRecords(FULL, Int32Array.of(), null);
    expect(none.offsets).toEqual(Int32Array.of(0));
    expect(none.negatives).toHaveLength(0);
  });
});

describe('givenVectors', () => {
  it('reads the rows of a whole file', () => {
    const vectors = givenVectors(GIVEN, FULL, Int32Array.of(0, 1, 2, 3), null);
    expect(vectors.dimension).toBe(2);
    expect([...vectors.query(3)]).toEqual([3, 3.1]);
    expect([...vectors.positive(1)]).toEqual([11, 11.1]);
    expect([...vectors.negative(6)]).toEqual([26, 26.1]);
  });

  it('follows a sample: records and pairs are counted inside it', () => {
    const vectors = givenVectors(GIVEN, FULL, Int32Array.of(1, 2), null);
    expect([...vectors.query(0)]).toEqual([1, 1.1]);
    expect([...vectors.positive(1)]).toEqual([12, 12.1]);
    // Pairs 0 … 3 of the sample are pairs 2 … 5 of the file.
    expect([0, 1, 2, 3].map((pair) => vectors.negative(pair)[0])).toEqual([22, 23, 24, 25]);
  });

  it('follows the first negatives of each record', () => {
    const vectors = givenVectors(GIVEN, FULL, Int32Array.of(0, 2, 3), 1);
    expect([0, 1, 2].map((pair) => vectors.negative(pair)[0])).toEqual([20, 23, 26]);
  });
});
