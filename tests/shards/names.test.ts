import { describe, expect, it } from 'vitest';

import { gapsInWords, inOrder, shardName, type Shard } from '../../src/shards/names';

const shard = (file: string): Shard => ({ ...shardName(file), file, bytes: 1, sha256: file, records: 1 });

describe('the name of a shard', () => {
  it.each([
    ['bm25.part3.jsonl', 'bm25', 3],
    ['bm25.part-03.jsonl.gz', 'bm25', 3],
    ['bm25.part3of7.parquet', 'bm25', 3],
    ['e5-v1.5.part12.jsonl', 'e5-v1.5', 12],
    ['bm25.jsonl', 'bm25', 0],
    ['bm25.party.jsonl', 'bm25.party', 0],
  ])('%s belongs to %s, number %i', (file, source, number) => {
    expect(shardName(file)).toEqual({ source, number });
  });

  it('orders by source, then by number', () => {
    const files = ['b.part1.jsonl', 'a.part10.jsonl', 'a.part2.jsonl'];
    expect(
      files
        .map(shard)
        .sort(inOrder)
        .map(({ file }) => file),
    ).toEqual(['a.part2.jsonl', 'a.part10.jsonl', 'b.part1.jsonl']);
  });

  it('tells the numbers that are missing between the first and the last', () => {
    expect(gapsInWords(['a.part1.jsonl', 'a.part4.jsonl', 'b.part2.jsonl', 'c.jsonl'].map(shard))).toEqual([
      'a lacks the shards part2, part3',
    ]);
    expect(gapsInWords(['a.part0.jsonl', 'a.part1.jsonl'].map(shard))).toEqual([]);
  });
});
