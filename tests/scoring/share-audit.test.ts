import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../src/scoring/random';
import {
  CALL_LEVEL,
  chanceOfExcess,
  excessOf,
  ALL_FOREIGN,
  judgeShare,
  judgeShares,
  shareOfPairs,
  type PairShare,
} from '../../src/scoring/share-audit';

const known = (share: number, variance: number, queries = 100): PairShare => ({
  queries,
  pairs: 1000,
  found: 1000 * share,
  share,
  variance,
});

describe('the share of pairs of a kind', () => {
  it('has the variance of a ratio over queries', () => {
    // Records of 2, 2 and 4 pairs with 2, 0 and 1 found: residuals 2 − ¾, −¾ and 1 − 1½.
    const share = shareOfPairs(Uint8Array.of(1, 1, 0, 0, 1, 0, 0, 0), Int32Array.of(0, 2, 4, 8), [7, 8, 9]);
    const squares = 1.25 ** 2 + 0.75 ** 2 + 0.5 ** 2;
    expect(share).toMatchObject({ pairs: 8, found: 3, share: 3 / 8 });
    expect(share.variance).toBeCloseTo((3 / 2) * (squares / 64), 14);
    // The first and the last record have one query: residuals 3 − 6 · ⅜ and −¾.
    const two = shareOfPairs(Uint8Array.of(1, 1, 0, 0, 1, 0, 0, 0), Int32Array.of(0, 2, 4, 8), [7, 8, 7]);
    expect(two.queries).toBe(2);
    expect(two.variance).toBeCloseTo(2 * ((0.75 ** 2 + 0.75 ** 2) / 64), 14);
  });

  it('is not certain where nothing was found', () => {
    const share = shareOfPairs(
      new Uint8Array(100),
      Int32Array.from({ length: 11 }, (_, i) => 10 * i),
      Int32Array.from({ length: 10 }, (_, i) => i),
    );
    expect(share.variance).toBeCloseTo(((1 / 102) * (101 / 102)) / 100, 14);
  });

  it.each([1, 4])('varies over draws of queries of %s records as its variance says, all alike', (records) => {
    const random = seededRandom(3);
    const offsets = Int32Array.from({ length: 200 * records + 1 }, (_, i) => 5 * i);
    const queryOf = Int32Array.from({ length: 200 * records }, (_, i) => Math.floor(i / records));
    const draws = Array.from({ length: 2000 }, () => {
      const flags = new Uint8Array(1000 * records);
      const each = 5 * records;
      for (let query = 0; query < 200; query++)
        flags.fill(Number(random() < 0.1), each * query, each * query + each);
      return shareOfPairs(flags, offsets, queryOf);
    });
    const mean = draws.reduce((sum, { share }) => sum + share, 0) / draws.length;
    const spread = draws.reduce((sum, { share }) => sum + (share - mean) ** 2, 0) / draws.length;
    const said = draws.reduce((sum, { variance }) => sum + variance, 0) / draws.length;
    expect(said / spread).toBeGreaterThan(0.9);
    expect(said / spread).toBeLessThan(1.1);
  });
});

/** Of pairs of random passages, those of the kind. */
const FOREIGN = { share: 0.4, variance: 0 };

