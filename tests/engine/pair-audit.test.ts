import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../src/scoring/random';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { recordAt, unitAt } from '../support/planar';
import { engineOnCandidates, runRequest, silent } from '../support/runs';
import { pairsOf } from '../support/pairs';

const WORDS = ['river', 'stone', 'cloud', 'lamp', 'wheel', 'grain', 'ember', 'tide'];

/** Records whose negatives lie about their query, but for a share of them anywhere. */
function records(share: number, seed: number): TextRecord[] {
  const random = seededRandom(seed);
  const word = () => WORDS[Math.floor(random() * WORDS.length)] ?? '';
  return Array.from({ length: 40 }, (_, i) => {
    const query = 9 * i;
    const own = WORDS[i % WORDS.length] ?? '';
    const negatives = Array.from({ length: 8 }, (__, k) => {
      const far = random() < share;
      const angle = far ? 360 * random() : query + 20 * random();
      return { text: `${far ? word() : own} ${word()} n${seed}n${i}n${k}`, angle };
    });
    const texts = negatives.map(({ text }) => text);
    return recordAt(
      { query: `${own} ${i}`, positive: `${own} answer ${seed} ${i}`, negatives: texts },
      { query, positive: query + 8, negatives: negatives.map(({ angle }) => angle) },
    );
  });
}

async function rank(shares: readonly number[]) {
  const candidates = candidatesInMemory(shares.map((share, s) => records(share, s + 1)));
  const engine = engineOnCandidates(candidates);
  const request = runRequest(shares.map((_, id) => ({ reference: id === 0 })));
  const result = await engine.run(request, silent);
  const pairs = engine.flatPairs();
  return { result, measured: shares.map((_, s) => pairsOf(pairs, s)) };
}

describe('the audit by pairs of a run', () => {
  it('counts what the columns of its pairs say', async () => {
    const { result, measured } = await rank([0, 0.3, 1]);
    const { corner, pairs: sources } = result.pair_audit;
    if (!corner) throw new Error('no corner');
    for (const [s, columns] of measured.entries()) {
      const cosines = Array.from(columns.distance, (d) => 1 - d ** 2 / 2);
      const inCorner = cosines.map(
        (cosine, pair) =>
          cosine - (columns.locality[pair] ?? NaN) <= corner.cos_query &&
          (columns.coverage[pair] ?? NaN) <= corner.coverage,
      );
      expect([...(columns.unrelated ?? [])]).toEqual(inCorner.map(Number));
      expect(sources[s]).toMatchObject({
        pairs: cosines.length,
        unrelated: inCorner.filter(Boolean).length,
        near_positive: cosines.filter((cosine) => cosine >= 0.9).length,
        stock: 0,
        stock_unrelated: 0,
      });
    }
  });

  it('estimates the share of drawn passages in each source beside each other one of its setting', async () => {
    const { result } = await rank([0, 0.3, 1]);
    const { random_share: random, shares, pairs } = result.pair_audit;
    // Mined pairs are hardly in the corner, random ones as often as drawn passages, mixed ones between.
    expect((pairs[0]?.unrelated ?? NaN) / 320).toBeLessThan(0.01);
    expect(random).toBeGreaterThan(0.1);
    const of = (source: number, beside: number) =>
      shares.find((share) => share.source === String(source) && share.beside === String(beside))?.random;
    expect(of(2, 0)?.value).toBeGreaterThan(0.7);
    expect(of(2, 0)?.low).toBeGreaterThan(0.5);
    expect(of(1, 0)?.low).toBeLessThan(0.3);
    expect(of(1, 0)?.high).toBeGreaterThan(0.3);
    // Beside one that is all random nothing can be told.
    expect(of(0, 2)).toBeNull();
    expect(shares).toHaveLength(6);
  });

  it('draws the same passages whatever the order of the files', async () => {
    const sources = [0, 0.3, 1].map((share, s) => records(share, s + 1));
    const audit = async (order: readonly number[]) => {
      const engine = engineOnCandidates(candidatesInMemory(order.map((s) => sources[s] as TextRecord[])));
      const { pair_audit } = await engine.run(runRequest(3), silent);
      return pair_audit;
    };
    const [one, other] = [await audit([0, 1, 2]), await audit([2, 0, 1])];
    expect(other.corner?.cos_query).toBeCloseTo(one.corner?.cos_query ?? NaN, 12);
    expect(other.corner?.coverage).toBeCloseTo(one.corner?.coverage ?? NaN, 12);
    expect(other.random_share).toBe(one.random_share);
    expect(other.pairs[0]?.unrelated).toBe(one.pairs[2]?.unrelated);
  });

  it('counts pairs of a text that far too many queries have, and how many of them look random', async () => {
    const stock = records(0, 1).map((record, i): TextRecord => {
      const { negatives, rows } = record;
      if (i >= 20 || !rows) return record;
      const texts = ['I cannot answer that', ...negatives.slice(1)];
      return {
        ...record,
        negatives: texts,
        rows: { ...rows, negatives: [[...unitAt(200)], ...rows.negatives.slice(1)] },
      };
    });
    const engine = engineOnCandidates(candidatesInMemory([stock, records(0.3, 2)]));
    const { pair_audit } = await engine.run(runRequest(2), silent);
    const [own, other] = Object.values(pair_audit.pairs);
    expect(own?.stock).toBe(20);
    expect(own?.stock_unrelated).toBeGreaterThan(5);
    expect(other).toMatchObject({ stock: 0, stock_unrelated: 0 });
  });

  it('counts in a file alone, which has nothing to be held against', async () => {
    const { result } = await rank([1]);
    expect(result.pair_audit.corner).not.toBeNull();
    expect(result.pair_audit.pairs[0]?.unrelated).toBeGreaterThan(0);
    expect(result.pair_audit.shares).toEqual([]);
  });

  it('has no corner where there are too few passages to draw from', async () => {
    const [only] = records(0, 1);
    const copy = {
      ...only,
      negatives: [only?.positive],
      rows: { ...only?.rows, negatives: [only?.rows?.positive] },
    };
    const engine = engineOnCandidates(candidatesInMemory([[copy as TextRecord]]));
    const result = await engine.run(runRequest(1), silent);
    expect(result.pair_audit).toMatchObject({
      corner: null,
      random_share: null,
      pairs: { 0: { unrelated: null, stock_unrelated: null } },
    });
    expect(engine.flatPairs().unrelated).toBeNull();
    expect(result.yardstick).toBeNull();
  });
});
