import { describe, expect, it } from 'vitest';

import { encoderName, withOutcome, type ComparedRun, type RunOutcomes } from '../../src/experiments/encoders';
import type { ExperimentRun } from '../../src/experiments/experiment';
import type { ExperimentOutcome } from '../../src/experiments/list';
import { readModel } from '../../src/identity';

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
  result: {} as ExperimentOutcome<'mixing'>['result'],
};
const weightings: ExperimentOutcome<'weightings'> = {
  id: 'weightings',
  options: {},
  about: ABOUT,
  result: {} as ExperimentOutcome<'weightings'>['result'],
};
const controls = (seed: number): ExperimentOutcome<'controls'> => ({
  id: 'controls',
  options: { base: 0 },
  about: { ...ABOUT, seed },
  result: {} as ExperimentOutcome<'controls'>['result'],
});

/** A run under an encoder known by its hash, over one file. */
const ran = (at: number, name: string, sha256: string, modified = 1): ComparedRun => ({
  model: readModel({ name, files: [{ path: 'model.onnx', sha256 }] }),
  at,
  readings: [
    {
      name: 'bm25',
      reading: {
        file: { path: 'bm25.jsonl', bytes: 9, modified, sha256: null },
        options: {},
        companions: [],
      },
    },
  ],
});

const shown = (runs: readonly RunOutcomes[]) =>
  runs.map(({ encoder, weightings, controls: of }) => [encoder, weightings !== null, of?.about.seed ?? null]);

describe('withOutcome', () => {
  it('keeps the outcomes of the last run of each encoder, the latest last', () => {
    const first = withOutcome([], ran(1, 'small', 'aa'), controls(1));
    const second = withOutcome(first, ran(2, 'large', 'bb'), controls(2));
    expect(shown(second)).toEqual([
      ['small', false, 1],
      ['large', false, 2],
    ]);
    expect(shown(withOutcome(second, ran(1, 'small', 'aa'), weightings))).toEqual([
      ['large', false, 2],
      ['small', true, 1],
    ]);
  });

  it('never puts outcomes of two runs together', () => {
    const first = withOutcome([], ran(1, 'small', 'aa'), controls(1));
    expect(shown(withOutcome(first, ran(2, 'small', 'aa'), weightings))).toEqual([['small', true, null]]);
  });

  it('tells encoders apart by their files, and gives two of one name two names', () => {
    const first = withOutcome([], ran(1, 'checkpoint', 'aa'), controls(1));
    const second = withOutcome(first, ran(2, 'checkpoint', 'bb'), controls(2));
    expect(shown(second)).toEqual([
      ['checkpoint', false, 1],
      ['checkpoint-2', false, 2],
    ]);
    expect(encoderName(second, ran(3, 'checkpoint', 'bb'))).toBe('checkpoint-2');
  });

  it('compares no runs in which a source of one name had other records', () => {
    const first = withOutcome([], ran(1, 'small', 'aa'), controls(1));
    expect(shown(withOutcome(first, ran(2, 'large', 'bb', 2), controls(2)))).toEqual([['large', false, 2]]);
  });

  it('keeps nothing of what is not compared between encoders', () => {
    expect(withOutcome([], ran(1, 'small', 'aa'), mixing)).toEqual([]);
  });
});
