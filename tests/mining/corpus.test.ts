import { describe, expect, it } from 'vitest';

import { CorpusBuilder, type SampleOfPassages } from '../../src/mining/corpus';

function built(fill: (builder: CorpusBuilder) => void, sample: SampleOfPassages | null = null) {
  const builder = new CorpusBuilder(sample);
  fill(builder);
  return builder.build();
}

describe('CorpusBuilder', () => {
  it('keeps each text once in the order of the file, and counts what it leaves out', () => {
    const { texts, ids, records, counts } = built((builder) => {
      builder.addQuery('q1', 'first');
      builder.addQuery('q1', 'again');
      builder.addQuery('q2', 'second');
      builder.addQuery('q3', '');
      builder.addJudgement('q1', 'd2');
      builder.addJudgement('q1', 'd9');
      builder.addJudgement('q8', 'd1');
      builder.addPassage('d1', 'one');
      builder.addPassage('d2', 'two');
      builder.addPassage('d2', 'another two');
      builder.addPassage('d3', 'one');
      builder.addPassage('d4', '');
    });
    expect([texts, ids]).toEqual([
      ['one', 'two'],
      ['d1', 'd2'],
    ]);
    expect(records).toEqual([{ id: 'q1', query: 'first', positives: [1] }]);
    expect(counts).toEqual({
      passages_read: 5,
      passages: 2,
      blank_passages: 1,
      repeated_passages: 1,
      ids_with_two_texts: 1,
      positives_added: 0,
      passages_left_out: 0,
      queries_read: 4,
      blank_queries: 1,
      repeated_queries: 1,
      joined_rows: 0,
      queries_without_positive: 1,
      unknown_queries: 1,
      unknown_positives: 1,
      records: 1,
    });
  });

  it('finds a positive under the second id of its text', () => {
    const { records } = built((builder) => {
      builder.addQuery('q', 'query');
      builder.addJudgement('q', 'd2');
      builder.addPassage('d1', 'text');
      builder.addPassage('d2', 'text');
    });
    expect(records[0]?.positives).toEqual([0]);
  });

  it('joins rows of one query, adds positives that the corpus lacks, and takes negatives only where they are the pool', () => {
    const rows = (builder: CorpusBuilder, inPool: boolean) => {
      builder.addRecord({ id: null, query: 'a', positives: ['p1'], negatives: ['n1'] }, inPool);
      builder.addRecord({ id: null, query: 'a', positives: ['p2'], negatives: ['n1', 'p1'] }, inPool);
      builder.addRecord({ id: '7', query: 'a', positives: ['p1'], negatives: [] }, inPool);
      builder.addRecord({ id: null, query: 'b', positives: [], negatives: ['n2'] }, inPool);
    };
    const pool = built((builder) => rows(builder, true));
    expect(pool.texts).toEqual(['p1', 'n1', 'p2', 'n2']);
    expect(pool.records).toEqual([
      { id: '1', query: 'a', positives: [0, 2] },
      { id: '7', query: 'a', positives: [0] },
    ]);
    expect(pool.counts).toMatchObject({ queries_read: 4, records: 2, queries_without_positive: 1 });
    const beside = built((builder) => {
      builder.addPassage('d', 'p2');
      rows(builder, false);
    });
    expect(beside.texts).toEqual(['p2', 'p1']);
    expect(beside.counts.positives_added).toBe(1);
  });

  it('adds positives that the corpus lacks record by record', () => {
    const { texts } = built((builder) => {
      for (const [query, positive] of [
        ['q1', 'p1'],
        ['q2', 'p2'],
        ['q1', 'p3'],
      ] as const)
        builder.addRecord({ id: null, query, positives: [positive], negatives: [] }, false);
      builder.addPassage(null, 'other');
    });
    expect(texts).toEqual(['other', 'p1', 'p3', 'p2']);
  });

  it('keeps different queries under one id apart, and counts what it joins', () => {
    const { texts, records, counts } = built((builder) => {
      builder.addRecord({ id: '0', query: 'capital of France', positives: ['Paris'], negatives: [] }, true);
      builder.addRecord({ id: '0', query: 'fastest animal', positives: ['cheetah'], negatives: [] }, true);
      builder.addRecord({ id: '0', query: 'fastest animal', positives: ['falcon'], negatives: [] }, true);
      builder.addRecord({ id: '0', query: 'fastest animal', positives: [], negatives: ['snail'] }, true);
      builder.addRecord({ id: '1', query: 'unanswered', positives: [], negatives: [] }, true);
    });
    expect(records.map(({ query, positives }) => [query, positives.map((place) => texts[place])])).toEqual([
      ['capital of France', ['Paris']],
      ['fastest animal', ['cheetah', 'falcon']],
    ]);
    expect(counts).toMatchObject({
      queries_read: 5,
      records: 2,
      joined_rows: 2,
      queries_without_positive: 1,
    });
  });

  it('keeps a record’s positive, which the corpus has, in its place in a sample', () => {
    const { texts, counts } = built(
      (builder) => {
        builder.addRecord({ id: null, query: 'q', positives: ['a'], negatives: [] }, false);
        for (const text of ['b', 'a', 'c', 'd']) builder.addPassage(null, text);
      },
      { passages: 1, seed: 42 },
    );
    expect(texts).toHaveLength(2);
    expect(texts).toContain('a');
    expect(counts).toMatchObject({ positives_added: 0, passages_left_out: 2, passages_read: 4 });
  });

  it('keeps the positives in a seeded sample, the same for a seed, and loses no count', () => {
    const passages = Array.from({ length: 500 }, (_, i) => `passage ${i}`);
    const sampled = (seed: number) =>
      built(
        (builder) => {
          builder.addQuery('q', 'query');
          builder.addJudgement('q', '499');
          passages.forEach((text, i) => builder.addPassage(String(i), text));
        },
        { passages: 40, seed },
      );
    const { texts, records, counts } = sampled(1);
    expect(texts).toHaveLength(41);
    expect(texts[records[0]?.positives[0] as number]).toBe('passage 499');
    expect(counts).toMatchObject({ passages_read: 500, passages: 41, passages_left_out: 459 });
    expect(sampled(1).texts).toEqual(texts);
    expect(sampled(2).texts).not.toEqual(texts);
  });
});
