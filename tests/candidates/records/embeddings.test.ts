import { describe, expect, it } from 'vitest';

import { read } from '../support';
import { jsonl } from '../../support/jsonl';

const query = [1, 0];
const positive = [0.6, 0.8];
const record = {
  query: 'q',
  positive: 'p',
  negatives: ['a', 'b'],
  query_embedding: query,
  positive_embedding: positive,
  negative_embeddings: [
    [0, 1],
    [0.8, 0.6],
  ],
};
const without = { query: 'q', positive: 'p', negatives: ['a'] };

describe('given embeddings', () => {
  it('are used as they are, in any JSON form', async () => {
    const { records, summary } = await read('a.jsonl', jsonl({ ...record, query_embedding: [1.0009, 0] }));
    expect(records[0]?.embeddings?.query).toEqual(Float64Array.of(1.0009, 0));
    expect(records[0]?.embeddings?.negatives).toEqual([Float64Array.of(0, 1), Float64Array.of(0.8, 0.6)]);
    expect(summary.dimension).toBe(2);
    const { negatives, positive: text, ...rest } = record;
    const flag = await read('a.jsonl', jsonl({ ...rest, pos: [text], neg: negatives }));
    expect(flag.records[0]?.embeddings?.positive).toEqual(Float64Array.of(0.6, 0.8));
  });

  it('go with their negatives when blank or repeated ones are removed', async () => {
    const { records } = await read(
      'a.jsonl',
      jsonl({
        ...record,
        negatives: ['', 'a', null, 'a', 'b'],
        negative_embeddings: [[0, 0], [0, 1], null, [1, 0], [0.6, 0.8]],
      }),
    );
    expect(records[0]?.negatives).toEqual(['a', 'b']);
    expect(records[0]?.embeddings?.negatives).toEqual([Float64Array.of(0, 1), Float64Array.of(0.6, 0.8)]);
  });

  it.each([
    ['a field missing', { positive_embedding: undefined }, 'missing-embedding', 'positive_embedding'],
    ['a field null', { query_embedding: null }, 'missing-embedding', 'query_embedding'],
    ['too few rows', { negative_embeddings: [[0, 1]] }, 'missing-embedding', 'negative_embeddings'],
    ['a row null', { negative_embeddings: [[0, 1], null] }, 'missing-embedding', 'negative_embeddings[1]'],
    ['a row empty', { query_embedding: [] }, 'missing-embedding', 'query_embedding'],
    ['no list', { query_embedding: 'AAAA' }, 'wrong-type', 'query_embedding'],
    ['no list of lists', { negative_embeddings: [0, 1] }, 'wrong-type', 'negative_embeddings[0]'],
    ['another length than the file', { query_embedding: [1, 0, 0] }, 'ragged-embedding', 'query_embedding'],
    [
      'another length inside',
      { negative_embeddings: [[0, 1], [1]] },
      'ragged-embedding',
      'negative_embeddings[1]',
    ],
    [
      'a null number',
      {
        negative_embeddings: [
          [0, null],
          [0, 1],
        ],
      },
      'non-finite-embedding',
      'negative_embeddings[0][1]',
    ],
    ['a text number', { query_embedding: ['1', 0] }, 'non-finite-embedding', 'query_embedding[0]'],
    ['another norm', { positive_embedding: [3, 4] }, 'not-unit-embedding', 'positive_embedding'],
    ['a norm just off', { positive_embedding: [1.0011, 0] }, 'not-unit-embedding', 'positive_embedding'],
    [
      'zeros',
      {
        negative_embeddings: [
          [0, 0],
          [0, 1],
        ],
      },
      'not-unit-embedding',
      'negative_embeddings[0]',
    ],
  ])('are rejected for %s', async (_, change, code, field) => {
    const { rejects, records } = await read('a.jsonl', jsonl(record, { ...record, ...change }, record));
    expect(rejects.map((reject) => [reject.place, reject.code, reject.field])).toEqual([[2, code, field]]);
    expect(records).toHaveLength(2);
  });

  it('name row, norm and what to choose', async () => {
    const { rejects } = await read('a.jsonl', jsonl(record, { ...record, positive_embedding: [3, 4] }));
    expect(rejects[0]?.message).toContain('`positive_embedding` has norm 5.00000, expected 1 within 0.001.');
    expect(rejects[0]?.message).toContain('Choose "normalise"');
  });

  it('are brought to norm 1 where the user chose so; zeros and infinities stay rejects', async () => {
    const { records, rejects, summary } = await read(
      'a.jsonl',
      jsonl(
        { ...record, query_embedding: [1.0009, 0], positive_embedding: [3, 4] },
        { ...record, query_embedding: [0, 0] },
        { ...record, query_embedding: [1e200, 1e200] },
        record,
      ),
      { normalise: true },
    );
    expect(records[0]?.embeddings?.positive).toEqual(Float64Array.of(3 / 5, 4 / 5));
    expect(records[0]?.embeddings?.query).toEqual(Float64Array.of(1.0009, 0));
    expect(rejects.map(({ place, code }) => [place, code])).toEqual([
      [2, 'not-unit-embedding'],
      [3, 'not-unit-embedding'],
    ]);
    expect(summary.counts).toMatchObject({ records: 2, normalisedRecords: 1 });
  });

  it.each([
    ['NaN', '"negative_embeddings":[[0,NaN],[0,1]]', 'negative_embeddings[0][1]'],
    ['-Infinity', '"negative_embeddings":[[0,1],[-Infinity,1]]', 'negative_embeddings[1][0]'],
  ])('as Python writes %s are told from broken JSON', async (_, bare, field) => {
    const line = JSON.stringify({ ...record, query: 'NaN "Infinity" \\' }).replace(
      /"negative_embeddings":\[\[.*\]\]/,
      bare,
    );
    const { rejects } = await read('a.jsonl', `${jsonl(record)}${line}\n`);
    expect(rejects).toMatchObject([{ place: 2, code: 'non-finite-embedding', field }]);
  });

  it('a bare NaN elsewhere is broken JSON, with its field', async () => {
    const { rejects } = await read(
      'a.jsonl',
      `${jsonl(record)}{"query": "q", "positive": "p", "meta": {"margin": NaN}}\n`,
    );
    expect(rejects).toMatchObject([{ place: 2, code: 'broken-json', field: 'meta.margin' }]);
    const torn = await read('a.jsonl', `${jsonl(record)}{"query": NaN, "positive": "p"\n`);
    expect(torn.rejects).toMatchObject([{ place: 2, code: 'broken-json', field: 'query' }]);
  });
});

describe('files that mix records with and without embeddings', () => {
  it('reject those without', async () => {
    const { records, rejects } = await read('a.jsonl', jsonl(record, without, record));
    expect(records).toHaveLength(2);
    expect(rejects).toMatchObject([{ place: 2, code: 'missing-embedding', field: 'query_embedding' }]);
  });

  it('reject those without that come first, too', async () => {
    const { records, rejects } = await read('a.jsonl', jsonl(without, record));
    expect(records.map(({ place }) => place)).toEqual([2]);
    expect(rejects).toMatchObject([{ place: 1, code: 'missing-embedding' }]);
  });

  it('reject those with embeddings where the first hundred have none', async () => {
    const first = Array.from({ length: 100 }, () => without);
    const { records, rejects } = await read('a.jsonl', jsonl(...first, record, without));
    expect(records).toHaveLength(101);
    expect(rejects).toMatchObject([{ place: 101, code: 'missing-embedding', field: 'query_embedding' }]);
    expect(rejects[0]?.message).toContain('the first records of this file do not');
  });
});
