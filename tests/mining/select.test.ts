import { describe, expect, it } from 'vitest';

import {
  MINING_PRESETS,
  optionFaults,
  rangeMax,
  scaleNotes,
  searchDepth,
  type MiningOptions,
} from '../../src/mining/options';
import { breaksAbsoluteMargin, breaksRelativeMargin } from '../../src/scoring/limits';
import { randomPassages, selectNegatives, type MinedFor } from '../../src/mining/select';

const ST = MINING_PRESETS['sentence-transformers'].options;

/**
 * Ten candidates, best first; passages 1 and 4 are the query's positives (0.875 and 0.6875), the first one labeled is 4. Binary
 * fractions, so that what is equal is equal.
 * Rank:      0     1     2     3     4     5     6     7     8     9
 */
const PASSAGES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const SCORES = [0.9375, 0.875, 0.859375, 0.765625, 0.6875, 0.671875, 0.65625, 0.59375, 0.5, 0.40625];
const CANDIDATES = { passages: PASSAGES, scores: SCORES };

const record = (changes: Partial<MinedFor> = {}): MinedFor => ({
  query: 'q',
  positives: [4, 1],
  positiveScores: [0.6875, 0.875],
  sameQuery: new Set([4, 1]),
  isQuery: () => false,
  isEvaluation: () => false,
  isCopy: () => false,
  ...changes,
});

const POOL = { size: 100, mostPositives: 2 };

const select = (options: Partial<MiningOptions>, changes: Partial<MinedFor> = {}) =>
  selectNegatives(CANDIDATES, record(changes), { ...ST, ...options }, POOL);

const negatives = (options: Partial<MiningOptions>, changes: Partial<MinedFor> = {}) =>
  select(options, changes).passages;

/** The counts that are not 0. */
const counted = (options: Partial<MiningOptions>, changes: Partial<MinedFor> = {}) =>
  Object.fromEntries(Object.entries(select(options, changes).counts).filter(([, count]) => count > 0));

