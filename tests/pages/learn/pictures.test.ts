/** What the pictures of the lessons tell assistive tools. */

import { expect, it } from 'vitest';

import type { LearnState } from '../../../src/pages/learn/learn-state.svelte';
import { LESSONS } from '../../../src/pages/learn/lessons';
import { PICTURES } from '../../../src/pages/learn/pictures';

/** The picture of a lesson, with an answer to its task once it is predicted. */
function pictureOf(number: number, isPredicted: boolean, task = '') {
  const tapped = task === '' ? [] : task.split(',');
  const lesson = LESSONS[number - 1];
  const state = { lesson, isPredicted, said: [], tapped, worlds: [], parameters: { task } };
  const picture = PICTURES[number - 1]?.(state as unknown as LearnState, false);
  if (!picture) throw new Error(`Lesson ${number} has no picture.`);
  return picture;
}

it.each([
  [1, false, 13, /^Granite: Granite forms/],
  [1, true, 13, /^Subduction zones, \+?0\.\d\d: /],
  [4, false, 1, /^Train and test six sources: 56\.8 GPU-hours, training 17\.9, testing on BEIR 38\.9$/],
  [4, true, 2, /^Score six sources: 8\.5 GPU-hours$/],
  [7, false, 3, /^ψ 0\.70 · Subduction zones: .* shared words: /],
  [7, true, 3, /^ψ 0\.83 · The answer: .* shared words: of, rock, the$/],
  [8, false, 3, /^LLM, written to look right: ρ 0\.87, η 0\.38, ψ 0\.53$/],
])('lesson %i, predicted %s, has %i lines', (lesson, isPredicted, count, line) => {
  const { description } = pictureOf(lesson, isPredicted);
  expect(description).toHaveLength(count);
  expect(
    description.find((each) => line.test(each)),
    description.join('\n'),
  ).toBeDefined();
});

it('tells the plan of lesson 4 and the passage of lesson 7 as they change', () => {
  expect(pictureOf(4, true, '2,3,4,5,6').status).toBe('Your plan: 18.0 GPU-hours');
  expect(pictureOf(7, true, 'rock of Mars').status).toMatch(
    /^ψ 0\.\d\d · Your wrong passage · shared words: of, rock$/,
  );
});

it('gives what can be tapped an id of its own', () => {
  for (const [i] of PICTURES.entries()) {
    for (const isPredicted of [false, true]) {
      const ids = pictureOf(i + 1, isPredicted, LESSONS[i]?.solved)
        .points.filter(({ name }) => name)
        .map(({ id }) => id);
      expect(ids).not.toContain(undefined);
      expect(new Set(ids).size, `lesson ${i + 1}`).toBe(ids.length);
    }
  }
});
