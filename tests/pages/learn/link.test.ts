import { expect, it } from 'vitest';

import { lessonParameters, readParameters, writeParameters } from '../../../src/pages/learn/parameters';

/** States by their addresses: between them they set every parameter away from its default. */
const STATES: Record<string, Partial<ReturnType<typeof lessonParameters>>> = {
  '': {},
  'lesson=3&say=random%2Cneighbours&stage=1': { lesson: 3, said: 'random,neighbours', stage: true },
  'lesson=9&say=l&task=dense.12': { lesson: 9, said: 'l', task: 'dense.12' },
  'lesson=10&task=n%2Ca': { lesson: 10, task: 'n,a' },
  'view=bench&cos=0.3333333333333333%2C-0.03333333333333333%2C0.9&C=0.6666666666666666&tau=0.07': {
    view: 'bench',
    cosines: [1 / 3, -0.1 / 3, 0.9],
    coverage: 2 / 3,
    tau: 0.07,
  },
  'kept=0.1%2C-0.2%2C0.3%3B0%2C1%2C1': {
    kept: [
      [0.1, -0.2, 0.3],
      [0, 1, 1],
    ],
  },
};

it.each(Object.entries(STATES))('says a state exactly: %s', (address, change) => {
  const state = { ...lessonParameters(change.lesson ?? 1), ...change };
  expect(writeParameters(state).toString()).toBe(address);
  expect(readParameters(new URLSearchParams(address))).toEqual(state);
});

it('has a state for every parameter in the test above', () => {
  const set = new Set(Object.values(STATES).flatMap((state) => Object.keys(state)));
  expect([...set].sort()).toEqual(Object.keys(lessonParameters(1)).sort());
});

it('keeps the learner’s own text out', () => {
  const state = { ...lessonParameters(7), said: '8', task: 'a secret sentence' };
  expect(writeParameters(state).toString()).toBe('lesson=7&say=8');
});

it.each([
  ...['tau=hot', 'tau=0', 'cos=0.1,0.2', 'cos=0.1,0.2,2', 'C=1.5', 'kept=0.1,0.2,-1', 'given=0.1,0.2'],
  ...['lesson=11', 'view=cube', 'stage=yes', 'done=1,2'],
  ...['say=basalt', 'say=granite,granite', 'task=granite,stone'],
])('is as its lesson opens where it has no meaning: %s', (written) => {
  expect(readParameters(new URLSearchParams(written))).toEqual(lessonParameters(1));
});
