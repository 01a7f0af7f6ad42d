import { describe, expect, it } from 'vitest';

import { otherSplits, splitOf } from '../../src/mining/splits';

describe('splits', () => {
  it('are told by the name of a file', () => {
    expect(['nq/qrels/train.tsv', 'TEST.jsonl', 'dev.trec.gz'].map(splitOf)).toEqual([
      'train',
      'test',
      'dev',
    ]);
    expect(['corpus.jsonl', 'training.tsv', 'train/corpus.jsonl'].map(splitOf)).toEqual([null, null, null]);
  });

  it('other than training are left out where there is a training split, and only there', () => {
    const beir = ['nq/corpus.jsonl', 'nq/queries.jsonl', 'nq/qrels/dev.tsv', 'nq/qrels/test.tsv'];
    expect(otherSplits([...beir, 'nq/qrels/train.tsv'])).toEqual(['nq/qrels/dev.tsv', 'nq/qrels/test.tsv']);
    expect(otherSplits(beir)).toEqual([]);
  });
});
