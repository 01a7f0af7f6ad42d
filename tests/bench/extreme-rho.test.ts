import { expect, it } from 'vitest';

import { ETA_BANDS, extremeRhoInBands } from '../../bench/audit/extreme-rho';

it('extreme ρ is counted in the band of its η', () => {
  const tau = 0.05;
  const logit = (p: number) => tau * Math.log(p / (1 - p));
  // ρ = 0.999 is in, what lies below is not; η = 0.1, 0.5, 0.9 and 1 are in the first, third, last and last band.
  const margin = Float64Array.of(logit(0.9991), logit(0.9989), 1, 1, 1);
  const locality = Float64Array.of(logit(0.1), logit(0.1), logit(0.5), logit(0.9), 90);
  const bands = extremeRhoInBands({ margin, locality }, tau).map((band) => [...band]);
  expect(bands).toHaveLength(ETA_BANDS);
  expect(bands).toEqual([
    [1, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 1, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 1, 1],
  ]);
});
