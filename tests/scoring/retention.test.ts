import { describe, expect, it } from 'vitest';

import { retentionOf } from '../../src/scoring/retention';

describe('what is kept of a source', () => {
  it('counts by reason, without reasons that took nothing', () => {
    const reasons = [
      ['a', 1],
      ['b', 0],
      ['a', 2],
      ['c', 1],
    ] as const;
    const kept = retentionOf('s', { records: 10, negatives: 20 }, { records: 9, negatives: 16 }, reasons);
    expect(kept).toEqual({
      source: 's',
      records_before: 10,
      records_after: 9,
      negatives_before: 20,
      negatives_after: 16,
      share_kept: 0.8,
      reasons: { a: 3, c: 1 },
    });
    expect(retentionOf('s', { records: 0, negatives: 0 }, { records: 0, negatives: 0 }, []).share_kept).toBe(
      1,
    );
  });
});
