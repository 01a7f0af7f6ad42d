import { describe, expect, it } from 'vitest';

import { companionsFirst } from '../../../src/session/files/reading-rules';

const file = (path: string, wasCompanion = false) => ({ path, wasCompanion });

describe('companionsFirst', () => {
  it('puts files that were companions first, then those that are called so, and keeps the order among them', () => {
    const files = [
      file('bm25.trec'),
      file('nq/Corpus.jsonl'),
      file('b.jsonl'),
      file('nq/qrels/test.tsv'),
      file('texts.tsv', true),
      file('collection.tsv'),
    ];
    expect(companionsFirst(files).map(({ path }) => path)).toEqual([
      'texts.tsv',
      'nq/Corpus.jsonl',
      'nq/qrels/test.tsv',
      'collection.tsv',
      'bm25.trec',
      'b.jsonl',
    ]);
    expect(files[0]?.path).toBe('bm25.trec');
  });
});
