import { describe, expect, it } from 'vitest';

import { byLength, countsOf, inOrder } from '../../bench/lib/batches.mjs';

const sequences = [[1], [1, 2, 3], [1, 2], [1, 2, 3, 4], [5]];

describe('batches of the native scripts', () => {
  it('keep the order of the file', () => {
    expect(inOrder(sequences, 2)).toEqual([
      [[1], [1, 2, 3]],
      [
        [1, 2],
        [1, 2, 3, 4],
      ],
      [[5]],
    ]);
  });

  it('put like lengths together, longest first', () => {
    expect(byLength(sequences, 2)).toEqual([
      [
        [1, 2, 3, 4],
        [1, 2, 3],
      ],
      [[1, 2], [1]],
      [[5]],
    ]);
  });

  it('count texts, tokens, and tokens with the padding to the longest of each batch', () => {
    expect(countsOf(inOrder(sequences, 2))).toEqual({ encodes: 5, tokens: 11, padded_tokens: 6 + 8 + 1 });
    expect(countsOf(byLength(sequences, 2))).toEqual({ encodes: 5, tokens: 11, padded_tokens: 8 + 4 + 1 });
  });
});
