/** Parquet files of the formats, written by an independent writer, through the real store and out again. */

import { Field, Float32, Float64, Int64, List, Utf8, type DataType } from 'apache-arrow';
import { describe, expect, it } from 'vitest';

import { openBench } from './fixtures';
import { parquetFixture, type FixtureColumn } from './parquet-fixtures';
import { fileOf, sourceOf } from './support';

const bench = await openBench();

const list = (type: DataType): List => new List(new Field('item', type, true));
const text = new Utf8();

describe('knowledge distillation', () => {
  it('takes the first document as the positive; ids are numbers here and texts there', async () => {
    const documents = parquetFixture([
      { name: 'document_id', type: text, values: ['1', '2', '3', '4'] },
      { name: 'text', type: text, values: ['one', 'two', 'three', 'four'] },
    ]);
    const queries = parquetFixture([
      { name: 'query_id', type: new Int64(), values: [7n, 8n] },
      { name: 'text', type: text, values: ['first query', 'second query'] },
    ]);
    const train = parquetFixture(
      [
        { name: 'query_id', type: new Int64(), values: [7n, 8n] },
        {
          name: 'document_ids',
          type: list(new Int64()),
          values: [
            [3n, 1n, 2n],
            [4n, 2n],
          ],
        },
        { name: 'scores', type: list(new Float64()), values: [[0.9, 0.1, -0.5], [0.8]] },
      ],
      { codec: 'zstd' },
    );
    const outcomes = [
      await bench.load(fileOf('documents.parquet', documents)),
      await bench.load(fileOf('queries.parquet', queries)),
      await bench.load(fileOf('train.parquet', train)),
    ];
    expect(outcomes.map(({ status }) => status)).toEqual(['companion', 'companion', 'loaded']);
    const [, , last] = outcomes;
    if (last === undefined) throw new Error('nothing was loaded');
    const source = sourceOf(last);
    expect(source).toMatchObject({
      format: 'knowledge distillation Parquet',
      counts: { records: 2, pairs: 3, missingScores: 1 },
    });
    expect(await bench.recordsOf(source)).toMatchObject([
      { queryId: '7', query: 'first query', positive: 'three', negatives: ['one', 'two'] },
      { queryId: '8', query: 'second query', positive: 'four', negatives: ['two'] },
    ]);
    await bench.clear(outcomes);
  });
});

describe('embeddings', () => {
  const unit = (row: number): number[] => (row % 2 === 0 ? [1, 0] : [0, 1]);
  const rows = [0, 1];
  const embedded = (negatives: FixtureColumn, vectors: (row: number) => number[][]): FixtureColumn[] => [
    { name: 'query', type: text, values: ['q', 'q'] },
    { name: 'positive', type: text, values: ['p', 'p'] },
    negatives,
    { name: 'query_embedding', type: list(new Float32()), values: rows.map(unit) },
    { name: 'positive_embedding', type: list(new Float32()), values: rows.map(unit) },
    { name: 'negative_embeddings', type: list(list(new Float32())), values: rows.map(vectors) },
  ];

  it('are list columns', async () => {
    const negatives = {
      name: 'negatives',
      type: list(text),
      values: rows.map((row) => [`n${row}`, `m${row}`]),
    };
    const columns = embedded(negatives, (row) => [unit(row), unit(row + 1)]);
    const bytes = parquetFixture(columns, { codec: 'zstd', dictionary: false });
    const source = sourceOf(await bench.load(fileOf('lists.parquet', bytes)));
    expect(source).toMatchObject({ dimension: 2, counts: { read: 2, records: 2, pairs: 4 } });
    const found = bench.embeddings(source.id);
    expect(found.queries).toEqual([1, 0, 0, 1]);
    expect(found.negatives).toEqual([1, 0, 0, 1, 0, 1, 1, 0]);
    await bench.store.remove(source.id);
  });

  it('of rows of triplets stay with their rows', async () => {
    const negatives = { name: 'negative', type: text, values: ['n', 'm'] };
    const bytes = parquetFixture(embedded(negatives, (row) => [unit(row + 1)]));
    const source = sourceOf(await bench.load(fileOf('triplets.parquet', bytes)));
    expect(source).toMatchObject({ dimension: 2, counts: { read: 2, records: 2, merged: 0, pairs: 2 } });
    await bench.store.remove(source.id);
  });
});
