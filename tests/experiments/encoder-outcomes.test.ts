import { describe, expect, it } from 'vitest';

import { withOutcome } from '../../src/experiments/encoders';
import type { ExperimentRun } from '../../src/experiments/experiment';
import type { ExperimentOutcome } from '../../src/experiments/list';

const ABOUT: ExperimentRun = {
  sources: [],
  tau: 0.05,
  weighting: 'full',
  seed: 42,
  seconds: 1,
  sumSeconds: 1,
};
const mixing: ExperimentOutcome<'mixing'> = {
  id: 'mixing',
  options: { base: 0, shares: [] },
  about: ABOUT,
  result: { base: 0, steps: [], envelope: null, bestReference: null },
};
const controls = (seed: number): ExperimentOutcome<'controls'> => ({
  id: 'controls',
  options: { base: 0 },
  about: { ...ABOUT, seed },
  result: {
    base: 0,
    controls: [],
    missing: [],
    scores: [],
    ranking: [],
    safe: {} as ExperimentOutcome<'controls'>['result']['safe'],
    nearness: null,
    halves: [],
    noise: [],
    envelope: null,
    flags: {},
  },
});

describe('withOutcome', () => {
  it('keeps the last outcome of each encoder, the latest encoder last', () => {
    const first = withOutcome([], 'small', controls(1));
    const second = withOutcome(first, 'large', controls(2));
    expect(second.map(({ encoder }) => encoder)).toEqual(['small', 'large']);
    const third = withOutcome(second, 'small', controls(3));
    expect(third.map(({ encoder, controls: of }) => [encoder, of?.about.seed])).toEqual([
      ['large', 2],
      ['small', 3],
    ]);
    expect(third[1]?.weightings).toBeNull();
  });

  it('keeps nothing of what is not compared between encoders', () => {
    expect(withOutcome([], 'small', mixing)).toEqual([]);
  });
});
