import { describe, expect, it } from 'vitest';

import { flagSoFar, type FlagStanding } from '../../../src/scoring/certainty/flags';
import type { UnitSums } from '../../../src/scoring/certainty/units';
import { seededRandom } from '../../../src/scoring/random';

const EFFECT = 0.005;
const ALPHA = 0.01;

/** Means over four pairs a unit, each the unit's own rate plus a shift. */
function drawn(units: number, rates: readonly number[], shift: number, random: () => number): UnitSums {
  const sums = Float64Array.from({ length: units }, (_, i) =>
    [0, 1, 2, 3].reduce(
      (sum) => sum + Math.min(1, Math.max(0, (rates[i] ?? 0) + shift + 0.2 * (random() - 0.5))),
      0,
    ),
  );
  return { sums, pairs: new Float64Array(units).fill(4) };
}

function standing(own: UnitSums, reference: UnitSums, units: number, half = 0): FlagStanding {
  return flagSoFar(own, units, [{ sums: reference, drawn: units, effect: EFFECT, half }], ALPHA);
}

describe('a flag before the last unit', () => {
  const random = seededRandom(3);
  const rates = Array.from({ length: 3000 }, () => 0.3 + 0.4 * random());
  const reference = drawn(3000, rates, 0, random);
  const far = drawn(3000, rates, 0.2, random);
  const below = drawn(3000, rates, -0.1, random);
  const level = drawn(3000, rates, 0, random);

  it('is open below forty units, whatever the distance', () => {
    expect(standing(far, reference, 39)).toBe('open');
    expect(standing(below, reference, 39)).toBe('open');
  });

  it('is there or absent once the interval leaves the effect out', () => {
    expect(standing(far, reference, 97)).toBe('there');
    expect(standing(below, reference, 97)).toBe('absent');
  });

  it('of a level source stays open until no rare kind of unit could still move it', () => {
    expect(standing(level, reference, 500)).toBe('open');
    expect(standing(level, reference, 3000)).toBe('absent');
  });

  it('needs every reference to be passed, and is absent below one', () => {
    const held = (sums: UnitSums) => ({ sums, drawn: 97, effect: EFFECT, half: 0 });
    expect(flagSoFar(far, 97, [held(reference), held(below)], ALPHA)).toBe('there');
    const higher = drawn(3000, rates, 0.35, seededRandom(4));
    expect(flagSoFar(far, 97, [held(reference), held(higher)], ALPHA)).toBe('absent');
  });

  it('has one reference’s own interval to pass', () => {
    expect(standing(far, reference, 97, 0.3)).toBe('open');
  });

  it('is not settled by units that hold none of a rare kind', () => {
    // One query in fifty is wholly foreign; the first sixty hold none.
    const rare = { sums: new Float64Array(3000), pairs: new Float64Array(3000).fill(4) };
    for (let unit = 60; unit < 3000; unit += 50) rare.sums[unit] = 4;
    const none = { sums: new Float64Array(3000), pairs: rare.pairs };
    expect(standing(rare, none, 60)).toBe('open');
    expect(standing(rare, none, 3000)).toBe('there');
  });

  it('is called wrongly in fewer runs than it may be, looked at after each tenth more', () => {
    let wrong = 0;
    const runs = 300;
    for (let run = 0; run < runs; run++) {
      const seeded = seededRandom(100 + run);
      // Rare and heavy: a unit in thirty has the value 1 in one of the two, so that they are exactly alike.
      const make = () => ({
        sums: Float64Array.from({ length: 1200 }, () => (seeded() < 1 / 30 ? 4 : 0)),
        pairs: new Float64Array(1200).fill(4),
      });
      const [own, other] = [make(), make()];
      for (let units = 40; units <= 1200; units = Math.ceil(1.1 * units)) {
        if (standing(own, other, units) === 'there') {
          wrong += 1;
          break;
        }
      }
    }
    expect(wrong / runs).toBeLessThanOrEqual(2 * ALPHA);
  });
});
