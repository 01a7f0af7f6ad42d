/** What is mined from: each form of pairs, and of passages without ids, gives every row as a record or a passage. */

import { describe, expect, it } from 'vitest';

import { readInput, type GivenFile } from '../../src/mining/read';

const N = 30;
const rows = Array.from({ length: N }, (_, i) => ({
  query: `what is thing ${i}`,
  positive: `a passage about thing ${i} and ${i * i} more`,
}));
const jsonl = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
const table = (header: string | null, separator: string): string =>
  [
    ...(header === null ? [] : [header]),
    ...rows.map((row) => [row.query, row.positive].join(separator)),
    '',
  ].join('\n');

type Given = readonly [name: string, content: string, as: GivenFile['as'], anySplit?: boolean | undefined];

async function mined(files: readonly Given[]) {
  const given = files.map(([name, content, as, anySplit = false]) => {
    return { file: new File([content], name), path: name, as, anySplit };
  });
  const settings = { sample: null, relevant: 1, mostCharacters: 1e9 };
  const {
    corpus,
    files: read,
    refused,
  } = await readInput(given, [], settings, new AbortController().signal, () => undefined);
  return { corpus, read, refused };
}

describe('pairs', () => {
  it.each<[string, string]>([
    ['a.jsonl', jsonl(rows)],
    ['a.jsonl', jsonl(rows.map(({ query, positive }) => ({ anchor: query, positive })))],
    ['a.jsonl', jsonl(rows.map(({ query, positive }) => ({ question: query, answer: positive })))],
    [
      'a.jsonl',
      jsonl(
        rows.map(({ query, positive }) => ({
          question: query,
          context: positive,
          answers: { text: ['x'], answer_start: [1] },
        })),
      ),
    ],
    [
      'a.jsonl',
      jsonl(rows.map(({ query, positive }) => ({ question: query, context: positive, answer: 'x' }))),
    ],
    ['a.jsonl', jsonl(rows.map(({ query, positive }) => ({ query, document: positive })))],
    ['a.jsonl', jsonl(rows.map(({ query, positive }) => ({ query, pos: [positive] })))],
    ['a.jsonl', jsonl(rows.map((row) => Object.values(row)))],
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
    ['a.jsonl', jsonl(texts.map((text) => ({ text })))],
    ['a.json', JSON.stringify(texts, null, 1)],
    ['a.json', JSON.stringify(texts)],
    ['a.txt', `\ufeff${texts.join('\n')}\n`],
    ['a.json', JSON.stringify(Object.fromEntries(texts.map((text, i) => [`p${i}`, text])))],
  ])('of %s are a corpus: %#', async (name, content) => {
    const { corpus, read } = await mined([
      [name, content, 'corpus'],
      ['pairs.jsonl', jsonl(rows.slice(0, 5)), 'queries'],
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
    const { corpus, read, refused } = await mined([['a.jsonl', jsonl(rows), null], [...broken]]);
    expect(corpus.records).toHaveLength(N);
    expect(read.map(({ name }) => name)).toEqual(['a.jsonl']);
    expect(refused.map(({ words }) => words)).toEqual([expect.stringContaining('notes.json')]);
  });

  it('stops the reading where the others do not suffice, or where it was given as the corpus', async () => {
    await expect(mined([[...broken]])).rejects.toThrow('notes.json');
    const corpus = ['c.jsonl', jsonl([{ _id: '1', text: 'a passage' }]), null] as const;
    await expect(mined([[...corpus], [...broken]])).rejects.toThrow('notes.json');
    await expect(
      mined([
        ['a.jsonl', jsonl(rows), null],
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
      ['nq/corpus.jsonl', jsonl(texts.map(([, passage]) => passage)), null],
      ['nq/queries.jsonl', jsonl(texts.map(([query]) => query)), null],
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
