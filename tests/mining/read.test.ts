/** What is mined from: each form of pairs, and of passages without ids, gives every row; and what is read of an evaluation. */

import { describe, expect, it } from 'vitest';

import type { SampleOfPassages } from '../../src/mining/corpus';
import { readInput, type GivenFile } from '../../src/mining/read';
import { jsonl } from '../support/jsonl';

const N = 30;
const rows = Array.from({ length: N }, (_, i) => ({
  query: `what is thing ${i}`,
  positive: `a passage about thing ${i} and ${i * i} more`,
}));
const table = (header: string | null, separator: string): string =>
  [
    ...(header === null ? [] : [header]),
    ...rows.map((row) => [row.query, row.positive].join(separator)),
    '',
  ].join('\n');

type Given = readonly [name: string, content: string, as: GivenFile['as'], anySplit?: boolean | undefined];

async function mined(
  files: readonly Given[],
  evaluation: readonly Given[] = [],
  sample: SampleOfPassages | null = null,
) {
  const givenOf = ([name, content, as, anySplit = false]: Given): GivenFile => {
    return { file: new File([content], name), path: name, as, anySplit };
  };
  const settings = { sample, relevant: 1, mostCharacters: 1e9 };
  const { signal } = new AbortController();
  const [given, apart] = [files.map(givenOf), evaluation.map(givenOf)];
  const input = await readInput(given, apart, settings, signal, () => undefined);
  return { ...input, read: input.files };
}

describe('pairs', () => {
  it.each<[string, string]>([
    ['a.jsonl', jsonl(...rows)],
    ['a.jsonl', jsonl(...rows.map(({ query, positive }) => ({ anchor: query, positive })))],
    ['a.jsonl', jsonl(...rows.map(({ query, positive }) => ({ question: query, answer: positive })))],
    [
      'a.jsonl',
      jsonl(
        ...rows.map(({ query, positive }) => ({
          question: query,
          context: positive,
          answers: { text: ['x'], answer_start: [1] },
        })),
      ),
    ],
    [
      'a.jsonl',
      jsonl(...rows.map(({ query, positive }) => ({ question: query, context: positive, answer: 'x' }))),
    ],
    ['a.jsonl', jsonl(...rows.map(({ query, positive }) => ({ query, document: positive })))],
    ['a.jsonl', jsonl(...rows.map(({ query, positive }) => ({ query, pos: [positive] })))],
    ['a.jsonl', jsonl(...rows.map((row) => Object.values(row)))],
    ['a.json', JSON.stringify(rows)],
    ['a.csv', table('query,positive', ',')],
    ['a.csv', table('sentence1,sentence2', ',')],
    ['a.tsv', table(null, '\t')],
  ])('of %s are records, and their positives the corpus: %#', async (name, content) => {
    const { corpus, read } = await mined([[name, content, null]]);
    expect(corpus.records).toHaveLength(N);
    expect(corpus.records[3]?.query).toBe(rows[3]?.query);
    expect(corpus.texts).toEqual(rows.map(({ positive }) => positive));
    expect(read).toMatchObject([{ read: N, rejected: 0 }]);
  });
});

describe('passages without ids', () => {
  const texts = rows.map(({ positive }) => positive);

  it.each<[string, string]>([
    ['a.jsonl', jsonl(...texts.map((text) => ({ text })))],
    ['a.json', JSON.stringify(texts, null, 1)],
    ['a.json', JSON.stringify(texts)],
    ['a.txt', `\ufeff${texts.join('\n')}\n`],
    ['a.json', JSON.stringify(Object.fromEntries(texts.map((text, i) => [`p${i}`, text])))],
  ])('of %s are a corpus: %#', async (name, content) => {
    const { corpus, read } = await mined([
      [name, content, 'corpus'],
      ['pairs.jsonl', jsonl(...rows.slice(0, 5)), 'queries'],
    ]);
    expect(corpus.texts).toHaveLength(N);
    expect(new Set(corpus.texts)).toEqual(new Set(texts));
    expect(corpus.records).toHaveLength(5);
    expect(read.map((file) => file.read).sort((a, b) => a - b)).toEqual([5, N]);
  });
});

describe('a file that cannot be read', () => {
  const broken = ['notes.json', '{"rows": [1, 2', null] as const;

  it('is named and left out, and the others are mined from', async () => {
    const { corpus, read, refused } = await mined([['a.jsonl', jsonl(...rows), null], [...broken]]);
    expect(corpus.records).toHaveLength(N);
    expect(read.map(({ name }) => name)).toEqual(['a.jsonl']);
    expect(refused.map(({ words }) => words)).toEqual([expect.stringContaining('notes.json')]);
  });

  it('stops the reading where the others do not suffice, or where it was given as the corpus', async () => {
    await expect(mined([[...broken]])).rejects.toThrow('notes.json');
    const corpus = ['c.jsonl', jsonl({ _id: '1', text: 'a passage' }), null] as const;
    await expect(mined([[...corpus], [...broken]])).rejects.toThrow('notes.json');
    await expect(
      mined([
        ['a.jsonl', jsonl(...rows), null],
        ['notes.json', broken[1], 'corpus'],
      ]),
    ).rejects.toThrow('notes.json');
  });
});

