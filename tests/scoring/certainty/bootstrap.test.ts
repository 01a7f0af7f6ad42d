import { describe, expect, it } from 'vitest';

import { QueryBootstrap } from '../../../src/scoring/certainty/bootstrap';
import { isSeparated, pairsWithin } from '../../../src/scoring/certainty/order';
import { ratio, type UnitSums } from '../../../src/scoring/certainty/units';
import { seededRandom } from '../../../src/scoring/random';

const UNITS = 150;

/** Queries with a difficulty that both sources share, and noise of their own. */
function sources(random: () => number, lead: number): UnitSums[] {
  const difficulty = Array.from({ length: UNITS }, () => random());
  return [lead, 0].map((by) => ({
    sums: Float64Array.from(difficulty, (d) => d + 0.2 * random() + by),
    pairs: new Float64Array(UNITS).fill(1),
  }));
}

function intervals(population: readonly UnitSums[], random: () => number, resamples = 400) {
  const scores = population.map((source) => ratio(source, UNITS) - 0.001);
  const bootstrap = new QueryBootstrap(population, pairsWithin(population.map(() => '')));
  const draws = Array.from({ length: resamples }, () => bootstrap.resample(random));
  return {
    scores: bootstrap.scoreIntervals(scores, draws, 0.95),
    differences: bootstrap.differenceIntervals(scores, draws, 0.95),
  };
}

describe('the bootstrap over queries', () => {
  it('covers the true difference of such queries in about 95 % of the files', () => {
    let covered = 0;
    for (let seed = 0; seed < 300; seed++) {
      const random = seededRandom(seed);
      const [pair] = intervals(sources(random, 0.02), random, 300).differences;
      const [low, high] = pair?.a === 0 ? [pair.low, pair.high] : [-(pair?.high ?? 0), -(pair?.low ?? 0)];
      if (low <= 0.02 && high >= 0.02) covered++;
    }
    expect(covered / 300).toBeGreaterThan(0.91);
    expect(covered / 300).toBeLessThan(0.99);
  });

  it('has the width of the classical interval for a mean', () => {
    const random = seededRandom(9);
    const [source] = sources(random, 0) as [UnitSums];
    const mean = ratio(source, UNITS);
    const deviation = Math.sqrt(source.sums.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (UNITS - 1));
    const [interval] = intervals([source, source], random, 4000).scores;
    const width = (interval?.high ?? 0) - (interval?.low ?? 0);
    expect(width / ((2 * 1.96 * deviation) / Math.sqrt(UNITS))).toBeGreaterThan(0.93);
    expect(width / ((2 * 1.96 * deviation) / Math.sqrt(UNITS))).toBeLessThan(1.07);
  });

  it('is paired: a small steady lead is separated though the scores vary widely', () => {
    const random = seededRandom(3);
    const { differences, scores } = intervals(sources(random, 0.04), random);
    expect(isSeparated(differences[0] as (typeof differences)[0])).toBe(true);
    expect(scores[0]?.low).toBeLessThan(scores[1]?.high as number);
  });

  it('gives no separation to a source and itself', () => {
    const random = seededRandom(4);
    const [one] = sources(random, 0) as [UnitSums];
    expect(intervals([one, one], random).differences).toEqual([
      { a: 0, b: 1, difference: 0, low: 0, high: 0 },
    ]);
  });

  it('gives finite ends to a single query, and where all queries are alike but for rounding', () => {
    const alike = { sums: new Float64Array(UNITS).fill(0.1), pairs: new Float64Array(UNITS).fill(3) };
    const single = { sums: Float64Array.of(0.4), pairs: Float64Array.of(2) };
    for (const source of [alike, single]) {
      const value = ratio(source, source.sums.length);
      const bootstrap = new QueryBootstrap([source], []);
      const draws = Array.from({ length: 50 }, () => bootstrap.resample(seededRandom(2)));
      const [interval] = bootstrap.scoreIntervals([value], draws, 0.95);
      expect(interval?.low).toBeCloseTo(value, 12);
      expect(interval?.high).toBeCloseTo(value, 12);
    }
  });

  it('is the same for the same seed and wider for more pairs at once', () => {
    const population = sources(seededRandom(6), 0.02);
    const twice = [1, 2].map(() => intervals(population, seededRandom(7)).differences);
    expect(twice[0]).toEqual(twice[1]);
    const more = [...population, ...sources(seededRandom(8), 0.3), ...sources(seededRandom(9), 0.5)];
    const alone = twice[0]?.[0]?.high as number;
    const together = intervals(more, seededRandom(7)).differences[0]?.high as number;
    expect(together).toBeGreaterThan(alone);
  });
});
