/** Learn under a hand that scribbles: two events a second for a minute, on anything that a lesson offers. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { LearnState } from '../../../src/pages/learn/learn-state.svelte';
import { LEADS, LESSONS } from '../../../src/pages/learn/lessons';
import { JUDGED, PASSAGES, UNLABELLED } from '../../../src/pages/learn/example';
import { seededRandom } from '../../../src/scoring/random';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz '];
/** What can be tapped or set in the pictures of the lessons, by their numbers. */
const OFFERED: Readonly<Record<number, readonly string[]>> = {
  1: PASSAGES.map(({ id }) => id),
  5: [...PASSAGES.map(({ id }) => id), UNLABELLED.id],
  7: LETTERS,
};

/** @returns whether a minute of random events does the lesson's task */
function scribbled(lesson: number, seed: number): boolean {
  const random = seededRandom(seed);
  const any = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const learn = new LearnState();
  learn.openLesson(lesson);
  for (let event = 0; event < 120; event++) {
    const { choices } = learn.lesson;
    const thing = any(OFFERED[lesson] ?? ['']);
    any([
      () => learn.say(any(choices).id),
      () => (lesson === 7 ? learn.answer(learn.parameters.task + thing) : learn.tap(thing)),
      () => learn.check(),
    ])();
    vi.advanceTimersByTime(500);
  }
  return learn.isDone;
}

it.each([1, 5, 7])('lesson %i: at most 5 of 100 scribbles do it', (lesson) => {
  const done = Array.from({ length: 100 }, (_, seed) => scribbled(lesson, seed + 1)).filter(Boolean);
  expect(done.length).toBeLessThanOrEqual(5);
});

it.each(LESSONS.slice(0, 9).map((lesson, i) => [i + 1, lesson] as const))(
  'lesson %i: a right answer counts only after the prediction, a wrong one rests Check for 3 s and is counted',
  (number, { right, solved, many }) => {
    const learn = new LearnState();
    learn.openLesson(number);
    learn.answer(solved);
    learn.check();
    expect(learn.isDone).toBe(false);
    for (const id of right) learn.say(id);
    expect(learn.words).not.toBe('');
    learn.answer(number === 2 ? String(LEADS.min) : number === 9 ? 'bm25.90' : many ? 'diamonds' : 'wrong');
    if (number === 6) learn.answer('steel');
    learn.check();
    expect(learn.help).not.toBe('');
    learn.answer(solved);
    vi.advanceTimersByTime(2900);
    learn.check();
    expect([learn.isDone, learn.tries]).toEqual([false, 1]);
    vi.advanceTimersByTime(100);
    learn.check();
    expect([learn.isDone, learn.tries]).toEqual([true, 2]);
    expect(learn.address, 'no link says that it is done').not.toContain('done');
    learn.reset();
    expect([learn.isDone, learn.isPredicted]).toEqual([false, false]);
  },
);

it('lesson 10: a verdict counts once its pair was shown for two seconds', () => {
  const learn = new LearnState();
  learn.openLesson(10);
  for (const [pair, { cosines }] of JUDGED.entries()) {
    vi.advanceTimersByTime(1900);
    learn.judge('n');
    expect(learn.tapped).toHaveLength(pair);
    vi.advanceTimersByTime(100);
    // The commonest wrong try: the second answers, in other words than the label.
    learn.judge(pair === 0 ? 'a' : 'n');
    const said =
      [/^No\. It tells of hot rock/, /^It does\. It answers, in other words\./][pair] ?? /^Right\./;
    expect(learn.words).toMatch(said);
    const [negative, positive] = [cosines.negative.toFixed(2), cosines.positive.toFixed(2)];
    expect(learn.words).toContain(`prefers it: ${negative} to ${positive}.`);
    learn.show(Math.min(4, pair + 1));
  }
  expect(learn.isDone).toBe(true);
});