describe('options by hand, as mine_hard_negatives has them', () => {
  it('by default: the top 3 that are no positive', () => {
    expect(negatives({})).toEqual([0, 2, 3]);
    expect(select({}).scores).toEqual([0.9375, 0.859375, 0.765625]);
    expect(counted({})).toEqual({ own_positive: 1, kept: 3 });
  });

  it('range_min passes over the first survivors, not over the first ranks', () => {
    expect(negatives({ range_min: 2 })).toEqual([3, 5, 6]);
    expect(counted({ range_min: 2 })).toEqual({ own_positive: 2, range_min: 2, kept: 3 });
  });

  it('range_max ends the survivors', () => {
    expect(negatives({ range_max: 3 })).toEqual([0, 2, 3]);
    expect(negatives({ range_min: 1, range_max: 4 })).toEqual([2, 3, 5]);
    expect(counted({ range_min: 4, range_max: 5, num_negatives: 1, sampling: 'random' })).toEqual({
      own_positive: 2,
      range_min: 4,
      kept: 1,
      range_max: 3,
    });
  });

  it('max_score and min_score keep equal scores', () => {
    expect(negatives({ max_score: 0.765625 })).toEqual([3, 5, 6]);
    expect(negatives({ min_score: 0.765625, num_negatives: 5 })).toEqual([0, 2, 3]);
    expect(counted({ max_score: 0.859375, min_score: 0.5, num_negatives: 9 })).toEqual({
      own_positive: 2,
      max_score: 1,
      min_score: 1,
      kept: 6,
    });
  });

  it('absolute_margin drops s + m > p, p the lowest positive', () => {
    // 0.6875 − 0.03125 = 0.65625: what is equal stays.
    expect(negatives({ absolute_margin: 0.03125 })).toEqual([6, 7, 8]);
    expect(negatives({ absolute_margin: 0.0625 })).toEqual([7, 8, 9]);
    expect(counted({ absolute_margin: 0.125 })).toEqual({ own_positive: 2, absolute_margin: 6, kept: 2 });
  });

  it('a limit of the audit drops what the miner drops, where scores are equal to the margin too', () => {
    const grid = Array.from({ length: 30 }, (_, i) => i / 100);
    for (const id of ['absolute_margin', 'relative_margin'] as const) {
      for (const positive of grid) {
        const about = record({ positives: [99], positiveScores: [positive], sameQuery: new Set() });
        for (const value of grid) {
          const mined = selectNegatives(
            { passages: [...grid.keys()], scores: grid },
            about,
            { ...ST, num_negatives: 99, [id]: value },
            POOL,
          );
          const breaks = id === 'absolute_margin' ? breaksAbsoluteMargin : breaksRelativeMargin;
          const stays = (pair: number) => !breaks(grid[pair] as number, positive, value);
          expect([...grid.keys()].filter(stays)).toEqual(mined.passages);
        }
      }
    }
  });

  it('relative_margin drops s > p − |p| m', () => {
    // 0.6875 · 0.9375 = 0.64453125.
    expect(negatives({ relative_margin: 0.0625 })).toEqual([7, 8, 9]);
    expect(negatives({ relative_margin: 0.03125 })).toEqual([6, 7, 8]);
    // 0.875 − 0.875 · 0.125 = 0.765625: what is equal stays.
    expect(negatives({ relative_margin: 0.125, positive: 'max' })).toEqual([3, 5, 6]);
  });

  it('p is the lowest, the highest or the first labeled positive', () => {
    expect(negatives({ absolute_margin: 0.0625, positive: 'min' })).toEqual([7, 8, 9]);
    expect(negatives({ absolute_margin: 0.0625, positive: 'max' })).toEqual([3, 5, 6]);
    expect(negatives({ absolute_margin: 0.0625, positive: 'first' })).toEqual([7, 8, 9]);
    expect(
      negatives(
        { absolute_margin: 0.0625, positive: 'first' },
        { positives: [1, 4], positiveScores: [0.875, 0.6875] },
      ),
    ).toEqual([3, 5, 6]);
  });

  it('a relative margin below a negative positive score lowers the threshold, and does not raise it', () => {
    const below = { passages: [0, 1, 2, 3], scores: [-0.125, -0.25, -0.28125, -0.5] };
    const about = record({ positives: [1], positiveScores: [-0.25] });
    const mined = (options: Partial<MiningOptions>) =>
      selectNegatives(below, about, { ...ST, ...options }, { size: 4, mostPositives: 1 }).passages;
    // −0.25 − 0.25 · 0.125 = −0.28125. Before 2026-06: −0.25 · 0.875 = −0.21875, above the positive itself.
    expect(mined({ relative_margin: 0.125 })).toEqual([2, 3]);
    expect(mined({ relative_margin: 0.25 })).toEqual([3]);
    expect(mined({ absolute_margin: 0.25 })).toEqual([3]);
    expect(mined({})).toEqual([0, 2, 3]);
  });

  it('scores of a cross-encoder come before the margins: they filter and order', () => {
    // Logits of the same candidates, in their order; the positives are 4 and 1.
    const reranked = { passages: [1, 7, 4, 2, 0], scores: [6, 5, 4, 1, -2] };
    const options = { ...ST, relative_margin: 0.05, score_by: 'cross-encoder' } as const;
    const about = record({ positiveScores: [4, 6] });
    const { passages, scores } = selectNegatives(reranked, about, options, POOL);
    expect(passages).toEqual([2, 0]);
    expect(scores).toEqual([1, -2]);
  });

  it('the margin is asked before max_score, max_score before min_score', () => {
    const options = { absolute_margin: 0.03125, relative_margin: 0.125, max_score: 0.5, min_score: 0.45 };
    expect(counted(options)).toEqual({
      own_positive: 2,
      absolute_margin: 4,
      relative_margin: 1,
      max_score: 1,
      min_score: 1,
      kept: 1,
    });
    expect(negatives(options)).toEqual([8]);
  });

  it('a random sample lies in the window, is in the order of scores, and is the same for a seed', () => {
    const options = { sampling: 'random', num_negatives: 2, range_min: 1, range_max: 6 } as const;
    const window = [2, 3, 5, 6, 7];
    const drawn = Array.from({ length: 60 }, (_, seed) => negatives({ ...options, seed }));
    for (const pair of drawn) {
      expect(pair).toHaveLength(2);
      expect(pair.every((passage) => window.includes(passage))).toBe(true);
      expect(pair[0]).toBeLessThan(pair[1] as number);
    }
    expect(new Set(drawn.map(String)).size).toBe(10);
    expect(negatives({ ...options, seed: 7 })).toEqual(negatives({ ...options, seed: 7 }));
    expect(counted(options)).toEqual({ own_positive: 2, range_min: 1, range_max: 2, not_drawn: 3, kept: 2 });
  });
});

