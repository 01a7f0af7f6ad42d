import { describe, expect, it } from 'vitest';

import { KnownPositives, otherPositive, sameText } from '../../src/scoring/findings';
import { seededRandom } from '../../src/scoring/random';

/** Two sources: query 2 comes twice in the first one, with two positives; 10 is the positive of two queries. */
const FIRST = {
  queries: Int32Array.of(1, 2, 2),
  positives: Int32Array.of(10, 11, 12),
  offsets: Int32Array.of(0, 3, 5, 7),
  negatives: Int32Array.of(10, 11, 50, 12, 10, 11, 60),
};
const SECOND = {
  queries: Int32Array.of(3, 1),
  positives: Int32Array.of(60, 10),
  offsets: Int32Array.of(0, 1, 2),
  negatives: Int32Array.of(60, 12),
};

describe('known positives by text', () => {
  it('are the positive of the record itself', () => {
    expect([...sameText(FIRST)]).toEqual([1, 0, 0, 0, 0, 0, 0]);
    expect([...sameText(SECOND)]).toEqual([1, 0]);
  });

  it('are a positive of another query, in any source; one of the same query is none', () => {
    const known = new KnownPositives([FIRST, SECOND]);
    expect([...otherPositive(FIRST, known)]).toEqual([0, 1, 0, 0, 1, 0, 1]);
    expect([...otherPositive(SECOND, known)]).toEqual([0, 1]);
  });

  it('are those of a search through all records', () => {
    const random = seededRandom(7);
    const draw = (length: number, below: number) =>
      Int32Array.from({ length }, () => Math.floor(random() * below));
    const source = () => ({
      queries: draw(20, 8),
      positives: draw(20, 12),
      offsets: Int32Array.from({ length: 21 }, (_, i) => 3 * i),
      negatives: draw(60, 16),
    });
    const sources = [source(), source()];
    const known = new KnownPositives(sources);
    let found = 0;
    for (const records of sources) {
      const flags = otherPositive(records, known);
      for (const [pair, passage] of records.negatives.entries()) {
        const query = records.queries[Math.floor(pair / 3)];
        const expected = sources.some(({ queries, positives }) =>
          positives.some((positive, record) => positive === passage && queries[record] !== query),
        );
        expect(flags[pair]).toBe(Number(expected));
        found += Number(expected);
      }
    }
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(120);
  });
});
