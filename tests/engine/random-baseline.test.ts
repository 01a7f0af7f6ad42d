import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../src/scoring/random';
import type { TextRecord } from '../support/candidates';
import { expectRelative } from '../support/near';
import { recordAt } from '../support/planar';
import { engineOn, judgedAs, runRequest, silent } from '../support/runs';

/** Records at angles of their own; `offset`: how far a negative stands from its positive at the least. */
function source(records: number, offset: number, seed: number): TextRecord[] {
  const random = seededRandom(seed);
  return Array.from({ length: records }, (_, i) => {
    const query = (360 * i) / records;
    const negatives = [0, 1].map(() => query + 2 + offset + 8 * random());
    const texts = negatives.map((_angle, k) => `negative ${seed} ${i} ${k}`);
    const angles = { query, positive: query + 2, negatives };
    return recordAt({ query: `query ${i}`, positive: `positive ${i}`, negatives: texts }, angles);
  });
}

/** ρ of each query of the circle with each passage but its positive, 2 degrees on, in all their mean and standard deviation. */
function consistencies(queries: readonly number[], passages: readonly number[], tau = 0.05) {
  const cosine = (a: number, b: number) => Math.cos(((a - b) * Math.PI) / 180);
  const all = queries.flatMap((query) =>
    passages
      .map((passage) => cosine(query, passage))
      .filter((_, k) => Math.abs(cosine(query + 2, passages[k] as number) - 1) > 1e-12)
      .map((other) => 1 / (1 + Math.exp((other - cosine(2, 0)) / tau))),
  );
  const mean = all.reduce((sum, rho) => sum + rho, 0) / all.length;
  const deviation = Math.sqrt(all.reduce((sum, rho) => sum + (rho - mean) ** 2, 0) / all.length);
  return { mean, deviation };
}

const NEAR = source(200, 1, 1);
const FAR = source(200, 20, 2);

