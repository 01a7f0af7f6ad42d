/** The score does not depend on the order of the records, nor on how they were split before their sums were added. */

import { describe, expect, it } from 'vitest';

import { accumulateInformation, informationMatrix, residual } from '../../src/scoring/information';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import { seededRandom } from '../../src/scoring/random';
import { expectRelative } from '../support/near';

const DIMENSION = 12;

interface Pair {
  readonly weight: number;
  readonly residual: Float64Array;
}

/** Pairs of a source drawn at random, some of them with a zero residual. */
function drawPairs(random: () => number): Pair[] {
  return Array.from({ length: 50 + Math.floor(200 * random()) }, () => {
    const draw = () => Float64Array.from({ length: DIMENSION }, () => random() - 0.5);
    const [positive, negative] = [draw(), draw()];
    const same = random() < 0.05;
    const distance = same ? 0 : Math.hypot(...positive.map((x, i) => x - (negative[i] as number)));
    const row = new Float64Array(DIMENSION);
    residual(positive, negative, distance, row);
    return { weight: random(), residual: row };
  });
}

function sumOf(pairs: readonly Pair[]): Float64Array {
  const sum = new Float64Array(DIMENSION ** 2);
  const rows = Float64Array.from(pairs.flatMap(({ residual: row }) => [...row]));
  const weights = Float64Array.from(pairs, ({ weight }) => weight);
  accumulateInformation(sum, rows, weights, pairs.length, DIMENSION);
  return sum;
}

function score(sum: Float64Array, pairs: number): number {
  return logDetPlusIdentity(informationMatrix(sum, pairs, DIMENSION), DIMENSION);
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

describe.each(Array.from({ length: 20 }, (_, seed) => seed))('source %i', (seed) => {
  const random = seededRandom(seed);
  const pairs = drawPairs(random);
  const own = score(sumOf(pairs), pairs.length);

  it('has the same score in any order', () => {
    expect(own).toBeGreaterThan(0);
    expectRelative(score(sumOf(shuffled(pairs, random)), pairs.length), own, 1e-12);
  });

  it('has the same score from shards that are added', () => {
    const cut = Math.floor(random() * pairs.length);
    const one = sumOf(pairs.slice(0, cut));
    const other = sumOf(pairs.slice(cut));
    const added = one.map((value, i) => value + (other[i] as number));
    expectRelative(score(added, pairs.length), own, 1e-12);
  });

  it('scores less when its residuals are turned into one direction: spread beats concentration', () => {
    const first = pairs.find(({ residual: row }) => row.some((x) => x !== 0)) as Pair;
    const concentrated = pairs.map(({ weight, residual: row }) => ({
      weight,
      residual: row.some((x) => x !== 0) ? first.residual : row,
    }));
    expect(score(sumOf(concentrated), pairs.length)).toBeLessThan(own);
  });
});
