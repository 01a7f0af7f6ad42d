/** The trainings of lesson 3: NumPy's figures (expected_training.py), and what the lesson says of thirty worlds; ten outside deep tests. */

import { expect, it } from 'vitest';

import { SOURCES, taught, timesAhead, WORLDS, type World } from '../../../../src/pages/learn/train/learnt';
import { STEPS, trainInSlices } from '../../../../src/pages/learn/train/training';
import { atOnce } from '../../../../src/scoring/sliced';
import { IS_DEEP } from '../../../support/deep';
import expected from './expected_training.json';

it.each(expected.trainings)(
  'is NumPy’s: world $world, $share %, hardness $hardness %',
  ({ world, means, ...source }) => {
    const scores = atOnce(trainInSlices(world, source));
    expect(scores).toHaveLength(STEPS + 1);
    means.forEach((mean, i) => expect(scores[12 * i]).toBeCloseTo(mean, 11));
  },
);

it('the worlds of a run show the order that is told; the last source teaches nothing', () => {
  const worlds = Array.from({ length: IS_DEEP ? WORLDS : 10 }, (_, i) =>
    Object.fromEntries(SOURCES.map((source) => [source.id, atOnce(trainInSlices(i + 1, source))])),
  ) as unknown as World[];
  const ends = (['neighbours', 'random', 'half', 'answers'] as const).map((id) => taught(worlds, id).end);
  const told = IS_DEEP ? [0.882, 0.786, 0.532, 0.347] : [0.948, 0.818, 0.539, 0.313];
  expect(ends.map((score) => Number(score.toFixed(3)))).toEqual(told);
  const { curve, end: untaught } = taught(worlds, 'answers');
  expect(Math.abs(untaught - (curve[0] ?? NaN))).toBeLessThan(IS_DEEP ? 0.04 : 0.07);
  expect(timesAhead(worlds, 'neighbours', 'random') / worlds.length).toBeGreaterThan(0.8);
  const { end, middle } = taught(worlds, 'random');
  expect(middle[0]).toBeLessThan(end);
  expect(middle[1]).toBeGreaterThan(end);
});
