import { describe, expect, it } from 'vitest';

import {
  MINING_PRESETS,
  optionFaults,
  rangeMax,
  scaleNotes,
  searchDepth,
  type MiningOptions,
} from '../../src/mining/options';
import { randomPassages, selectNegatives, type AboutRecord } from '../../src/mining/select';

const ST = MINING_PRESETS['sentence-transformers'].options;

/**
 * Ten candidates, best first; passages 1 and 4 are the query's positives (0.875 and 0.6875), the first one labeled is 4. Binary
 * fractions, so that what is equal is equal.
 * Rank:      0     1     2     3     4     5     6     7     8     9
 */
const PASSAGES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const SCORES = [0.9375, 0.875, 0.859375, 0.765625, 0.6875, 0.671875, 0.65625, 0.59375, 0.5, 0.40625];
const CANDIDATES = { passages: PASSAGES, scores: SCORES };

const record = (positives: readonly number[] = [4, 1]): AboutRecord => ({
  query: 'q',
  ruleOf: (passage) => (positives.includes(passage) ? 'own_positive' : null),
  isFree: (passage) => !positives.includes(passage) && passage !== 50,
  size: 100,
  mostPositives: 2,
});

/** Scores of the positives, in their order. */
const POSITIVES = [0.6875, 0.875];

const select = (options: Partial<MiningOptions>, positives: readonly number[] = POSITIVES) =>
  selectNegatives(CANDIDATES, record(), positives, { ...ST, ...options });

const negatives = (options: Partial<MiningOptions>) => select(options).passages;

/** As hn_mine has them. */
const FLAG = {
  ...MINING_PRESETS['flag-embedding'].options,
  range_min: 1,
  range_max: 5,
  num_negatives: 2,
  short: 'keep',
} as const;

type Case = [
  what: string,
  options: Partial<MiningOptions>,
  negatives: readonly number[],
  counts?: Readonly<Record<string, number>> | null,
  positives?: readonly number[],
];

