import { describe, expect, it } from 'vitest';

import type { PairPlaces } from '../../src/scoring/pairs';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { recordAt } from '../support/planar';
import { engineOnCandidates, runRequest, silent } from '../support/runs';

function record(query: string, negatives: readonly number[]): TextRecord {
  const texts = negatives.map((degrees) => `a passage at ${degrees} degrees`);
  const angles = { query: 0, positive: 10, negatives };
  return recordAt({ query, positive: 'the positive', negatives: texts }, angles);
}

async function judging(
  sources: readonly (readonly TextRecord[])[],
  seed: number,
  removed: readonly PairPlaces[] = [],
) {
  const engine = engineOnCandidates(candidatesInMemory(sources));
  await engine.run(runRequest(sources.map((_, id) => ({ reference: id === 0 }))), silent);
  return engine.judging(seed, removed);
}

const FIRST = [record('a', [10, 20, 30]), record('b', [20, 40, 50])];
const SECOND = [record('b', [20, 60]), record('a', [70])];

describe('the order of judgement of a run', () => {
  it('has each query with a negative once, with the sources that hold it', async () => {
    const order = await judging([FIRST, SECOND], 7);
    expect(order.distinct).toBe(8);
    expect(order.pairs).toHaveLength(8);
    expect(new Set(order.pairs.map(({ key }) => key)).size).toBe(8);
    const sum = (sizes: readonly number[] | undefined) => sizes?.reduce((all, size) => all + size, 0);
    expect(order.ofSources.map(sum)).toEqual([6, 3]);
    const shared = order.pairs.filter(({ sources }) => sources.length === 2);
    expect(shared).toHaveLength(1);
    // Record 2 of the first source, negative 1: "b" with the passage at 20 degrees.
    expect(shared[0]?.at).toEqual({ source: 0, record: 1, position: 0 });
    // Its home is the smaller source.
    expect(Math.floor((shared[0]?.stratum ?? -1) / 3)).toBe(1);
    expect(order.pairs.every(({ key }) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
  });

  it('keeps its order and strata without some pairs, and counts what is left', async () => {
    const whole = await judging([FIRST, SECOND], 7);
    // "b" with the passage at 20 degrees leaves the first source, and stays in the second.
    const one = { source: 0, records: Int32Array.of(1), positions: Int32Array.of(0) };
    const other = { source: 1, records: Int32Array.of(1), positions: Int32Array.of(0) };
    const left = await judging([FIRST, SECOND], 7, [one, other]);
    expect(left.pairs.map(({ key, stratum }) => [key, stratum])).toEqual(
      whole.pairs.map(({ key, stratum }) => [key, stratum]),
    );
    const sum = (sizes: readonly number[] | undefined) => sizes?.reduce((all, size) => all + size, 0);
    expect(left.ofSources.map(sum)).toEqual([5, 2]);
    expect(left.distinct).toBe(7);
    const lost = left.pairs.filter(
      ({ sources }, i) => sources.length < (whole.pairs[i]?.sources.length ?? 0),
    );
    expect(lost.map(({ sources }) => sources)).toEqual(expect.arrayContaining([[1], []]));
    expect(lost).toHaveLength(2);
  });

  it('has the same keys under every seed, and the same order whatever order the records have', async () => {
    const keys = async (sources: readonly (readonly TextRecord[])[], seed: number) =>
      (await judging(sources, seed)).pairs.map(({ key }) => key);
    const order = await keys([FIRST, SECOND], 7);
    expect(await keys([FIRST, SECOND], 7)).toEqual(order);
    expect(await keys([FIRST.toReversed(), SECOND.toReversed()], 7)).toEqual(order);
    const other = await keys([FIRST, SECOND], 8);
    expect(other).not.toEqual(order);
    expect(other.toSorted()).toEqual(order.toSorted());
  });
});
