import { describe, expect, it } from 'vitest';

import { inGroups, isSummedByPairs, logDetSeconds, matricesAtOnce, sumCost } from '../../src/engine/large';

describe('long embeddings', () => {
  it('are summed by their pairs where those are half as many as numbers, or fewer', () => {
    expect(isSummedByPairs({ pairs: 600, dimension: 1200 })).toBe(true);
    expect(isSummedByPairs({ pairs: 601, dimension: 1200 })).toBe(false);
    expect(isSummedByPairs({ pairs: 10, dimension: 1024 })).toBe(false);
  });

  it('cost what their matrices take: two of d × d, d²/2 multiplications a pair and d³/6 for the log-det', () => {
    const { seconds, bytes } = sumCost([{ pairs: 3000, dimension: 3000 }]);
    // 3000·9e6/2 + 2.7e10/6 = 1.35e10 + 4.5e9, at 1e9 a second; two matrices of 72 MB.
    expect(seconds).toBeCloseTo(18, 10);
    expect(bytes).toBe(144e6);
  });

  it('cost little where they are summed by few pairs', () => {
    // Gram: 64·3000/2, and 512/6; residuals 8·8·3000 and two of 8 × 8.
    const { seconds, bytes } = sumCost([{ pairs: 8, dimension: 3000 }]);
    expect(seconds).toBeCloseTo((96_000 + 512 / 6) / 1e9, 15);
    expect(bytes).toBe(192_000 + 1024);
  });

  it('are the only ones with a cost', () => {
    expect(sumCost([{ pairs: 1e6, dimension: 1024 }])).toEqual({ seconds: 0, bytes: 0 });
    expect(logDetSeconds([{ pairs: 1e6, dimension: 768 }])).toBe(0);
  });

  it('have room for few matrices at a time, and one always', () => {
    expect(matricesAtOnce(4096)).toBe(4);
    expect(matricesAtOnce(768)).toBeGreaterThan(13);
    expect(matricesAtOnce(100_000)).toBe(1);
    expect(inGroups([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(inGroups([], 2)).toEqual([]);
  });
});
