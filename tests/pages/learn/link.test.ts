/** What a link says: read and written again it is the same, and what has no meaning is as its lesson opens. */

import { expect, it } from 'vitest';

import {
  lessonParameters,
  readParameters,
  writeParameters,
  type LearnParameters,
} from '../../../src/pages/learn/parameters';

const roundTrip = (parameters: LearnParameters) =>
  readParameters(new URLSearchParams(writeParameters(parameters).toString()));

/** States that between them set every parameter away from its default. */
const STATES: Record<string, Partial<LearnParameters>> = {
  predicted: { lesson: 3, said: 'random,neighbours', stage: true },
  answered: { lesson: 9, said: 'l', task: 'dense.12' },
  judged: { lesson: 10, task: 'n,a' },
  bench: {
    view: 'bench',
    cosines: [1 / 3, -0.1 / 3, 0.9],
    coverage: 2 / 3,
    tau: 0.07,
    kept: [
      [0.1, -0.2, 0.3],
      [0, 1, 1],
    ],
  },
};

it('says nothing of the page as it opens', () => {
  expect(writeParameters(lessonParameters(1)).toString()).toBe('');
  expect(readParameters(new URLSearchParams())).toEqual(lessonParameters(1));
});

it.each(Object.entries(STATES))('brings back a state exactly: %s', (_, change) => {
  const state = { ...lessonParameters(change.lesson ?? 1), ...change };
  expect(roundTrip(state)).toEqual(state);
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
  ...[
    'tau=hot',
    'tau=0',
    'lesson=11',
    'view=cube',
    'cos=0.1,0.2',
    'cos=0.1,0.2,2',
    'C=1.5',
    'kept=0.1,0.2,-1',
  ],
  ...['say=basalt', 'say=granite,granite', 'task=granite,stone', 'stage=yes', 'done=1,2', 'given=0.1,0.2'],
])('is as its lesson opens where it has no meaning: %s', (written) => {
  expect(readParameters(new URLSearchParams(written))).toEqual(lessonParameters(1));
});
