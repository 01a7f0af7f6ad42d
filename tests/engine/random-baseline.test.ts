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
});
