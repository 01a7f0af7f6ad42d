/** What a link says: read and written again it is the same, and what it cannot say is told. */

import { describe, expect, it } from 'vitest';

import { lessonParameters } from '../../../src/pages/learn/lessons/lessons';
import { readParameters, writeParameters } from '../../../src/pages/learn/link';
import { initialParameters, type LearnParameters } from '../../../src/pages/learn/parameters';

const roundTrip = (parameters: LearnParameters) =>
  readParameters(new URLSearchParams(writeParameters(parameters).toString()));

/** States that between them set every parameter away from its default. */
const STATES: Record<string, Partial<LearnParameters>> = {
  circle: { tau: 0.045, angle: -33.7, lesson: 3, done: [1, 2, 9], text: { example: 2, negative: 3 } },
  sphere: { view: 'sphere', longitude: -12.5, latitude: 61.2, turn: -140, coverage: 0.1 + 0.2 },
  cosines: { view: 'cosines', cosines: [0.9, 0.85, 0.54], wish: { cosine: 2, value: 0 } },
  given: { given: { margin: 1 / 3, locality: -0.1 / 3, distance: 1.1 }, coverage: 2 / 3 },
  'given without a distance': { given: { margin: 0.02, locality: 1e-7, distance: null }, coverage: 1 },
  source: { part: 'source', pairs: 7, spread: 135 },
  training: { part: 'train', lesson: 8, seed: 7, share: 40, hardness: 70, step: 96 },
  competition: {
    part: 'compete',
    sources: ['dense', 'own'],
    mix: { base: 'llm', other: 'falseneg', percent: 37 },
    off: ['rho', 'psi'],
    tried: [0, 5],
  },
  'nothing chosen': { part: 'compete', sources: [] },
  class: { part: 'loss', large: true, guess: -12.5, end: true },
};

describe('a link', () => {
  it('of the page as it opens says nothing', () => {
    expect(writeParameters(initialParameters()).toString()).toBe('');
    expect(readParameters(new URLSearchParams())).toEqual({ parameters: initialParameters(), unread: [] });
  });

  it.each(Object.entries(STATES))('brings back a state exactly: %s', (_, change) => {
    const state = { ...initialParameters(), ...change };
    expect(roundTrip(state)).toEqual({ parameters: state, unread: [] });
    expect(writeParameters(roundTrip(state).parameters).toString()).toBe(writeParameters(state).toString());
  });

  it('has a state for every parameter in the test above', () => {
    const set = new Set(Object.values(STATES).flatMap((state) => Object.keys(state)));
    expect([...set].sort()).toEqual(Object.keys(initialParameters()).sort());
  });

  it.each([
    'tau=hot',
    'tau=0',
    'angle=',
    'view=cube',
    'cos=0.9,0.9,0',
    'cos=0.1,0.2',
    'wish=4:0.5',
    'given=1',
    'given=0.1,0.1,-1',
    'text=tides.nothing',
    'C=1.5',
    'pairs=13',
    'seed=0',
    'fn=101',
    'step=121',
    'src=bm25,other',
    'mix=bm25.random',
    'off=tau',
    'large=yes',
    'unheard=of',
  ])('tells what it cannot read: %s', (written) => {
    expect(readParameters(new URLSearchParams(written))).toEqual({
      parameters: initialParameters(),
      unread: [written],
    });
  });

  it('that names a lesson alone opens it as the lesson does', () => {
    for (const lesson of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      const { parameters, unread } = readParameters(new URLSearchParams(`lesson=${lesson}&large=1`));
      expect(parameters).toEqual({ ...lessonParameters(lesson), large: true });
      expect(unread).toEqual([]);
    }
  });

  it('of a lesson that was changed back keeps the change', () => {
    const state = { ...lessonParameters(9), part: 'pair' as const, mix: null, sources: [] };
    expect(roundTrip(state)).toEqual({ parameters: state, unread: [] });
  });
});
