import { describe, expect, it } from 'vitest';

import type { Engine } from '../../src/engine/engine';
import { RunCancelledError } from '../../src/engine/errors';
import type { TextRecord } from '../support/candidates';
import { recordAt } from '../support/planar';
import { engineOn, judgedAs, runRequest, silent } from '../support/runs';

/** @param apart degrees from query to positive */
const records = (apart: number) =>
  Array.from({ length: 60 }, (_, i): TextRecord => {
    const negatives = [i * 31 + 40, i * 31 + 55 + i];
    const texts = negatives.map((angle) => `negative at ${angle}`);
    const angles = { query: i * 31, positive: i * 31 + apart, negatives };
    return recordAt({ query: `query ${i}`, positive: `positive ${i}`, negatives: texts }, angles);
  });
const RECORDS = records(15);

const REQUEST = runRequest(1);

describe('work that is cancelled', () => {
  it('leaves the ranking before, however late the run is cancelled, by the user or by the next run', async () => {
    const engine = engineOn([RECORDS]);
    const { sources } = await engine.run(REQUEST, silent);
    const other = runRequest(1, { settings: { sample: 10 } });
    const early = engine.run(other, () => engine.cancelRun());
    await expect(early).rejects.toThrow(RunCancelledError);
    const cancelled = engine.run(other, ({ stage, done, total }) => {
      if (stage === 'baseline' && done === total) engine.cancelRun();
    });
    await expect(cancelled).rejects.toThrow(RunCancelledError);
    expect(engine.preview(judgedAs()).sources).toEqual(sources);
    const overtaken = engine.run(REQUEST, silent);
    const next = engine.run(REQUEST, silent);
    await expect(overtaken).rejects.toThrow(RunCancelledError);
    expect((await next).sources).toEqual(sources);
  });

  it.each(['known', 'baseline'] as const)('ends within the step "%s" after the scores', async (step) => {
    const engine = engineOn([RECORDS, records(0)]);
    const asked = runRequest([{ reference: true }, { reference: false }]);
    const stages = new Set<string>();
    const running = engine.run(asked, ({ stage }) => {
      stages.add(stage);
      if (stage === step) engine.cancelRun();
    });
    await expect(running).rejects.toThrow(RunCancelledError);
    expect([...stages].at(-1)).toBe(step);
  });

  describe.each([
    ['a new run', (engine: Engine) => engine.run(REQUEST, silent)],
    ['clearing the cache', (engine: Engine) => engine.clearCache()],
  ])('by %s', (_, overtake) => {
    it('are the sums of the basket', async () => {
      const engine = engineOn([RECORDS]);
      await engine.run(REQUEST, silent);
      let overtaking: Promise<unknown> | null = null;
      const cleaned = engine.cleaned({ ...judgedAs(), removed: [] }, () => (overtaking ??= overtake(engine)));
      await expect(cleaned).rejects.toThrow(RunCancelledError);
      await overtaking;
    });
  });
});