describe('ranks of the search, as hn_mine has them', () => {
  const FLAG = MINING_PRESETS['flag-embedding'].options;

  it('positives count as ranks', () => {
    const options = { ...FLAG, range_min: 1, range_max: 5, num_negatives: 2, short: 'keep' } as const;
    // Ranks 1 to 4 are passages 1, 2, 3 and 4, of which 1 and 4 are positives.
    expect(negatives(options)).toEqual([2, 3]);
    expect(counted(options)).toEqual({ own_positive: 2, range_min: 1, range_max: 5, kept: 2 });
  });

  it('drops a text equal to the query', () => {
    const isQuery = (passage: number) => passage === 2;
    const options = { ...FLAG, range_min: 1, range_max: 6, num_negatives: 2, short: 'keep' } as const;
    expect(negatives(options, { isQuery })).toEqual([3, 5]);
    expect(counted(options, { isQuery })['query_text']).toBe(1);
    expect(negatives({}, { isQuery })).toEqual([0, 2, 3]);
  });

  it('fills a short record with random passages of the pool, never a positive, the query or one that is there', () => {
    const options = { ...FLAG, range_min: 0, range_max: 4, num_negatives: 4, short: 'fill' } as const;
    const { passages, scores, filled, counts } = select(options, { isQuery: (passage) => passage === 50 });
    expect(passages.slice(0, 3)).toEqual([0, 2, 3]);
    expect(passages).toHaveLength(4);
    expect(filled).toBe(1);
    expect(counts.kept).toBe(3);
    expect(scores.at(-1)).toBeNaN();
  });
});

describe('exclusions', () => {
  it('positives of other records with the same query text', () => {
    const changes = { sameQuery: new Set([1, 2, 4]) };
    expect(negatives({}, changes)).toEqual([0, 3, 5]);
    expect(counted({}, changes)).toEqual({ own_positive: 2, same_query_positive: 1, kept: 3 });
    expect(negatives({ exclude_same_query: false }, changes)).toEqual([0, 2, 3]);
  });

  it('near copies of a positive', () => {
    const isCopy = (passage: number) => passage === 0;
    expect(negatives({ exclude_copies: 0.8 }, { isCopy })).toEqual([2, 3, 5]);
    expect(negatives({}, { isCopy })).toEqual([0, 2, 3]);
  });
});

describe('random passages', () => {
  const about = record({ positives: [0], sameQuery: new Set([0, 1]), isQuery: (passage) => passage === 2 });

  it('are all that a small corpus has, and each once', () => {
    const found = randomPassages([3], 10, about, ST, { size: 6, mostPositives: 1 });
    expect([...found].sort()).toEqual([4, 5]);
  });

  it('are uniform', () => {
    const counts = new Array<number>(20).fill(0);
    for (let seed = 0; seed < 2000; seed++) {
      const [passage] = randomPassages(
        [],
        1,
        { ...about, query: `q${seed}` },
        { seed },
        { size: 20, mostPositives: 1 },
      );
      counts[passage as number] = (counts[passage as number] as number) + 1;
    }
    expect(counts.slice(0, 3)).toEqual([0, 0, 0]);
    // 2,000 / 17 = 118 expected; five standard deviations of 10.5 on either side.
    for (const count of counts.slice(3)) expect(Math.abs(count - 2000 / 17)).toBeLessThan(53);
  });
});

