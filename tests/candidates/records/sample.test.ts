import { describe, expect, it } from 'vitest';

import { Sample } from '../../../src/candidates/records/sample';

/** Places that a sample takes of entries whose queries are given in order, from place 1 on. */
function taken(queries: readonly string[], records: number, seed: number): number[] {
  const sample = new Sample({ records, seed });
  for (const [index, query] of queries.entries()) sample.add(sample.priorityOf(query), index + 1);
  sample.close();
  return queries.flatMap((query, index) => (sample.takes(query, index + 1) ? [index + 1] : []));
}

const queries = Array.from({ length: 3_000 }, (_, i) => `query ${i}`);

describe('a sample of a file', () => {
  it('has the size asked for, also where queries come again, and is all where there are no more', () => {
    expect(taken(queries, 100, 1)).toHaveLength(100);
    const repeated = queries.map((_, i) => `query ${i % 7}`);
    expect(taken(repeated, 1_000, 1)).toHaveLength(1_000);
    expect(taken(queries, 3_000, 1)).toHaveLength(3_000);
    expect(taken(queries, 9_999, 1)).toHaveLength(3_000);
  });
});
