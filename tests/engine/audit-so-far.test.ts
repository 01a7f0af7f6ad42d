/** A run that may stop early: ranks wait for the audit. */

import { describe, expect, it } from 'vitest';

import type { RunProgress, StopRule } from '../../src/engine/types';
import { seededRandom } from '../../src/scoring/random';
import type { TextRecord } from '../support/candidates';
import { unitAt } from '../support/planar';
import { engineOn, runRequest } from '../support/runs';

const at = (degrees: number) => [...unitAt(degrees)];

/** Records whose negatives stand about `offset` degrees from their positive: the farther, the higher ρ. */
function source(records: number, offset: number, seed: number): TextRecord[] {
  const random = seededRandom(seed);
  return Array.from({ length: records }, (_, i) => {
    const angles = Array.from({ length: 2 }, () => offset + 6 * random());
    return {
      query: `query ${i}`,
      positive: `positive ${i}`,
      negatives: angles.map((_angle, k) => `negative ${seed} ${i} ${k}`),
      rows: { query: at(0), positive: at(4), negatives: angles.map((angle) => at(4 + angle)) },
    };
  });
}

async function run(
  sources: readonly (readonly TextRecord[])[],
  rule: StopRule['rule'],
  stopAt: number | null = null,
) {
  const engine = engineOn(sources);
  const asked = sources.map((_, s) => ({ setting: 'one', reference: s < 2 }));
  const seen: RunProgress[] = [];
  const result = await engine.run(runRequest(asked, { rule }), (progress) => {
    seen.push(progress);
    if (stopAt !== null && (progress.order?.drawn ?? 0) >= stopAt) engine.stopRun();
  });
  return { engine, result, seen };
}

const MANY = 1500;

describe('a run until audit and order are certain', () => {
  it('does not stop before the audit of a source is settled, however plain the order', async () => {
    // The third is level with the first: its score is settled early against the second, its flags never.
    const level = await run([source(400, 10, 1), source(400, 2, 2), source(400, 10, 3)], 'certain');
    expect(level.result.stop.ended).toBe('all-records');
    expect(level.result.certainty).toMatchObject({ method: 'bootstrap', queries_used: 400 });
  });

  it('sets a source outside once one flag is there, draws it no more, and stops once the others are settled', async () => {
    const { result } = await run([source(MANY, 10, 1), source(MANY, 2, 2), source(MANY, 60, 3)], 'certain');
    const { certainty, sources } = result;
    expect(certainty.flags.some(({ source: id, status }) => id === 2 && status === 'certain')).toBe(true);
    const [first, , far] = sources.map(({ figures }) => figures.records);
    expect(far).toBeLessThan(100);
    expect(first).toBeGreaterThan(far ?? 0);
    expect(certainty.scores.map(({ whole }) => whole)[2]).toBe(false);
  });

  it('judges a file that was read to its end by the rule for files, beside one that was not', async () => {
    // The two references tie, so they are read to their end.
    const { result } = await run([source(300, 6, 1), source(300, 6, 2), source(300, 60, 3)], 'certain');
    const { certainty, stop } = result;
    expect(stop.ended).toBe('order-certain');
    expect(certainty.method).toBe('confidence-sequence');
    expect(certainty.scores.map(({ whole }) => whole)).toEqual([true, true, false]);
    const tie = certainty.pairs.find(({ a, b }) => a < 2 && b < 2);
    expect(tie).toMatchObject({ whole_files: null, units_needed: null });
    const full = await run([source(300, 6, 1), source(300, 6, 2), source(300, 60, 3)], 'all');
    expect(tie?.difference).toBeCloseTo(
      full.result.certainty.pairs.find(({ a, b }) => a < 2 && b < 2)?.difference ?? NaN,
      12,
    );
  });
});

describe('a run that the user stops', () => {
  it('has open flags, and none that may be chance', async () => {
    const { result } = await run([source(MANY, 10, 1), source(MANY, 2, 2), source(MANY, 10, 3)], 'all', 100);
    expect(result.stop.ended).toBe('by-user');
    const { flags, scores } = result.certainty;
    expect(scores.every(({ whole }) => !whole)).toBe(true);
    const own = flags.filter(({ source: id }) => id === 2);
    expect(own.some(({ status }) => status === 'open')).toBe(true);
    expect(flags.some(({ status }) => status === 'perhaps')).toBe(false);
  });
});
