import { expect, it } from 'vitest';

import { baseOf } from '../../src/experiments/experiment';
import { EXPERIMENT_IDS, experimentsNamed } from '../../src/experiments/list';

const SOURCES = [
  { id: 3, name: 'a', setting: 'one', reference: false, outside: false },
  { id: 5, name: 'b', setting: 'one', reference: true, outside: false },
  { id: 6, name: 'c', setting: 'two', reference: true, outside: false },
  { id: 8, name: 'd', setting: 'one', reference: true, outside: false },
];

it('controls are built from the chosen source, else from the first reference, else from the first source', () => {
  expect(baseOf(SOURCES, 8)).toBe(8);
  for (const chosen of [null, 99]) expect(baseOf(SOURCES, chosen)).toBe(5);
  const none = SOURCES.map((source) => ({ ...source, reference: false }));
  expect(baseOf(none, null)).toBe(3);
});

it('experiments are all, or those named in the order in which they are performed', () => {
  expect(experimentsNamed(['all'])).toEqual([...EXPERIMENT_IDS]);
  expect(experimentsNamed(['permutation', 'sweep', 'mixing'])).toEqual(['mixing', 'permutation']);
});
