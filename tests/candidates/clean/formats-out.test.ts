import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { run } from '../../../src/candidates/formats/run';
import {
  flagEmbedding,
  msmarcoHardNegatives,
  plain,
  tevatron,
} from '../../../src/candidates/formats/json-formats';
import { load } from './loading';
import { MemorySource } from './memory-source';
import { clean, essence, jsonlSource as source, opened, pairs, removedPairs, tuplesUnder } from './support';

const RECORDS = [
  { id: 7, query: 'q1', pos: ['p1'], neg: ['=1+1', 'b, "c"', 'p1'] },
  { query: 'q2', pos: ['p2'], neg: ['<script>'] },
  { query: 'q3', pos: ['p1'], neg: ['b, "c"', 'd'] },
];

async function lines(blob: Blob): Promise<unknown[]> {
  return (await blob.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

describe('other formats', () => {
  const removed = [removedPairs(10, pairs('0:0 1:0'))];

  it('sentence-transformers: a line a record', async () => {
    const cleaned = await clean(await source(RECORDS), removed, { format: 'tuples' });
    expect(cleaned).toMatchObject({ name: 'nq.cleaned.jsonl', pairsRemoved: 2, recordsRemoved: 1 });
    expect(await lines(cleaned.content)).toEqual([
      { anchor: 'q1', positive: 'p1', negative_1: 'b, "c"', negative_2: 'p1' },
      { anchor: 'q3', positive: 'p1', negative_1: 'b, "c"', negative_2: 'd' },
    ]);
    const fewer = [removedPairs(10, pairs('0:0 0:1 1:0 2:1'))];
    expect(await lines((await clean(await source(RECORDS), fewer, { format: 'tuples' })).content)).toEqual([
      { anchor: 'q1', positive: 'p1', negative: 'p1' },
      { anchor: 'q3', positive: 'p1', negative: 'b, "c"' },
    ]);
  });

  it('Tevatron: ids of queries and of distinct passages', async () => {
    const cleaned = await clean(await source(RECORDS), removed, { format: 'tevatron' });
    const [first, second] = (await lines(cleaned.content)) as {
      query_id: string;
      positive_passages: { docid: string; title: string; text: string }[];
      negative_passages: { docid: string; title: string; text: string }[];
    }[];
    expect(first).toMatchObject({ query_id: '7', query: 'q1' });
    expect(second).toMatchObject({ query_id: '2', query: 'q3' });
    const positive = first?.positive_passages[0];
    expect(positive).toMatchObject({ title: '', text: 'p1' });
    expect(first?.negative_passages[1]).toEqual(positive);
    expect(second?.positive_passages[0]).toEqual(positive);
    expect(second?.negative_passages[0]).toEqual(first?.negative_passages[0]);
    const ids = [positive, first?.negative_passages[0], second?.negative_passages[1]].map(
      (one) => one?.docid,
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^p\d+$/);
  });

  it('give the same records when they are read again', async () => {
    const before = await source(RECORDS);
    const expectation = [
      { query: 'q1', positive: 'p1', negatives: ['b, "c"', 'p1'] },
      { query: 'q3', positive: 'p1', negatives: ['b, "c"', 'd'] },
    ];
    for (const [format, reader] of [
      ['tuples', tuplesUnder('anchor')],
      ['flag-embedding', flagEmbedding],
      ['tevatron', tevatron],
    ] as const) {
      const { content } = await clean(before, removed, { format });
      const file = opened('x.jsonl', await content.text(), { container: 'JSONL' });
      const { records } = await load(file, { format: reader });
      expect(records.map(({ query, positive, negatives }) => ({ query, positive, negatives }))).toEqual(
        expectation,
      );
    }
  });

  it('bring the records of all sources in file order', async () => {
    const loading = { format: msmarcoHardNegatives, apart: true };
    const file = await source(
      [
        { qid: 1, pos: [1], neg: { bm25: [2], dense: [3] } },
        { qid: 2, pos: [1], neg: { bm25: [4], dense: [5, 6] } },
      ],
      loading,
    );
    const { content } = await clean(file, [removedPairs(11, pairs('1:0'))], { format: 'flag-embedding' });
    const written = (await lines(content)) as { neg: string[]; source: string }[];
    expect(written.map(({ neg, source }) => [source, ...neg])).toEqual([
      ['bm25', '#2'],
      ['dense', '#3'],
      ['bm25', '#4'],
      ['dense', '#6'],
    ]);
  });
});

describe('the side file', () => {
  it('says for each removed pair why', async () => {
    const file = await source([...RECORDS, { query: 'q4', pos: ['p'], neg: [`x\n${'y'.repeat(300)}`] }]);
    const removed = {
      ...removedPairs(10, pairs('0:0 0:1 2:1 3:0')),
      reasons: Uint8Array.of(0, 1, 1, 0),
    };
    const cleaned = await clean(file, [removed], { reasons: ['inverted: ρ < 0.5', 'η, too high'] });
    expect(cleaned.reasonsName).toBe('nq.removed.csv');
    const { data, errors } = Papa.parse<string[]>((await cleaned.reasons.text()).trimEnd(), {
      newline: '\n',
    });
    expect(errors).toEqual([]);
    expect(data).toEqual([
      [
        'file',
        'place',
        'source',
        'record',
        'query_id',
        'position',
        'reason',
        'rho',
        'eta',
        'psi',
        'negative',
      ],
      // A spreadsheet would run the formula: an apostrophe keeps it a text.
      ['nq.jsonl', '1', 'whole', '1', '7', '1', 'inverted: ρ < 0.5', '0', '0', '0.5', "'=1+1"],
      ['nq.jsonl', '1', 'whole', '1', '7', '2', 'η, too high', '0', '0.125', '0.5', 'b, "c"'],
      ['nq.jsonl', '3', 'whole', '3', '', '2', 'η, too high', '0.25', '0.125', '0.5', 'd'],
      [
        'nq.jsonl',
        '4',
        'whole',
        '4',
        '',
        '1',
        'inverted: ρ < 0.5',
        '0.375',
        '0',
        '0.5',
        `x\n${'y'.repeat(198)}`,
      ],
    ]);
  });

  it('has its header where nothing is removed', async () => {
    const { reasons } = await clean(await source(RECORDS), []);
    expect((await reasons.text()).split('\n')).toHaveLength(2);
  });
});

describe('a file with more than one source', () => {
  it('keeps an entry while a list of another source has something', async () => {
    const loading = { format: msmarcoHardNegatives, apart: true };
    const file = await source([{ qid: 1, pos: [1], neg: { bm25: [2, 3], dense: [3, 4] } }], loading);
    const both = [removedPairs(10, pairs('0:0 0:1')), removedPairs(11, pairs('0:1'))];
    const { content, recordsRemoved, pairsRemoved } = await clean(file, both);
    expect(await lines(content)).toEqual([{ qid: 1, pos: [1], neg: { bm25: [], dense: [3] } }]);
    expect([pairsRemoved, recordsRemoved]).toEqual([3, 1]);
  });
});

describe('a sampled run', () => {
  it('keeps the queries that the sample left out', async () => {
    const content = 'q1 Q0 d1 1 9 t\nq2 Q0 d2 1 9 t\nq1 Q0 d3 2 8 t\n';
    const file = opened('r.trec', content, { container: 'columns' });
    const { records } = await load(file, { format: run, relevant: { q1: '#r' } });
    const sampled = new MemorySource(file, run, records, [], { sampled: true });
    const strict = { withoutRejects: true };
    expect(await (await clean(sampled, [removedPairs(10, pairs('0:0'))], strict)).content.text()).toBe(
      'q2 Q0 d2 1 9 t\nq1 Q0 d3 2 8 t\n',
    );
  });
});

describe('embeddings that a file gives', () => {
  it('go with their negatives', async () => {
    const record = {
      query: 'q',
      positive: 'p',
      negatives: ['a', '', 'b'],
      query_embedding: [1, 0],
      positive_embedding: [0, 1],
      negative_embeddings: [
        [1, 0],
        [0, 0],
        [0, 1],
      ],
    };
    const file = await source([record], { format: plain });
    const { content } = await clean(file, [removedPairs(10, pairs('0:0'))]);
    expect(await lines(content)).toEqual([
      {
        ...record,
        negatives: ['', 'b'],
        negative_embeddings: [
          [0, 0],
          [0, 1],
        ],
      },
    ]);
    expect(essence(file.records[0] as never).negatives).toEqual(['a', 'b']);
  });
});