describe('range_max and depth', () => {
  it('range_max is ten times as far where a margin or a largest score is set; min_score does not count', () => {
    expect(rangeMax(ST, 2)).toBe(5);
    expect(rangeMax({ ...ST, min_score: 0.1 }, 2)).toBe(5);
    expect(rangeMax({ ...ST, max_score: 0.9, range_min: 4 }, 2)).toBe(36);
    expect(rangeMax({ ...ST, relative_margin: 0.05, range_max: 7 }, 2)).toBe(7);
  });

  it('as many more are searched for as a query has positives, unless ranks of the search count', () => {
    expect(searchDepth(ST, 2)).toBe(7);
    expect(searchDepth(MINING_PRESETS['flag-embedding'].options, 2)).toBe(210);
  });
});

describe('options that do not fit', () => {
  const faults = (changes: Partial<MiningOptions>) => optionFaults({ ...ST, ...changes });

  it('are named, with what was expected', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ num_negatives: 0 })).toEqual(['num_negatives 0: expected a whole number from 1 on.']);
    expect(faults({ num_negatives: 5, range_min: 2, range_max: 6 })).toEqual([
      'num_negatives 5: expected at most range_max − range_min = 6 − 2 = 4.',
    ]);
    expect(faults({ relative_margin: -1, exclude_copies: 2, max_score: NaN })).toEqual([
      'relative_margin -1: expected a share from 0 to 1.',
      'max_score NaN: expected a number.',
      'exclude_copies 2: expected a share above 0, to 1.',
    ]);
  });

  it('a margin that cannot be a share is asked about', () => {
    expect(faults({ relative_margin: 95 })).toEqual([
      'relative_margin 95: expected a share from 0 to 1. Did you mean 0.05, which keeps scores to 95 % of the positive’s?',
    ]);
    expect(faults({ relative_margin: 5 })).toEqual([
      'relative_margin 5: expected a share from 0 to 1. Did you mean 0.05, which keeps scores to 95 % of the positive’s?',
    ]);
    expect(faults({ relative_margin: 1 })).toEqual([]);
  });

  it('limits of cosines are said where BM25 scores', () => {
    const said = (preset: keyof typeof MINING_PRESETS, methods: readonly string[] = ['bm25']) =>
      scaleNotes(methods, MINING_PRESETS[preset].options);
    expect(said('nv-abs')).toEqual([
      'max_score 0.7 limits cosines. BM25 scores are not cosines, so it keeps the weakest candidates, or none.',
    ]);
    expect(said('nv-margin', ['bm25', 'dense'])).toEqual([
      'absolute_margin 0.05 limits cosines. BM25 scores are not cosines, so it drops little more than a margin of 0.',
    ]);
    expect(scaleNotes(['bm25'], { ...ST, min_score: 0.3 })).toEqual([
      'min_score 0.3 limits cosines. BM25 scores are not cosines, so it drops next to nothing.',
    ]);
    expect(scaleNotes(['bm25'], { ...ST, max_score: 12, absolute_margin: 3 })).toEqual([]);
    expect(scaleNotes(['bm25'], { ...ST, max_score: 0.7, score_by: 'cross-encoder' })).toEqual([]);
    expect([...said('nv-abs', ['dense']), ...said('nv-retriever')]).toEqual([]);
  });

  it.each(Object.entries(MINING_PRESETS))('the preset %s fits', (_, { options }) => {
    expect(optionFaults(options)).toEqual([]);
  });
});
