/** A run beside the last one: it leaves that as it is, and the two change places without anything computed anew. */

import { expect, it } from 'vitest';

import { NothingRankedError } from '../../src/engine/errors';
import { ExperimentRunner } from '../../src/experiments/runner';
import { candidatesInMemory } from '../support/candidates';
import { goldenSource } from '../support/experiments';
import { goldenIsHere } from '../support/golden';
import { engineOnCandidates, runRequest, silent } from '../support/runs';

it.runIf(goldenIsHere)('stands beside, is compared, and changes places with the last one', async () => {
  const sources = ['bm25', 'dense'].map(goldenSource);
  const engine = engineOnCandidates(candidatesInMemory(sources.map(({ records }) => records)));
  const compared = sources.map(({ name }) => ({ name, setting: 'all', reference: true }));
  const requestOf = (tau: number) => runRequest(compared, { settings: { tau }, encoder: null });

  await engine.run(requestOf(0.05), silent);
  const first = engine.lastRun();
  expect(() => engine.exchange()).toThrow(NothingRankedError);
  await engine.run(requestOf(0.1), silent, true);
  expect(engine.lastRun()).toBe(first);
  const other = engine.besideRun();
  expect(other.request.settings.tau).toBe(0.1);

  const settings = {
    tau: 0.05,
    weighting: 'full',
    settings: ['all', 'all'],
    references: [true, true],
    outside: [false, false],
    seed: 1,
  } as const;
  const runner = new ExperimentRunner(engine);
  const { about } = await runner.experiment(
    { id: 'weightings', options: {}, settings, beside: true },
    silent,
  );
  expect(about.sources.map(({ name }) => name)).toEqual(['bm25', 'dense']);
  expect(engine.lastRun()).toBe(first);

  engine.exchange();
  expect([engine.lastRun(), engine.besideRun()]).toEqual([other, first]);
  expect(engine.keptRun()).toBe(other);
  engine.exchange();
  expect(engine.lastRun()).toBe(first);

  // Another run is the last one, and nothing stands beside it.
  await engine.run(requestOf(0.2), silent);
  expect(() => engine.besideRun()).toThrow(NothingRankedError);
});
