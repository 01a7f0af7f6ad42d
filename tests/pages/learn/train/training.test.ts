/** The small training: NumPy's figures (expected_training.py), and what lesson 8 says of it over many seeds. */

import { describe, expect, it } from 'vitest';

import { LESSONS, lessonParameters } from '../../../../src/pages/learn/lessons/lessons';
import { STEPS } from '../../../../src/pages/learn/parameters';
import { endOf, smoothed, train } from '../../../../src/pages/learn/train/training';
import expected from './expected_training.json';

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
const ends = (share: number, hardness: number) =>
  SEEDS.map((seed) => endOf(train({ seed, share, hardness }))).sort((a, b) => a - b);
const median = (sorted: readonly number[]) => sorted[sorted.length / 2] ?? NaN;

describe('a training', () => {
  it.each(expected.trainings)('is NumPy’s: seed $seed, $share %, hardness $hardness %', (want) => {
    const { losses, scores } = train(want);
    expect(losses).toHaveLength(STEPS + 1);
    const apart = losses.map((loss, i) => Math.abs(loss - (want.losses[i] ?? NaN)));
    expect(Math.max(...apart.slice(0, 60))).toBeLessThan(1e-12);
    // Each step multiplies the rounding of those before it.
    expect(Math.max(...apart)).toBeLessThan(1e-11);
    expect(scores).toEqual(want.scores);
  });

  it('shows ten pairs a step, with as many answers as the share says', () => {
    const shares = [0, 40, 100].map((share) => {
      const { pairs } = train({ seed: 5, share, hardness: 50 });
      expect(pairs.every((step) => step.length === 10)).toBe(true);
      return pairs.flat().filter(({ answers }) => answers).length / pairs.flat().length;
    });
    expect(shares[0]).toBe(0);
    expect(shares[1]).toBeCloseTo(0.4, 1);
    expect(shares[2]).toBe(1);
  });

  it('smooths over the last five steps', () => {
    expect(smoothed([5, 0, 0, 0, 0, 5, 10])).toEqual([5, 2.5, 5 / 3, 1.25, 1, 1, 3]);
  });
});

describe('what lesson 8 says', () => {
  it('false negatives cost the score, hard or not', () => {
    for (const hardness of [0, 100]) {
      const [none, some, most] = [0, 40, 100].map((share) => median(ends(share, hardness)));
      expect(some).toBeLessThan(0.6 * (none ?? 0));
      expect(most).toBeLessThan(0.6 * (none ?? 0));
    }
  });

  it('without them the score at the end is far above the first', () => {
    const first = median(
      SEEDS.map((seed) => train({ seed, share: 0, hardness: 50 }).scores[0] ?? 0).sort((a, b) => a - b),
    );
    expect(median(ends(0, 50))).toBeGreaterThan(2 * first);
  });

  it('the task: 40 % halves the score of the seed that it opens with, and the loss falls in both', () => {
    const { done } = LESSONS[7] ?? {};
    const opened = lessonParameters(8);
    const { losses } = train(opened);
    expect(losses.at(-1)).toBeLessThan((losses[0] ?? 0) / 2);
    const halved = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].filter((share) => {
      const found = done?.({ ...opened, share, step: STEPS });
      const { losses } = train({ ...opened, share });
      if (found) expect(smoothed(losses).at(-1), `${share} %`).toBeLessThan(losses[0] ?? 0);
      return found;
    });
    expect(halved).toContain(40);
    expect(halved).not.toContain(10);
    expect(done?.({ ...opened, share: 40, step: STEPS - 1 }), 'before its end').toBe(false);
    expect(done?.({ ...opened, share: 0, step: STEPS }), 'without any').toBe(false);
  });
});
