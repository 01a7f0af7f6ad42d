import { describe, expect, it } from 'vitest';

import { mnrlLoss } from '../support/definitions';
import { expectRelative } from '../support/near';

/** The loss of a record with these margins, at τ = 1. */
const lossOf = (...margins: number[]) => mnrlLoss(Float64Array.from(margins), 0, margins.length, 1);

describe('mnrlLoss', () => {
  it.each([
    [0, 0.6931471805599453],
    [2, 0.1269280110429725],
    [-2, 2.1269280110429727],
    [20, 2.061153620314381e-9],
    [40, 4.248354255291589e-18],
  ])('of one negative is the pairwise loss log(1 + exp(−m/τ)) at m/τ = %s', (x, loss) => {
    expectRelative(lossOf(x), loss);
  });

  it.each([
    [5, 2, 0.5168135102475447],
    [3, -2, 3.142736116767145],
    [3, 40, 1.2745062765874767e-17],
  ])('of %s equal negatives is log(1 + K exp(−m/τ)) at m/τ = %s', (k, x, loss) => {
    expectRelative(lossOf(...new Array<number>(k).fill(x)), loss);
  });

  it('sums over different negatives, in any order', () => {
    // 1 + 1/3 + 3 + 1 = 16/3, for m = ln 3, −ln 3, 0.
    const ln3 = 1.0986122886681098;
    expectRelative(lossOf(ln3, -ln3, 0), 1.6739764335716716);
    expectRelative(lossOf(-ln3, 0, ln3), 1.6739764335716716);
    expectRelative(lossOf(0, ln3, -ln3), 1.6739764335716716);
  });

  it('reads the margins of the record only, and divides them by τ', () => {
    const margins = Float64Array.of(-9, 0.1, 0.1, 0.1, 0.1, 0.1, -9);
    expectRelative(mnrlLoss(margins, 1, 6, 0.05), 0.5168135102475447);
  });

  it('does not overflow at m/τ = −1000', () => {
    expect(lossOf(-1000)).toBe(1000);
    // Two such negatives: 1000 + ln 2.
    expectRelative(lossOf(-1000, -1000, 1000), 1000.6931471805599);
    expect(lossOf(1000, 1000)).toBe(0);
  });

  it('is as exact where exp(−m/τ) is about to overflow', () => {
    // log(1 + exp(709)) is 709 to the last digit; a second negative of that margin adds ln 2.
    expectRelative(lossOf(-709), 709);
    expectRelative(lossOf(-709.7, -709.7), 710.3931471805599);
    expectRelative(lossOf(-720, -720, 3), 720.6931471805599);
  });
});
