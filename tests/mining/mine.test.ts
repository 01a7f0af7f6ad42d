import { describe, expect, it } from 'vitest';

import { CorpusBuilder } from '../../src/mining/corpus';
import { mine, RecordFacts, type Searcher } from '../../src/mining/mine';
import { MINING_PRESETS, type MiningOptions } from '../../src/mining/options';
import { bestWithTies } from '../../src/mining/search/top';

const ST = MINING_PRESETS['sentence-transformers'].options;

/** Six passages; the positives of two records are 0, and 1 with 2. */
const corpus = (() => {
  const builder = new CorpusBuilder(null);
  builder.addQuery('q0', 'zero');
  builder.addQuery('q1', 'one');
  builder.addJudgement('q0', 'd0');
  builder.addJudgement('q1', 'd1');
  builder.addJudgement('q1', 'd2');
  for (let i = 0; i < 6; i++) builder.addPassage(`d${i}`, `text number ${i}`);
  return builder.build();
})();

const SCORES = [
  [0.9, 0.8, 0.7, 0.6, 0.5, 0.4],
  [0.9, -0.1, 0.7, 0.3, 0.3, 0.2],
];

const searcher: Searcher = {
  search: (records, k) =>
    records.map((record) => bestWithTies([0, 1, 2, 3, 4, 5], SCORES[record] ?? [], k, 0)),
  scoresOf: (record, passages) => Array.from(passages, (passage) => SCORES[record]?.[passage] ?? NaN),
};

const mined = (options: Partial<MiningOptions>) =>
  mine(corpus, new RecordFacts(corpus), searcher, { ...ST, ...options });

const negatives = async (options: Partial<MiningOptions>) =>
  (await mined(options)).records.map(({ passages }) => passages);

describe('a mining', () => {
  it('goes record by record and counts', async () => {
    const { records, counts } = await mined({ num_negatives: 2 });
    expect(records.map(({ passages }) => passages)).toEqual([
      [1, 2],
      [0, 3],
    ]);
    expect(records[1]?.scores).toEqual({ positives: [-0.1, 0.7], negatives: [0.9, 0.3] });
    expect(counts).toMatchObject({ records: 2, short: 0, empty: 0, negatives: 4 });
  });

  it('says why a record is left empty, and drops or fills short ones as asked', async () => {
    const { counts } = await mined({ max_score: 0.1 });
    expect(counts).toMatchObject({ empty: 2, short: 2, empty_because: { max_score: 2 } });
    expect(await negatives({ max_score: 0.1 })).toEqual([[], []]);
    expect(await negatives({ max_score: 0.1, short: 'drop' })).toEqual([]);
    expect(await negatives({ num_negatives: 4, short: 'keep' })).toEqual([
      [1, 2, 3, 4],
      [0, 3, 4, 5],
    ]);
    expect(await negatives({ num_negatives: 5, short: 'drop' })).toEqual([[1, 2, 3, 4, 5]]);
    expect((await mined({ num_negatives: 5, short: 'drop' })).counts).toMatchObject({ dropped: 1 });
    const filled = await mined({ num_negatives: 3, min_score: 0.65, short: 'fill' });
    expect(filled.counts.filled).toBe(3);
    expect(filled.records[1]?.scores?.negatives).toEqual([
      0.9,
      ...(filled.records[1]?.passages ?? []).slice(1).map((p) => SCORES[1]?.[p]),
    ]);
  });

  it('counts the queries for which a search finds nothing, those that are filled too', async () => {
    const nothing = bestWithTies([], [], 1, 0);
    const lost: Searcher = {
      ...searcher,
      search: (records, k) =>
        searcher.search(records, k).map((found, i) => (records[i] === 0 ? nothing : found)),
    };
    const options: MiningOptions = { ...ST, num_negatives: 2, short: 'fill' };
    const { counts } = await mine(corpus, new RecordFacts(corpus), lost, options);
    expect(counts).toMatchObject({ queries_without_words: 1, filled: 2, empty: 0 });
    expect((await mined({})).counts.queries_without_words).toBe(0);
  });

  it('drops near copies of a positive by their words', async () => {
    // The texts share two of four words: Jaccard 2 / 4.
    expect(await negatives({ exclude_copies: 0.5 })).toEqual([[], []]);
    expect(await negatives({ exclude_copies: 0.51 })).toEqual(await negatives({}));
  });
});

it('positives of the same query text, and the query itself, go where that is asked', async () => {
  const builder = new CorpusBuilder(null);
  for (const id of ['q0', 'q1']) {
    builder.addQuery(id, 'asked');
    builder.addJudgement(id, `d${id.slice(1)}`);
  }
  for (const [i, text] of ['zero', 'one', 'asked', 'three'].entries()) builder.addPassage(`d${i}`, text);
  const twice = builder.build();
  const by: Searcher = {
    ...searcher,
    search: (of, k) => of.map(() => bestWithTies([0, 1, 2, 3], [4, 3, 2, 1], k, 0)),
  };
  const first = async (options: Partial<MiningOptions>) =>
    (await mine(twice, new RecordFacts(twice), by, { ...ST, ...options })).records[0]?.passages;
  expect(await first({})).toEqual([2, 3]);
  expect(await first({ exclude_same_query: false })).toEqual([1, 2, 3]);
  expect(await first({ exclude_query: true })).toEqual([3]);
});

describe('exclusions that take the best candidates', () => {
  /** Passages 1 to 29 have the positive's words; the others do not. Scores fall with the place. */
  const copied = (() => {
    const builder = new CorpusBuilder(null);
    builder.addQuery('q', 'query text');
    builder.addJudgement('q', 'd0');
    for (let i = 0; i < 30; i++) builder.addPassage(`d${i}`, `same words here ${'!'.repeat(i)}`);
    for (let i = 30; i < 60; i++) builder.addPassage(`d${i}`, `other ${i} text ${i + 100}`);
    return builder.build();
  })();
  const all = Array.from({ length: 60 }, (_, place) => place);
  const descending: Searcher = {
    search: (records, k) =>
      records.map(() =>
        bestWithTies(
          all,
          all.map((place) => 1 - place / 100),
          k,
          0,
        ),
      ),
    scoresOf: (_, passages) => Array.from(passages, (place) => 1 - place / 100),
  };
  const deep = (options: Partial<MiningOptions>) =>
    mine(copied, new RecordFacts(copied), descending, {
      ...ST,
      num_negatives: 10,
      exclude_copies: 0.8,
      ...options,
    });
  const found = async (options: Partial<MiningOptions>) => (await deep(options)).records[0]?.passages ?? [];

  it('are looked behind, until a record is full or the corpus ends', async () => {
    expect(await found({})).toEqual(all.slice(30, 40));
    expect((await deep({})).counts).toMatchObject({ short: 0, rules: { near_copy: 29, kept: 10 } });
    expect(await found({ num_negatives: 50 })).toEqual(all.slice(30));
  });

  it('take no room of a window or of the pool of a margin', async () => {
    expect(await found({ range_min: 2, range_max: 12 })).toEqual(all.slice(32, 42));
    expect(new Set(await found({ sampling: 'random', range_max: 10 }))).toEqual(new Set(all.slice(30, 40)));
    expect(await found({ num_negatives: 2, max_score: 0.55 })).toEqual([45, 46]);
  });

  it('leave the ranks of a search as they are, and its end only where none was given', async () => {
    expect(await found({ range_counts: 'raw', range_min: 5 })).toEqual(all.slice(30, 40));
    expect(await found({ range_counts: 'raw', range_max: 35 })).toEqual(all.slice(30, 35));
  });
});
