import { describe, expect, it } from 'vitest';

import { ownMining, recordMining, type RecordMining } from '../../src/scoring/own-mining';
import { seededRandom } from '../../src/scoring/random';

describe('recordMining', () => {
  const pool = Float64Array.of(0.5, 0.9, 0.7, -Infinity, 0.6, 0.1, 0.8);

  it('counts negatives among as many nearest passages, and says how their order agrees, by hand', () => {
    expect(recordMining([0.9, 0.8, 0.7], pool)).toEqual({ near: 3, negatives: 3, order: 1 });
    expect(recordMining([0.7, 0.8, 0.9], pool).order).toBe(-1);
    expect(recordMining([0.9, 0.5, 0.7], pool)).toEqual({ near: 2, negatives: 3, order: 0.5 });
    expect(recordMining([0.5, 0.1, 0.6], pool).near).toBe(0);
  });

  it('has no order for one or two negatives, or for equal ones', () => {
    expect(recordMining([0.9, 0.8], pool)).toEqual({ near: 2, negatives: 2, order: null });
    expect(recordMining([0.9, 0.9, 0.9], pool).order).toBeNull();
  });
});

describe('ownMining', () => {
  const record = (near: number, order: number | null): RecordMining => ({ near, negatives: 10, order });
  const many = (each: RecordMining) => new Array<RecordMining>(20).fill(each);

  it('is null for fewer than twenty records', () => {
    expect(ownMining(many(record(10, 1)).slice(1), 1000)).toBeNull();
  });

  it('is called for the nearest passages in order, or for nothing but the nearest, and for neither alone', () => {
    const found = ownMining(many(record(8, 0.75)), 1000);
    expect(found).toMatchObject({ records: 20, exact: 0, order: 0.75, flagged: true });
    expect(found?.overlap).toBeCloseTo(0.8, 12);
    expect(found?.chance).toBeCloseTo(0.01, 12);
    expect(ownMining(many(record(8, 0.4)), 1000)?.flagged).toBe(false);
    expect(ownMining(many(record(6, 0.9)), 1000)?.flagged).toBe(false);
    // Shuffled by whoever wrote the file.
    expect(ownMining(many(record(10, 0)), 1000)?.flagged).toBe(true);
    expect(ownMining(many(record(10, null)), 10)).toMatchObject({ order: null, chance: 1, flagged: true });
  });
});

/** A source that is mined with a given encoder from a given corpus: vectors of 24 topics, seeded. */
describe('a source mined by an encoder from a corpus', () => {
  const [TOPICS, PASSAGES, QUERIES, D, K] = [24, 1500, 80, 48, 10];

  type Vectors = readonly Float64Array[];

  /** Vectors of an encoder: what a text is about, and a view of the encoder's own. */
  function encoder(seed: number, meanings: Vectors, own: number): Vectors {
    const next = seededRandom(seed);
    return meanings.map((meaning) => unit(meaning.map((x) => x + own * normal(next))));
  }
  const normal = (next: () => number) => next() + next() + next() + next() - 2;
  const unit = (v: Float64Array) => v.map((x) => x / Math.hypot(...v));
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, i) => sum + x * (b[i] as number), 0);

  function trial(seed: number) {
    const next = seededRandom(seed);
    const draw = () => Float64Array.from({ length: D }, () => normal(next));
    const topics = Array.from({ length: TOPICS }, draw);
    const about = (i: number) => {
      const noise = draw();
      return (topics[i % TOPICS] as Float64Array).map((x, d) => x + 0.8 * (noise[d] as number));
    };
    const meanings = [
      ...Array.from({ length: PASSAGES }, (_, i) => about(i)),
      ...Array.from({ length: QUERIES }, (_, i) => about(i)),
    ];
    const [miner, other] = [encoder(seed + 1, meanings, 0.6), encoder(seed + 2, meanings, 0.6)];
    const cosines = (vectors: Vectors, query: number) =>
      vectors.slice(0, PASSAGES).map((p) => dot(p, vectors[PASSAGES + query] as Float64Array));
    const mined = (vectors: Vectors) =>
      Array.from({ length: QUERIES }, (_, q) => {
        const own = cosines(vectors, q);
        return [...own.keys()].sort((a, b) => (own[b] as number) - (own[a] as number)).slice(0, K);
      });
    const random = Array.from({ length: QUERIES }, () =>
      Array.from({ length: K }, () => Math.floor(next() * PASSAGES)),
    );
    const sources = { mined: mined(miner), other: mined(other), random };
    const pool = [...new Set(Object.values(sources).flat(2))];
    const judged = (source: number[][]) => {
      const records = source.map((negatives, q) => {
        const own = cosines(miner, q);
        const all = Float64Array.from(pool, (id) => own[id] as number);
        return recordMining(
          negatives.map((id) => own[id] as number),
          all,
        );
      });
      return ownMining(records, pool.length);
    };
    return {
      mined: judged(sources.mined),
      shuffled: judged(
        sources.mined.map((ids) => [...ids].sort((a, b) => ((a * 7919) % 101) - ((b * 7919) % 101))),
      ),
      other: judged(sources.other),
      random: judged(sources.random),
    };
  }

  it.each([1, 2, 3, 4, 5])(
    'is called, in its order and shuffled; another encoder’s is not (seed %s)',
    (seed) => {
      const { mined, shuffled, other, random } = trial(seed);
      expect(mined).toMatchObject({ overlap: 1, exact: 1, flagged: true });
      expect(mined?.order).toBeCloseTo(1, 12);
      expect(shuffled).toMatchObject({ exact: 1, flagged: true });
      expect(other?.flagged).toBe(false);
      expect(other?.overlap).toBeGreaterThan(2 * (other?.chance ?? 1));
      expect(random?.flagged).toBe(false);
    },
  );
});
