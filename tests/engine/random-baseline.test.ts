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

async function run(sources: readonly (readonly TextRecord[])[], references: readonly boolean[]) {
  const engine = engineOn(sources);
  const request = runRequest(
    sources.map((_, id) => ({ setting: 'one', reference: references[id] === true })),
  );
  return { engine, result: await engine.run(request, silent) };
}

const NEAR = source(200, 1, 1);
const FAR = source(200, 20, 2);

describe('the random baseline', () => {
  it('keeps the records of the first reference and scores passages from anywhere on the circle', async () => {
    const { result } = await run([NEAR, FAR], [false, true]);
    const { yardstick: randomBaseline, sources } = result;
    expect(randomBaseline).toMatchObject({ base: 'source 1', seed: 42, records: 200, negatives: 400 });
    // A random angle is behind the positive's 2 degrees but in about 4 of 360; both sources stand within 30 degrees.
    expect(randomBaseline?.inversion_rate).toBeLessThan(0.05);
    expect(randomBaseline?.mean_rho).toBeGreaterThan(0.9);
    // Half of all random angles are further from the positive than 90 degrees.
    expect(randomBaseline?.mean_eta).toBeLessThan(sources[0]?.figures.mean_eta ?? 0);
    expect(sources.map(({ id }) => id)).toEqual([0, 1]);
    expect(result.certainty.pairs).toHaveLength(1);
  });

  it('takes the first source where there is no reference, and is the same for the same seed', async () => {
    const [one, two] = [await run([NEAR, FAR], []), await run([NEAR, FAR], [])];
    expect(one.result.yardstick?.base).toBe('source 0');
    expect(one.result.yardstick).toEqual(two.result.yardstick);
  });

  it('follows the temperature: at a very high one every gate of ρ is a half', async () => {
    const { engine, result } = await run([NEAR, FAR], [true]);
    const { yardstick: warm } = await engine.settle(judgedAs({ tau: 1e6 }, 2), 'chosen', silent);
    expectRelative(warm?.mean_rho ?? 0, 0.5, 1e-5);
    expect(warm?.inversion_rate).toBe(result.yardstick?.inversion_rate);
  });

  it('of a stopped run is drawn from visited records only', async () => {
    const engine = engineOn([source(1500, 4, 1), source(1500, 1, 2)]);
    const result = await engine.run(runRequest(2), () => engine.stopRun());
    const visited = result.sources[0]?.figures.records ?? 0;
    expect(visited).toBeLessThan(1500);
    expect(result.yardstick?.records).toBe(visited);
  });

  it('is none where there is no foreign passage', async () => {
    const { result } = await run([NEAR.slice(0, 1)], [true]);
    expect(result.yardstick).toBeNull();
  });
});
