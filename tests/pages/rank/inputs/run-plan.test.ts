import { describe, expect, it } from 'vitest';

import { longEmbeddingsPlan } from '../../../../src/pages/rank/inputs/run-plan';
import type { SourceEntry } from '../../../../src/session/files/file-entries.svelte';

/** A source of so many records, each with the same number of negatives. */
const entry = (records: number, pairs: number) =>
  ({
    loaded: { counts: { records, pairs }, byK: [{ k: pairs / records, copies: 0, records, first: null }] },
  }) as unknown as SourceEntry;

describe('longEmbeddingsPlan', () => {
  it('says what the matrices of long embeddings take, and what that is estimated from', () => {
    // 3,000 pairs: two matrices of 72 MB; 3000·9e6/2 + 2.7e10/6 multiplications. 8 pairs more are not worth a second.
    expect(longEmbeddingsPlan([entry(600, 3000), entry(2, 8)], 3000, null, null)).toBe(
      'Embeddings of 3,000 numbers: the matrices take about 144 MB of memory and 18 s of time, estimated from 3,008 pairs ' +
        'in 2 sources at a billion multiplications a second.',
    );
  });

  it('takes a sample into account', () => {
    expect(longEmbeddingsPlan([entry(600, 3000)], 3000, 60, null)).toContain(
      'estimated from 300 pairs in 1 source',
    );
    expect(longEmbeddingsPlan([entry(600, 3000)], 3000, 6000, null)).toContain('estimated from 3,000 pairs');
  });

  it('takes the first negatives of each record into account', () => {
    expect(longEmbeddingsPlan([entry(600, 3000)], 3000, null, 2)).toContain('estimated from 1,200 pairs');
  });

  it('is silent where it is not worth a word', () => {
    expect(longEmbeddingsPlan([entry(600, 3000)], 1024, null, null)).toBe('');
    expect(longEmbeddingsPlan([entry(600, 3000)], null, null, null)).toBe('');
  });
});