describe('what random passages score', () => {
  it('is of passages from anywhere on the circle, the same for the same seed and order or not, at any temperature', async () => {
    const engine = engineOn([NEAR, FAR]);
    const { yardstick, sources } = await engine.run(runRequest(2), silent);
    expect(yardstick).toMatchObject({ records: 200, negatives: 400 });
    // A random angle is behind the positive's 2 degrees but in about 4 of 360; both sources stand within 30 degrees.
    expect(yardstick?.inversion_rate).toBeLessThan(0.05);
    expect(yardstick?.mean_rho).toBeGreaterThan(0.9);
    // Half of all random angles are further from the positive than 90 degrees.
    expect(yardstick?.mean_eta).toBeLessThan(sources[0]?.figures.mean_eta ?? 0);
    expect(sources.map(({ id }) => id)).toEqual([0, 1]);
    const { yardstick: other } = await engineOn([FAR, NEAR]).run(runRequest(2), silent);
    expectRelative(other?.eci ?? 0, yardstick?.eci ?? 1, 1e-9);
    // At a very high temperature every gate of ρ is a half.
    const { yardstick: warm } = await engine.settle(judgedAs({ tau: 1e6 }, 2), 'chosen', silent);
    expectRelative(warm?.mean_rho ?? 0, 0.5, 1e-5);
    expect(warm?.inversion_rate).toBe(yardstick?.inversion_rate);
  });

  it('of a stopped run is of visited records only', async () => {
    const engine = engineOn([source(1500, 4, 1), source(1500, 1, 2)]);
    const { sources, yardstick } = await engine.run(runRequest(2), () => engine.stopRun());
    const visited = sources[0]?.figures.records ?? 0;
    expect(visited).toBeLessThan(205);
    expect(yardstick?.records).toBe(visited);
  });

  it('is of 4,096 pairs also where records have more negatives than a query has drawn passages', async () => {
    const texts = Array.from({ length: 100 }, (_, k) => `negative ${k}`);
    const records = source(300, 1, 1).map((record, i) =>
      recordAt(
        { ...record, negatives: texts },
        { query: i, positive: i + 2, negatives: texts.map((_, k) => 3 * k) },
      ),
    );
    const { yardstick } = await engineOn([records]).run(runRequest(1), silent);
    expect(yardstick).toMatchObject({ records: 205, negatives: 4100 });
  });

  it('is the mean over all passages that are no positive of the query, where all are drawn', async () => {
    const angles = [0, 50, 110, 200, 290];
    const others = angles.flatMap((angle) => [angle + 7, angle + 21]);
    const passages = [...angles.map((angle) => angle + 2), ...others];
    const records = angles.map((query) => {
      const negatives = passages.filter((angle) => angle !== query + 2);
      const texts = { query: `query ${query}`, positive: `at ${query + 2}` };
      const words = negatives.map((angle) => `at ${angle}`);
      return recordAt({ ...texts, negatives: words }, { query, positive: query + 2, negatives });
    });
    const { yardstick } = await engineOn([records]).run(runRequest(1), silent);
    expect(yardstick).toMatchObject({ records: 5, negatives: 70 });
    const { mean } = consistencies(angles, passages);
    expectRelative(yardstick?.mean_rho ?? 0, mean, 1e-12);
  });

  it('is that mean within its error where some are drawn', async () => {
    const { yardstick } = await engineOn([NEAR, FAR]).run(runRequest(2, { settings: { tau: 1 } }), silent);
    const place = ({ rows }: TextRecord, row = rows?.positive ?? []) =>
      [row, ...(rows?.negatives ?? [])].map(([x = 0, y = 0]) => (Math.atan2(y, x) * 180) / Math.PI);
    const passages = [...NEAR, ...FAR]
      .flatMap((record) => place(record))
      .filter((_, k) => k % 3 > 0 || k < 600);
    const queries = NEAR.map((_, i) => (360 * i) / NEAR.length);
    const { mean, deviation } = consistencies(queries, passages, 1);
    const error = deviation / Math.sqrt(yardstick?.negatives ?? 0);
    expect(Math.abs((yardstick?.mean_rho ?? 0) - mean)).toBeLessThan(4 * error);
  });

  it('never is of a positive of the query, also of one in a record that was left out', async () => {
    const queries = Array.from({ length: 60 }, (_, i) => ({ query: `query ${i}`, angle: 6 * i }));
    const other = ({ angle }: { angle: number }) => ({ text: `other ${angle}`, angle: angle + 3 });
    const few = queries.slice(0, 12);
    const first = few.map(({ query, angle }) =>
      recordAt(
        {
          query,
          positive: `positive ${angle}`,
          negatives: few.map((one) => other(one).text).filter((text) => text !== other({ angle }).text),
        },
        {
          query: angle,
          positive: angle + 2,
          negatives: few.filter((one) => one.angle !== angle).map((one) => other(one).angle),
        },
      ),
    );
    const second = queries.map((one) =>
      recordAt(
        { query: one.query, positive: other(one).text, negatives: ['far'] },
        { query: one.angle, positive: other(one).angle, negatives: [180] },
      ),
    );
    const engine = engineOn([first, second]);
    const { sources } = await engine.run(runRequest(2, { settings: { sample: 12 } }), silent);
    expect(sources.map(({ figures }) => figures.records)).toEqual([12, 12]);
    const { drawn, structures } = engine.lastRun();
    const known = new Set(
      structures.flatMap((one) => Array.from(one.queries, (query, i) => `${query} ${one.positives[i]}`)),
    );
    const structure = drawn?.source.structure;
    const pairs = [...(structure?.queries ?? [])].flatMap((query, i) =>
      Array.from(
        structure?.negatives.subarray(structure.offsets[i], structure.offsets[i + 1]) ?? [],
        (passage) => `${query} ${passage}`,
      ),
    );
    expect(pairs.length).toBeGreaterThan(200);
    expect(pairs.filter((pair) => known.has(pair))).toEqual([]);
  });
});
