import { describe, expect, it } from 'vitest';

import { EXPERIMENT_IDS } from '../../../src/experiments/types';
import { defaultBase, defaultChoices } from '../../../src/session/lab/default-choices';

const SOURCES = [
  { id: 3, setting: 'one', reference: false },
  { id: 5, setting: 'one', reference: true },
  { id: 6, setting: 'two', reference: true },
  { id: 8, setting: 'one', reference: true },
];

describe('defaultChoices', () => {
  it('has every experiment once', () => {
    expect(
      defaultChoices(SOURCES)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...EXPERIMENT_IDS].sort());
  });

  it('builds controls from the first reference, else from the first source', () => {
    expect(defaultBase(SOURCES)).toBe(5);
    expect(defaultBase(SOURCES.map((source) => ({ ...source, reference: false })))).toBe(3);
    expect(defaultChoices(SOURCES)).toContainEqual({ id: 'controls', options: { base: 5 } });
  });

  it('unites references of one setting only', () => {
    expect(defaultChoices(SOURCES)).toContainEqual({ id: 'hybrids', options: { pairs: [[5, 8]] } });
  });

  it('has the temperatures, shares and resamples of SPEC and paper among its own', () => {
    const choices = defaultChoices(SOURCES);
    const find = <Id extends string>(id: Id) => choices.find((choice) => choice.id === id);
    expect(find('temperature')?.options).toMatchObject({
      taus: expect.arrayContaining([0.03, 0.05, 0.1]),
    });
    expect(find('mixing')?.options).toMatchObject({ shares: [0, 0.25, 0.5, 0.75, 1] });
    expect(find('sample-size')?.options).toMatchObject({ shares: [0.25, 0.5, 0.75, 1] });
  });
});