describe('options by hand, as mine_hard_negatives and hn_mine have them', () => {
  it.each<Case>([
    ['the top 3 that are no positive', {}, [0, 2, 3], { own_positive: 1, kept: 3 }],
    [
      'range_min passes over the first survivors, not over the first ranks',
      { range_min: 2 },
      [3, 5, 6],
      { own_positive: 2, range_min: 2, kept: 3 },
    ],
    ['range_max counts from the first survivor', { range_min: 1, range_max: 4 }, [2, 3, 5]],
    [
      'a range of one',
      { range_min: 4, range_max: 5, num_negatives: 1, sampling: 'random' },
      [6],
      { own_positive: 2, range_min: 4, kept: 1, range_max: 3 },
    ],
    ['max_score keeps an equal score', { max_score: 0.765625 }, [3, 5, 6]],
    ['min_score keeps an equal score', { min_score: 0.765625, num_negatives: 5 }, [0, 2, 3]],
    [
      'both limits',
      { max_score: 0.859375, min_score: 0.5, num_negatives: 9 },
      [2, 3, 5, 6, 7, 8],
      { own_positive: 2, max_score: 1, min_score: 1, kept: 6 },
    ],
    // 0.6875 − 0.03125 = 0.65625: what is equal stays.
    ['absolute_margin drops s + m > p, p the lowest positive', { absolute_margin: 0.03125 }, [6, 7, 8]],
    [
      'an absolute margin that leaves fewer',
      { absolute_margin: 0.125 },
      [8, 9],
      { own_positive: 2, absolute_margin: 6, kept: 2 },
    ],
    // 0.6875 · 0.9375 = 0.64453125.
    ['relative_margin drops s > p − |p| m', { relative_margin: 0.0625 }, [7, 8, 9]],
    // 0.875 − 0.875 · 0.125 = 0.765625: what is equal stays.
    ['p may be the highest positive', { relative_margin: 0.125, positive: 'max' }, [3, 5, 6]],
    ['so of an absolute margin', { absolute_margin: 0.0625, positive: 'max' }, [3, 5, 6]],
    ['p may be the first positive', { absolute_margin: 0.0625, positive: 'first' }, [7, 8, 9]],
    ['whatever its score', { absolute_margin: 0.0625, positive: 'first' }, [3, 5, 6], null, [0.875, 0.6875]],
    [
      'the margin is asked before max_score, max_score before min_score',
      { absolute_margin: 0.03125, relative_margin: 0.125, max_score: 0.5, min_score: 0.45 },
      [8],
      { own_positive: 2, absolute_margin: 4, relative_margin: 1, max_score: 1, min_score: 1, kept: 1 },
    ],
    // Ranks 1 to 4 are passages 1, 2, 3 and 4, of which 1 and 4 are positives.
    ['positives count as raw ranks', FLAG, [2, 3], { own_positive: 2, range_min: 1, range_max: 5, kept: 2 }],
  ])('%s: %j', (_, options, expected, counts = null, positives = POSITIVES) => {
    const { passages, scores, counts: found } = select(options, positives);
    expect(passages).toEqual(expected);
    expect(scores).toEqual(expected.map((passage) => SCORES[passage]));
    const counted = Object.entries(found).filter(([, count]) => count > 0);
    if (counts !== null) expect(Object.fromEntries(counted)).toEqual(counts);
  });

  it('a relative margin below a negative positive score lowers the threshold, and does not raise it', () => {
    const below = { passages: [0, 1, 2, 3], scores: [-0.125, -0.25, -0.28125, -0.5] };
    const mined = (options: Partial<MiningOptions>) =>
      selectNegatives(below, { ...record([1]), mostPositives: 1 }, [-0.25], { ...ST, ...options }).passages;
    // −0.25 − 0.25 · 0.125 = −0.28125. Before 2026-06: −0.25 · 0.875 = −0.21875, above the positive itself.
    expect(mined({ relative_margin: 0.125 })).toEqual([2, 3]);
    expect(mined({ relative_margin: 0.25 })).toEqual([3]);
    expect(mined({ absolute_margin: 0.25 })).toEqual([3]);
    expect(mined({})).toEqual([0, 2, 3]);
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
    expect(select(options).counts).toMatchObject({ range_min: 1, range_max: 2, not_drawn: 3, kept: 2 });
  });

  it('fills a short record with random passages of the pool, never a positive, the query or one that is there', () => {
    const options = { ...FLAG, range_min: 0, range_max: 4, num_negatives: 4, short: 'fill' } as const;
    const { passages, scores, filled, counts } = select(options);
    expect(passages.slice(0, 3)).toEqual([0, 2, 3]);
    expect(passages).toHaveLength(4);
    expect(filled).toBe(1);
    expect(counts.kept).toBe(3);
    expect(scores).toHaveLength(3);
  });
});

describe('random passages', () => {
  const about = record([0, 1, 2]);

  it('are all that a small corpus has, and each once', () => {
    const found = randomPassages([3], 10, { ...about, size: 6 }, ST);
    expect([...found].sort()).toEqual([4, 5]);
  });

  it('are uniform', () => {
    const counts = new Array<number>(20).fill(0);
    for (let seed = 0; seed < 2000; seed++) {
      const [passage] = randomPassages([], 1, { ...about, query: `q${seed}`, size: 20 }, { seed });
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
    for (const margin of [95, 5]) {
      expect(faults({ relative_margin: margin })).toEqual([
        `relative_margin ${margin}: expected a share from 0 to 1. Did you mean 0.05, which keeps scores to 95 % of the positive’s?`,
      ]);
    }
    expect(faults({ relative_margin: 1 })).toEqual([]);
  });

  it('limits of cosines are said where BM25 scores', () => {
    const { options } = MINING_PRESETS['nv-abs'];
    const limits = { min_score: 0.3, absolute_margin: 0.05 };
    expect(scaleNotes('bm25', { ...options, ...limits })).toEqual([
      'max_score 0.7 limits cosines. BM25 scores are not cosines: most are far above 1.',
      expect.stringMatching(/^min_score 0.3 limits cosines/),
      expect.stringMatching(/^absolute_margin 0.05 limits cosines/),
    ]);
    expect(scaleNotes('bm25', { ...ST, max_score: 12, absolute_margin: 3 })).toEqual([]);
    expect(scaleNotes('bm25', { ...options, score_by: 'cross-encoder' })).toEqual([]);
    expect(scaleNotes('dense', options)).toEqual([]);
  });

  it.each(Object.entries(MINING_PRESETS))('the preset %s fits', (_, { options }) => {
    expect(optionFaults(options)).toEqual([]);
  });
});
