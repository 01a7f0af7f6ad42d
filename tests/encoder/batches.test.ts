import { describe, expect, it } from 'vitest';

import { planBatches, TOKEN_BUDGET } from '../../src/encoder/batches';

describe('planBatches', () => {
  it('puts sequences of like length together, longest first, ties in their order', () => {
    expect(planBatches([20, 100, 19, 100, 95], 64)).toEqual([
      [1, 3, 4],
      [0, 2],
    ]);
  });

  it('has at most the given number of sequences in a batch', () => {
    expect(planBatches([5, 5, 5, 5, 5], 2)).toEqual([[0, 1], [2, 3], [4]]);
    expect(planBatches([5, 6], 1)).toEqual([[1], [0]]);
  });

  it('keeps a batch inside the token budget, padding included', () => {
    // 3 × 10 tokens fit into 35, 4 × 10 do not.
    expect(planBatches([10, 10, 10, 10, 9], 64, 35)).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
    const batches = planBatches(new Array<number>(100).fill(128), 64);
    for (const batch of batches) expect(batch.length * 128).toBeLessThanOrEqual(TOKEN_BUDGET);
  });

  it('gives a sequence beyond the budget a batch of its own', () => {
    expect(planBatches([50, 40, 3], 64, 35)).toEqual([[0], [1], [2]]);
  });

  it('parts sequences below 85 % of the longest, unless they are two tokens shorter at most', () => {
    expect(planBatches([100, 85], 64)).toEqual([[0, 1]]);
    expect(planBatches([100, 84], 64)).toEqual([[0], [1]]);
    expect(planBatches([5, 3], 64)).toEqual([[0, 1]]);
    expect(planBatches([5, 2], 64)).toEqual([[0], [1]]);
  });

  it('plans every sequence once, the empty ones too', () => {
    const lengths = Array.from({ length: 500 }, (_, i) => (i * 37) % 129);
    const planned = planBatches(lengths, 16).flat();
    expect([...planned].sort((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
    expect(planBatches([], 16)).toEqual([]);
  });
});