describe('a source against references', () => {
  it('exceeds by chance as a normal variable does', () => {
    const table: readonly (readonly [number, number])[] = [
      [0, 0.5],
      [1, 0.1586552539],
      [1.644853627, 0.05],
      [2.326347874, 0.01],
      [-1, 0.8413447461],
    ];
    for (const [z, p] of table) {
      expect(chanceOfExcess(known(0.3 + 0.05 * z, 0.0016), known(0.3, 0.0009))).toBeCloseTo(p, 6);
    }
  });

  it('has the share of foreign pairs that makes up its own', () => {
    for (const share of [0, 0.02, 0.4, 1]) {
      expect(excessOf((1 - share) * 0.01 + share * 0.37, 0.01, 0.37)).toBeCloseTo(share, 12);
    }
    expect(excessOf(0.005, 0.01, 0.37)).toBe(0);
    expect(excessOf(0.5, 0.01, 0.005)).toBe(0);
  });

  it('is called where it exceeds each of them by enough', () => {
    const references = [known(0.001, 1e-6), known(0.01, 1e-6)];
    expect(judgeShare(known(0.03, 1e-6), references, FOREIGN)).toMatchObject({
      reference_share: 0.01,
      flagged: true,
    });
    // Certain, and less than one pair in a hundred.
    expect(judgeShare(known(0.013, 1e-9), [known(0.01, 1e-9), known(0.01, 1e-9)], FOREIGN).flagged).toBe(
      false,
    );
    // Much, and by chance: the variance of the second reference alone would allow it.
    const unsure = judgeShare(known(0.03, 1e-6), [known(0.001, 1e-6), known(0.01, 4e-4)], FOREIGN);
    expect(unsure.p_value).toBeGreaterThan(CALL_LEVEL);
    expect(unsure.flagged).toBe(false);
  });

  it('that is a reference is held against the other ones, and a single one against none', () => {
    const sources = [known(0.2, 1e-6), known(0.01, 1e-6), known(0.01, 1e-6), known(0.3, 1e-6)];
    const [first, second, , fourth] = judgeShares(sources, [true, true, true, false], FOREIGN);
    expect(first).toMatchObject({ reference_share: 0.01, flagged: true });
    expect(second).toMatchObject({ reference_share: 0.2, flagged: false });
    expect(fourth).toMatchObject({ reference_share: 0.2, flagged: true });
    const alone = judgeShares(sources, [true, false, false, false], FOREIGN);
    expect(alone[0]).toMatchObject({ p_value: null, excess: null });
  });

  it('is held against a single reference and not called: how much clean sources differ is not known', () => {
    const verdict = judgeShare(known(0.3, 1e-6), [known(0.01, 1e-6)], FOREIGN);
    expect(verdict.p_value).toBeLessThan(CALL_LEVEL);
    expect(verdict.excess).toBeGreaterThan(0.5);
    expect(verdict.flagged).toBe(false);
  });

  it('is not judged by fewer than 20 queries, its own or those of every reference', () => {
    const untold = {
      found: 900,
      share: 0.9,
      reference_share: null,
      excess: null,
      excess_low: null,
      excess_high: null,
      p_value: null,
      flagged: false,
    };
    expect(judgeShare(known(0.9, 1e-6, 19), [known(0.01, 1e-6)], ALL_FOREIGN)).toEqual(untold);
    expect(judgeShare(known(0.9, 1e-6), [known(0.01, 1e-6, 19)], ALL_FOREIGN)).toEqual(untold);
    const enough = known(0.01, 1e-6, 20);
    expect(judgeShare(known(0.9, 1e-6, 20), [enough, enough], ALL_FOREIGN).flagged).toBe(true);
    // A small reference beside a large one can still speak for the source.
    const references = [known(0.01, 1e-6), known(0.95, 1e-6, 5)];
    expect(judgeShare(known(0.9, 1e-6), references, ALL_FOREIGN)).toMatchObject({
      reference_share: 0.95,
      flagged: false,
    });
  });

  it.each([
    [1, 2],
    [5, 2],
    [1, 3],
    [5, 3],
  ])('drawn like them is seldom called: %s records a query, %s references', (records, references) => {
    const random = seededRandom(9);
    const offsets = Int32Array.from({ length: 100 * records + 1 }, (_, i) => 10 * i);
    const queryOf = Int32Array.from({ length: 100 * records }, (_, i) => Math.floor(i / records));
    const draw = () => {
      const rates = Float64Array.from({ length: 100 }, () => (random() < 0.2 ? 0.1 : 0));
      return shareOfPairs(
        Uint8Array.from({ length: 1000 * records }, (_, i) =>
          Number(random() < (rates[Math.floor(i / (10 * records))] ?? 0)),
        ),
        offsets,
        queryOf,
      );
    };
    let called = 0;
    for (let i = 0; i < 500; i++) {
      const others = Array.from({ length: references }, draw);
      called += Number(judgeShare(draw(), others, FOREIGN).flagged);
    }
    expect(called).toBeLessThanOrEqual(5);
  });
});
