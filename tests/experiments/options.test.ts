import { describe, expect, it } from 'vitest';

import { defaultBase } from '../../src/experiments/experiment';
import type { OwnOptions } from '../../src/experiments/option-text';
import { choicesFor, EXPERIMENT_IDS, experimentsNamed, type ExperimentId } from '../../src/experiments/list';

const SOURCES = [
  { id: 3, name: 'a', setting: 'one', reference: false, outside: false },
  { id: 5, name: 'b', setting: 'one', reference: true, outside: false },
  { id: 6, name: 'c', setting: 'two', reference: true, outside: false },
  { id: 8, name: 'd', setting: 'one', reference: true, outside: false },
];

function choices(own: OwnOptions = {}, tau: number | null = 0.05) {
  return choicesFor({ sources: SOURCES, tau, own });
}

const optionsOf = (id: ExperimentId, own: OwnOptions = {}, tau: number | null = 0.05) =>
  choices(own, tau).find((choice) => choice.id === id)?.options;

describe('the options of a run', () => {
  it('has every experiment once', () => {
    expect(
      choices()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...EXPERIMENT_IDS].sort());
  });

  it('builds controls from the first reference, else from the first source', () => {
    expect(defaultBase(SOURCES)).toBe(5);
    expect(defaultBase(SOURCES.map((source) => ({ ...source, reference: false })))).toBe(3);
    expect(choices()).toContainEqual({ id: 'controls', options: { base: 5 } });
  });

  it('unites references of one setting only', () => {
    expect(choices()).toContainEqual({ id: 'hybrids', options: { pairs: [[5, 8]] } });
  });

  it('has the temperatures and shares of SPEC and paper among its own', () => {
    expect(optionsOf('temperature')).toMatchObject({
      taus: expect.arrayContaining([0.03, 0.05, 0.1]),
    });
    expect(optionsOf('mixing')).toMatchObject({ shares: [0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1] });
    expect(optionsOf('sample-size')).toMatchObject({ shares: [0.25, 0.5, 0.75, 1] });
  });
});

describe('experimentsNamed', () => {
  it('is all, or those named in the order in which they are performed', () => {
    expect(experimentsNamed(['all'])).toEqual([...EXPERIMENT_IDS]);
    expect(experimentsNamed(['permutation', 'mixing'])).toEqual(['mixing', 'permutation']);
  });

  it('leaves out what is no experiment', () => {
    expect(experimentsNamed(['mixing', 'sweep'])).toEqual(['mixing']);
  });
});

describe('options that the user chooses', () => {
  it('build controls and mixtures from the source that was picked', () => {
    expect(optionsOf('controls', { base: 7 })).toEqual({ base: 7 });
    expect(optionsOf('mixing', { base: 7 })).toMatchObject({ base: 7 });
  });

  it('send the sweep through the own temperature, once', () => {
    const swept = (tau: number | null, taus: number[]) => optionsOf('temperature', { taus }, tau);
    expect(swept(0.07, [0.01, 0.1])).toEqual({ taus: [0.01, 0.07, 0.1] });
    expect(swept(0.1, [0.01, 0.1])).toEqual({ taus: [0.01, 0.1] });
    expect(swept(null, [0.01, 0.1])).toEqual({ taus: [0.01, 0.1] });
    expect(optionsOf('temperature', {}, 0.07)).toMatchObject({ taus: expect.arrayContaining([0.05, 0.07]) });
  });

  it('take the place of the paper’s', () => {
    expect(optionsOf('mixing', { base: 7, shares: [0, 0.1] })).toEqual({ base: 7, shares: [0, 0.1] });
    expect(optionsOf('sample-size', { draws: 90 })).toEqual({ shares: [0.25, 0.5, 0.75, 1], draws: 90 });
  });
});
