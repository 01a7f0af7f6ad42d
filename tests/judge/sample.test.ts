import { describe, expect, it } from 'vitest';

import {
  distinctPairs,
  domainSizes,
  judgingOrder,
  keyPriority,
  pairsOfSources,
  sharesOf,
  strataOf,
} from '../../src/judge/sample';
import { rateWithoutAnswers } from '../../src/judge/figures';
import { stratifiedShare } from '../../src/judge/rates';
import { seededRandom } from '../../src/scoring/random';

/** Three sources: 300 pairs, 200 of which the second has too, and 600 of its own; a third with 50 of the second's. */
function rows() {
  const source: number[] = [];
  const negative: number[] = [];
  const add = (of: number, from: number, to: number) => {
    for (let id = from; id < to; id++) {
      source.push(of);
      negative.push(id);
    }
  };
  add(0, 0, 300);
  add(1, 100, 900);
  add(2, 850, 900);
  const random = seededRandom(5);
  return {
    source: Int32Array.from(source),
    query: Int32Array.from(negative, (id) => id % 7),
    negative: Int32Array.from(negative),
    suspicion: Float64Array.from(negative, () => random()),
  };
}

const random = seededRandom(3);
const KEYS = Uint32Array.from({ length: 4 * 900 }, () => Math.floor(random() * 2 ** 32));

const prioritiesOf = (seed: number) =>
  Float64Array.from({ length: 900 }, (_, pair) => keyPriority(KEYS, 4 * pair, seed));

describe('the pairs to judge', () => {
  const pairs = distinctPairs(rows(), 3);
  const strata = strataOf(pairs);

  it('are distinct by query and negative, wherever they stand', () => {
    expect(pairs.count).toBe(900);
    expect(pairsOfSources(pairs)).toEqual([300, 800, 50]);
  });

  it('belong to a band of suspicion', () => {
    const inBand = (band: number) =>
      pairs.suspicion.filter((_, pair) => at(strata, pair) % 3 === band).sort();
    const [low, middle, top] = [inBand(0), inBand(1), inBand(2)];
    expect([low.length, middle.length, top.length]).toEqual([360, 495, 45]);
    expect(middle[0]).toBeGreaterThan(low.at(-1) ?? NaN);
    expect(top[0]).toBeGreaterThan(middle.at(-1) ?? NaN);
  });

  it('come so that every beginning has each stratum by its share', () => {
    const order = judgingOrder(pairs, strata, prioritiesOf(7), 200);
    const shares = sharesOf(pairs, strata);
    const all = shares.reduce((sum, share) => sum + share, 0);
    for (const n of [50, 100, 200]) {
      const drawn = domainSizes(
        Int32Array.from(order.subarray(0, n), (pair) => at(strata, pair)),
        9,
        () => true,
      );
      drawn.forEach((count, stratum) => {
        // Those of the third source run out.
        if (stratum < 6 && n === 50)
          expect(Math.abs(count - (n * at(shares, stratum)) / all)).toBeLessThan(2);
      });
    }
    expect(new Set(order).size).toBe(200);
    expect(judgingOrder(pairs, strata, prioritiesOf(7), 5000)).toHaveLength(900);
  });

  it('come in the same order under the same seed, whatever the sources’ own order, and in another under another', () => {
    const order = judgingOrder(pairs, strata, prioritiesOf(7), 100);
    expect(judgingOrder(pairs, strata, prioritiesOf(7), 100)).toEqual(order);
    expect(judgingOrder(pairs, strata, prioritiesOf(8), 100)).not.toEqual(order);
  });

  /** The first 120 pairs under each seed. */
  const orders = Array.from({ length: 1000 }, (_, i) =>
    judgingOrder(pairs, strata, prioritiesOf(i + 1), 120),
  );

  /** What the first 120 pairs under a seed say of those that are asked about. */
  const judged = (seed: number, answers: ArrayLike<number>, isIn: (pair: number) => boolean) => {
    const counts = domainSizes(strata, 9, isIn).map((size) => ({ size, judged: 0, answers: 0 }));
    for (const pair of orders[seed - 1] ?? []) {
      const count = counts[at(strata, pair)];
      if (count === undefined || !isIn(pair)) continue;
      count.judged += 1;
      count.answers += at(answers, pair);
    }
    const share = stratifiedShare(counts.filter(({ size }) => size > 0));
    return { share, answers: counts.reduce((sum, { answers: own }) => sum + own, 0) };
  };

  it('give unbiased rates of every source, inside their intervals in 95 of 100 seeds and more', () => {
    // Answers are frequent among suspicious pairs and among those of the first source.
    const random = seededRandom(11);
    const answers = pairs.suspicion.map((suspicion, pair) =>
      Number(random() < 0.1 + 0.6 * suspicion + (pair < 300 ? 0.2 : 0)),
    );
    const runs = 300;
    for (const source of [0, 1, 2]) {
      const isIn = (pair: number) => at(pairs.held, 3 * pair + source) === 1;
      const own = [...answers.keys()].filter(isIn);
      const truth = own.reduce((sum, pair) => sum + at(answers, pair), 0) / own.length;
      let [rate, held] = [0, 0];
      for (let seed = 1; seed <= runs; seed++) {
        const { share } = judged(seed, answers, isIn);
        if (share === null) continue;
        rate += share.rate / runs;
        held += Number(share.low <= truth && truth <= share.high) / runs;
      }
      expect(Math.abs(rate - truth), `source ${source}`).toBeLessThan(0.01);
      expect(held, `source ${source}`).toBeGreaterThanOrEqual(0.95);
    }
  });

  it('give what is left of each source without near copies and judged answers, inside its interval in 95 of 100 seeds', () => {
    const random = seededRandom(12);
    const answers = pairs.suspicion.map((suspicion) => Number(random() < 0.1 + 0.7 * suspicion));
    const runs = 1000;
    for (const source of [0, 1, 2]) {
      const stays = (pair: number) =>
        at(pairs.held, 3 * pair + source) === 1 && at(pairs.suspicion, pair) <= 0.9;
      const all = [...answers.keys()].filter(stays);
      const total = all.reduce((sum, pair) => sum + at(answers, pair), 0);
      let [held, gap] = [0, 0];
      for (let seed = 1; seed <= runs; seed++) {
        const { share, answers: dropped } = judged(seed, answers, stays);
        const counted = { pairs: all.length, judged: 120, answers: dropped, cannotTell: 0, share };
        const left = rateWithoutAnswers(counted, dropped);
        const truth = (total - dropped) / (all.length - dropped);
        held += Number(left !== null && (left.low ?? 1) <= truth && truth <= (left.high ?? 0)) / runs;
        gap += ((left?.rate ?? 1) - truth) / runs;
      }
      // Of 3,000 seeds 97.2, 98.3 and 95.1 %; of 1,000 the share varies by 0.7 points.
      expect(held, `source ${source}`).toBeGreaterThanOrEqual(0.94);
      expect(Math.abs(gap), `source ${source}`).toBeLessThan(0.01);
    }
  });
});

function at(column: ArrayLike<number>, place: number): number {
  return column[place] ?? Number.NaN;
}
