import { expect, it } from 'vitest';

import { withoutRange } from '../../src/engine/left-out';
import { gatedSource } from '../../src/scoring/statistics';

/** ρ = σ(m/τ): 0.5, 0.731, 0.982; η likewise from l. */
const columns = {
  offsets: Int32Array.of(0, 3),
  margin: Float64Array.of(0, 0.05, 0.2),
  locality: Float64Array.of(0.2, 0, -0.2),
  distance: Float64Array.of(1, 1, 1),
  coverage: Float64Array.of(0, 0, 0.5),
};
const at = { source: 0, tau: 0.05, weighting: 'full' } as const;
const weights = [
  0.5 / (1 + Math.exp(-4)),
  0.5 / (1 + Math.exp(-1)),
  0.5 / (1 + Math.exp(-4)) / (1 + Math.exp(4)),
];

it('leaves out the pairs of a range and no others', () => {
  const { pairs, of, eci } = withoutRange({ columns }, { ...at, gate: 'rho', from: 0.9, to: 1 }, 1);
  expect([pairs, of]).toEqual([1, 3]);
  expect(eci).toBeCloseTo(((weights[0] ?? 0) + (weights[1] ?? 0)) / 2, 12);
});

it('with nothing left out is the score itself, and with nothing left none', () => {
  const { trace } = gatedSource(columns, { tau: 0.05, weighting: 'full' }).statistics;
  expect(withoutRange({ columns }, { ...at, gate: 'psi', from: 0.6, to: 0.7 }, 0.9)).toEqual({
    pairs: 0,
    of: 3,
    eci: 0.9 * trace,
  });
  expect(withoutRange({ columns }, { ...at, gate: 'eta', from: 0, to: 1 }, 1)).toEqual({
    pairs: 3,
    of: 3,
    eci: null,
  });
});
