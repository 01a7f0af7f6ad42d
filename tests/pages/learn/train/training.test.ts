/** The trainings of lesson 3: NumPy's figures (expected_training.py), and what the lesson says of thirty worlds. */

import { expect, it } from 'vitest';

import {
  SOURCES,
  taught,
  timesAhead,
  WORLDS,
  type SourceId,
  type World,
} from '../../../../src/pages/learn/train/learnt';
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
  const worlds = Array.from({ length: IS_DEEP ? 100 : WORLDS }, (_, i) =>
    Object.fromEntries(SOURCES.map((source) => [source.id, atOnce(trainInSlices(i + 1, source))])),
  ) as unknown as World[];
  const end = (id: SourceId) => taught(worlds, id).curve[STEPS] ?? NaN;
  const ends = (['neighbours', 'random', 'half', 'answers'] as const).map(end);
  // A hundred worlds are those of the deep tests.
  const told = IS_DEEP ? [0.866, 0.766, 0.538, 0.353] : [0.882, 0.786, 0.532, 0.347];
  expect(ends.map((score) => Number(score.toFixed(3)))).toEqual(told);
  const untrained = taught(worlds, 'answers').curve[0] ?? NaN;
  expect(Math.abs(end('answers') - untrained)).toBeLessThan(0.04);
  expect(timesAhead(worlds, 'neighbours', 'random') / worlds.length).toBeGreaterThan(0.8);
  const [low, high] = taught(worlds, 'random').middle;
  expect(low).toBeLessThan(end('random'));
  expect(high).toBeGreaterThan(end('random'));
});
