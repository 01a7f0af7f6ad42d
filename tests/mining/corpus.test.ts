import { expect, it } from 'vitest';

import { CorpusBuilder, type SampleOfPassages } from '../../src/mining/corpus';
import { expectWords } from '../support/golden-words';

function built(fill: (builder: CorpusBuilder) => void, sample: SampleOfPassages | null = null) {
  const builder = new CorpusBuilder(sample);
  fill(builder);
  return builder.build();
}

type Record = Partial<Parameters<CorpusBuilder['addRecord']>[0]>;

/** @param inPool whether their negatives are passages to mine from */
const withRecords = (
  builder: CorpusBuilder,
  inPool: boolean,
  ...records: readonly Record[]
): CorpusBuilder => {
  for (const each of records)
    builder.addRecord({ id: null, query: 'q', positives: [], negatives: [], ...each }, inPool);
  return builder;
};

/** Rows of one query, joined; the last has no positive. */
const ROWS: readonly Record[] = [
  { query: 'a', positives: ['p1'], negatives: ['n1'] },
  { query: 'a', positives: ['p2'], negatives: ['n1', 'p1'] },
  { id: '7', query: 'a', positives: ['p1'] },
  { query: 'b', negatives: ['n2'] },
];

const CORPORA: Readonly<{ [what: string]: (builder: CorpusBuilder) => unknown }> = {
  'each text once in the order of the file, and counts of what is left out': (builder) => {
    for (const [id, text] of [
      ['q1', 'first'],
      ['q1', 'again'],
      ['q2', 'second'],
      ['q3', ''],
    ] as const)
      builder.addQuery(id, text);
    builder.addJudgement('q1', 'd2');
    builder.addJudgement('q1', 'd9');
    builder.addJudgement('q8', 'd1');
    for (const [id, text] of [
      ['d1', 'one'],
      ['d2', 'two'],
      ['d2', 'another two'],
      ['d3', 'one'],
      ['d4', ''],
    ] as const)
      builder.addPassage(id, text);
  },
  'a positive under the second id of its text': (builder) => {
    builder.addQuery('q', 'query');
    builder.addJudgement('q', 'd2');
    builder.addPassage('d1', 'text');
    builder.addPassage('d2', 'text');
  },
  'rows whose negatives are the pool': (builder) => withRecords(builder, true, ...ROWS),
  'rows beside a corpus that lacks a positive': (builder) => {
    builder.addPassage('d', 'p2');
    withRecords(builder, false, ...ROWS);
  },
  'positives that the corpus lacks, record by record': (builder) => {
    withRecords(
      builder,
      false,
      { query: 'q1', positives: ['p1'] },
      { query: 'q2', positives: ['p2'] },
      { query: 'q1', positives: ['p3'] },
    ).addPassage(null, 'other');
  },
  'different queries under one id': (builder) =>
    withRecords(
      builder,
      true,
      { id: '0', query: 'capital of France', positives: ['Paris'] },
      { id: '0', query: 'fastest animal', positives: ['cheetah'] },
      { id: '0', query: 'fastest animal', positives: ['falcon'] },
      { id: '0', query: 'fastest animal', negatives: ['snail'] },
      { id: '1', query: 'unanswered' },
    ),
};

it('a corpus has the texts, records and counts of corpus.txt', () =>
  expectWords('corpus.txt', CORPORA, (fill) => {
    const { texts, ids, records, counts } = built((builder) => void fill(builder));
    const named = records.map((each) => ({ ...each, positives: each.positives.map((at) => texts[at]) }));
    return [{ texts, ids }, named, counts].map((part) => JSON.stringify(part)).join('\n  ');
  }));

it('keeps a record’s positive, which the corpus has, in its place in a sample', () => {
  const { texts, counts } = built(
    (builder) => {
      withRecords(builder, false, { positives: ['a'] });
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