describe('judgements of other splits', () => {
  const judged = (query: number) => `query-id\tcorpus-id\tscore\nq${query}\td${query}\t1\n`;
  const texts = rows.map(({ query, positive }, i) => [
    { _id: `q${i}`, text: query },
    { _id: `d${i}`, text: positive },
  ]);
  const beir = (...splits: readonly [name: string, as: GivenFile['as'], anySplit?: boolean][]) =>
    mined([
      ['nq/corpus.jsonl', jsonl(...texts.map(([, passage]) => passage)), null],
      ['nq/queries.jsonl', jsonl(...texts.map(([query]) => query)), null],
      ...splits.map(([name, as, any], i) => [`nq/qrels/${name}`, judged(i), as, any] as const),
    ]);

  it('are left out beside the training split, and only there, unless they are asked for', async () => {
    const both = await beir(
      ['train.tsv', 'qrels'],
      ['TEST.tsv', 'qrels'],
      ['training.tsv', null],
      ['dev.tsv', null, true],
    );
    expect(both.corpus.records.map(({ id }) => id)).toEqual(['q0', 'q2', 'q3']);
    expect(both.refused).toMatchObject([{ path: 'nq/qrels/TEST.tsv' }]);
    const others = await beir(['dev.tsv', null], ['test.tsv', null]);
    expect(others.corpus.records).toHaveLength(2);
    expect(others.refused).toEqual([]);
  });
});

describe('an evaluation', () => {
  const pairs = ['pairs.jsonl', jsonl(...rows), null] as const;
  const text = (i: number) => rows[i]?.positive ?? '';
  const corpus = ['set/corpus.jsonl', jsonl({ _id: 'd3', text: text(3) }), null] as const;
  const queries = ['set/queries.jsonl', jsonl({ _id: 'q5', text: rows[5]?.query }), null] as const;
  const judged = ['set/qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq5\td3\t1\n', 'evaluation'] as const;
  const mine = jsonl({ query: rows[7]?.query, positive: text(7), negatives: [text(8)] });
  const withId = { query_id: 'q5', query: 'asked', positive_ids: ['d3'], negative_ids: ['d9'] };
  const withIds = jsonl(withId, withId);

  it.each<[string, readonly Given[], documents: number[], queries: number, files: string[]]>([
    ['judgements with their texts', [corpus, queries, judged], [3], 1, ['test.tsv']],
    [
      'beside what was mined from it, and files of no known form',
      [
        ['set/mined/bm25.jsonl', mine, null],
        ['set/bm25.card.json', '{"mining_card": 9, "parts": []}', null],
        ['set/dataset_info.json', '{"rows": [1, 2', null],
        corpus,
        queries,
        judged,
      ],
      [3],
      1,
      ['test.tsv'],
    ],
    [
      'records that name ids',
      [corpus, queries, ['set/dev.jsonl', withIds, 'evaluation']],
      [3],
      0,
      ['dev.jsonl'],
    ],
    [
      'records of which one has no negatives',
      [['dev.jsonl', mine + jsonl({ query: rows[9]?.query, positive: text(9) }), 'evaluation']],
      [7, 9],
      2,
      ['dev.jsonl'],
    ],
    ['pairs', [['dev.jsonl', jsonl([rows[4]?.query, text(4)]), 'evaluation']], [4], 1, ['dev.jsonl']],
  ])('of %s gives its relevant documents and queries alone', async (_, files, documents, asked, names) => {
    const found = await mined([pairs], files);
    const relevant = Array.from(found.corpus.evaluation, (place) => found.corpus.texts[place]);
    expect(relevant).toEqual(documents.map(text));
    expect(found.evaluationQueries).toBe(asked);
    expect(found.files.slice(1).map(({ name }) => name)).toEqual(
      names.map((name) => expect.stringContaining(name)),
    );
    expect(found.files.slice(1)).toMatchObject(names.map(() => ({ words: 'evaluation', rejected: 0 })));
  });

  it('has a relevant document with a text in each of its files, from a sample too', async () => {
    const none = ['other.jsonl', jsonl({ query: 'x' }), 'evaluation'] as const;
    const sample = { passages: 1, seed: 42 };
    await expect(mined([pairs], [corpus, queries, judged, none])).rejects.toThrow('other.jsonl names no');
    await expect(mined([pairs], [judged], sample)).rejects.toThrow('names no relevant document');
    await expect(mined([pairs], [corpus, queries])).rejects.toThrow('is not an evaluation');
    await expect(mined([pairs], [['notes.json', '{"rows": [1, 2', 'evaluation']])).rejects.toThrow(
      'notes.json',
    );
  });
});
