import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { read } from './support';

const DATA = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

describe.skipIf(!existsSync(join(DATA, 'dl1920/perpos')))('dl1920, one record a positive', () => {
  it.each(['bm25', 'repllama', 'tasb'])(
    '%s has every line; those without negatives are rejects',
    async (name) => {
      const bytes = readFileSync(join(DATA, 'dl1920/perpos', `${name}.jsonl`));
      const lines = bytes.toString().trimEnd().split('\n');
      const negatives = lines.map(
        (line) => (JSON.parse(line) as { negative_passages: unknown[] }).negative_passages.length,
      );
      const records = negatives.filter((count) => count > 0).length;
      const pairs = negatives.reduce((sum, count) => sum + count, 0);
      const { summary } = await read(`${name}.jsonl`, bytes);
      const { counts } = summary;
      expect(counts).toMatchObject({ read: lines.length, records, rejected: lines.length - records });
      expect(counts.pairs + counts.duplicateNegativesRemoved).toBe(pairs);
    },
  );
});

describe.skipIf(!existsSync(join(DATA, 'formats')))('real files of other shapes', () => {
  // Of the 1,190 rows of each table five share query, positive and negative with an earlier one.
  it.each([
    ['msmarco.jsonl', 'FlagEmbedding JSONL', { read: 10, records: 10, pairs: 250 }],
    ['nli.jsonl', 'FlagEmbedding JSONL', { read: 10, records: 10, pairs: 10 }],
    ['nq.jsonl', 'FlagEmbedding JSONL', { read: 10, records: 10, pairs: 977, duplicateNegativesRemoved: 2 }],
    ['dpr_bm25.json', 'DPR JSON array', { read: 1190, records: 1190, pairs: 3570 }],
    [
      'triplets_bm25.csv',
      'sentence-transformers tuples CSV',
      { read: 1190, records: 1185, merged: 5, pairs: 1185, duplicateNegativesRemoved: 5 },
    ],
    [
      'triplets_dense.tsv',
      'sentence-transformers tuples TSV',
      { read: 1190, records: 1185, merged: 5, pairs: 1185, duplicateNegativesRemoved: 5 },
    ],
  ])('%s is %s', async (file, format, counts) => {
    const { summary } = await read(file, readFileSync(join(DATA, 'formats', file)), { byOrder: true });
    expect(summary.format).toBe(format);
    expect(summary.counts).toMatchObject({ ...counts, rejected: 0 });
  });
});

describe.skipIf(!existsSync(join(DATA, 'st6')))('lists that sentence-transformers 6 has mined', () => {
  it.each(['jsonl', 'parquet'])('with scores are read as those with labels: %s', async (ending) => {
    const lists = async (name: string) => {
      const { records } = await read(name, readFileSync(join(DATA, 'st6', name)));
      return records.map(({ query, positive, negatives }) => ({ query, positive, negatives }));
    };
    const labeled = await lists(`labeled-list.${ending}`);
    expect(labeled).toHaveLength(39);
    expect(await lists(`labeled-list-scores.${ending}`)).toEqual(labeled);
  });

  it.each([
    'triplet',
    'triplet-scores',
    'n-tuple',
    'n-tuple-scores',
    'labeled-list',
    'labeled-list-scores',
    'labeled-pair',
  ])('are the same on disk as in JSON Lines: %s', async (form) => {
    const file = 'data-00000-of-00001.arrow';
    const { records } = await read(file, readFileSync(join(DATA, 'st6', `${form}-disk`, file)));
    const json = await read(`${form}.jsonl`, readFileSync(join(DATA, 'st6', `${form}.jsonl`)));
    expect(records).toHaveLength(39);
    // In JSON Lines pandas has written ten digits of a score.
    const withoutScores = (all: typeof records) => all.map((record) => ({ ...record, scores: null }));
    expect(withoutScores(records)).toEqual(withoutScores(json.records));
    const scoresOf = (all: typeof records) =>
      all.flatMap(({ scores }) => (scores ? [scores.positive, ...scores.negatives] : []));
    const expected = scoresOf(json.records);
    expect(scoresOf(records)).toHaveLength(expected.length);
    for (const [i, score] of scoresOf(records).entries()) expect(score).toBeCloseTo(expected[i] as number, 8);
  });

  it.each(['n-tuple', 'triplet'])('have all scores in a cell that NumPy printed: %s', async (form) => {
    const { records } = await read(
      `${form}-scores.csv`,
      readFileSync(join(DATA, 'st6', `${form}-scores.csv`)),
    );
    expect(records.map(({ scoreCheck }) => scoreCheck)).toEqual(records.map(() => 'fine'));
  });
});
