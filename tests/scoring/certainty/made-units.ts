/** Made populations: S and K of every unit in every source, with an order that is known. */

import type { UnitSums } from '../../../src/scoring/certainty/units';

/** S and K of a unit. Weights are at most 1 a pair. */
export type UnitKind = (random: () => number) => readonly [sum: number, pairs: number];

export const UNIT_KINDS = {
  even: (random) => [random() + random() + random(), 3],
  'heavy tails': (random) => {
    const exponent = -5 + 2.2 * (random() + random() + random() + random() + random() + random() - 3);
    return [Math.min(1, Math.exp(exponent)), 1];
  },
  'one in a hundred': (random) => [random() < 0.01 ? 1 : 0, 1],
  'one in thirty': (random) => [random() < 0.03 ? 1 : 0, 1],
  'unequal K': (random) => {
    const pairs = random() < 0.1 ? 50 : 1 + Math.floor(random() * 5);
    return [pairs * (pairs === 50 ? 0.05 : 0.4) * random(), pairs];
  },
} as const satisfies Readonly<Record<string, UnitKind>>;

export function drawUnits(kind: UnitKind, units: number, random: () => number): UnitSums {
  const rows = Array.from({ length: units }, () => kind(random));
  return {
    sums: Float64Array.from(rows, ([sum]) => sum),
    pairs: Float64Array.from(rows, ([, pairs]) => pairs),
  };
}

/** The units in reverse: another source with exactly the same ratio. */
export function mirrored({ sums, pairs }: UnitSums): UnitSums {
  return { sums: sums.slice().reverse(), pairs: pairs.slice().reverse() };
}

/** Two sources of exactly the same ratio: to call either of them first is an error. */
export const TIES: Readonly<Record<string, UnitKind>> = {
  'exact tie, even': UNIT_KINDS.even,
  'exact tie, heavy tails': UNIT_KINDS['heavy tails'],
  'exact tie, unequal K': UNIT_KINDS['unequal K'],
};
