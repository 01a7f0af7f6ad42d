import { describe, expect, it } from 'vitest';

import { inversionRate, meanResiduality } from '../../src/scoring/means';
import { offsetsOf, type PairColumns } from '../../src/scoring/pairs';
import { seededRandom } from '../../src/scoring/random';
import { gatedSource } from '../../src/scoring/statistics';
import { WEIGHTING_IDS } from '../../src/scoring/weightings';
import {
  ambiguity,
  meanCoverage,
  meanGradientEnergy,
  meanOfPairs,
  meanPairwiseLoss,
  meanWeight,
  mnrlProxy,
} from '../support/definitions';

/** 300 records of 0 … 6 pairs; every eleventh pair has no residual. */
function drawColumns(): PairColumns {
  const random = seededRandom(7);
  const offsets = offsetsOf(Array.from({ length: 300 }, (_, i) => i % 7));
  const column = (low: number, high: number) =>
    Float64Array.from({ length: offsets.at(-1) ?? 0 }, () => low + (high - low) * random());
  const distance = column(0.3, 1.2).map((d, i) => (i % 11 === 0 ? 0 : d));
  return {
    offsets,
    margin: column(-0.2, 0.3),
    locality: column(-0.3, 0.2),
    distance,
    coverage: column(0, 1),
  };
}

describe('the statistics give what the definitions give, to the last bit', () => {
  const columns = drawColumns();
  it.each([0.02, 0.05, 1])('at τ = %s', (tau) => {
    const { statistics } = gatedSource(columns, { tau, weighting: 'full' });
    expect(statistics).toMatchObject({
      mean_rho: meanOfPairs(columns, tau, (gates) => gates.rho),
      mean_eta: meanOfPairs(columns, tau, (gates) => gates.eta),
      mean_psi: meanOfPairs(columns, tau, (gates) => gates.psi),
      mean_coverage: meanCoverage(columns),
      mean_pairwise_loss: meanPairwiseLoss(columns, tau),
      mean_gradient_energy: meanGradientEnergy(columns, tau),
      mnrl_proxy: mnrlProxy(columns, tau),
      inversion_rate: inversionRate(columns),
      ambiguity: ambiguity(columns),
    });
    expect(statistics.mean_psi).toBeCloseTo(meanResiduality(columns), 14);
  });

  it.each(WEIGHTING_IDS)('under %s', (id) => {
    const { statistics } = gatedSource(columns, { tau: 0.05, weighting: id });
    expect(statistics.mean_weight).toBe(meanWeight(columns, 0.05, id));
  });
});
