import { describe, expect, it } from 'vitest';

import { emptyGates, GATE_IDS, gatesOfPair } from '../../src/scoring/pair-gates';
import { emptyColumns, type PairColumns } from '../../src/scoring/pairs';
import { gatedSource } from '../../src/scoring/statistics';
import { expectRelative } from '../support/near';

const TAU = 0.5;
/** τ ln 3 and τ ln 9: σ gives 0.75 and 0.9 there. */
const T3 = TAU * 1.0986122886681098;
const T9 = TAU * 2.1972245773362196;

/**
 * Two records. The first has three pairs, the third of them its own positive; the second has one pair.
 *
 * | pair | ρ    | η    | C    | distance | ρηψ     |
 * | 0    | 0.75 | 0.75 | 0.50 | 0.8      | 0.28125 |
 * | 1    | 0.25 | 0.25 | 0.00 | 1.2      | 0.06250 |
 * | 2    | 0.50 | 0.90 | 0.75 | 0        | 0.11250 |
 * | 3    | 0.90 | 0.25 | 0.25 | 1        | 0.16875 |
 */
const COLUMNS: PairColumns = {
  offsets: Int32Array.of(0, 3, 4),
  margin: Float64Array.of(T3, -T3, 0, T9),
  locality: Float64Array.of(T3, -T3, T9, -T3),
  distance: Float64Array.of(0.8, 1.2, 0, 1),
  coverage: Float64Array.of(0.5, 0, 0.75, 0.25),
};

describe('gatedSource of two records by hand', () => {
  const { pairs, statistics, histograms } = gatedSource(COLUMNS, { tau: TAU, weighting: 'full' });

  it('means of the gates', () => {
    expectRelative(statistics.mean_rho, 0.6);
    expectRelative(statistics.mean_eta, 0.5375);
    expectRelative(statistics.mean_psi, 0.625);
    expectRelative(statistics.mean_coverage, 0.375);
  });

  it('has every gate of the table, as one pair alone has it', () => {
    const gates = emptyGates(TAU);
    gatesOfPair(COLUMNS, 0, TAU, gates);
    for (const id of GATE_IDS) {
      expect(gates[id], id).toBeGreaterThan(0);
      expect(pairs[id][0], id).toBe(gates[id]);
    }
  });

  it('the trace leaves the zero residual out of the sum and in N; the mean weight does not', () => {
    expectRelative(statistics.trace, 0.128125);
    expectRelative(statistics.mean_weight, 0.15625);
  });

  it('losses and energies', () => {
    // (ln 4/3 + ln 4 + ln 2 + ln 10/9)/4.
    expectRelative(statistics.mean_pairwise_loss, 0.6181210324473608);
    // (0.0625·0.64 + 0.5625·1.44 + 0 + 0.01·1)·4/4.
    expectRelative(statistics.mean_gradient_energy, 0.86);
    // Record 0: ln(1 + 1/3 + 3 + 1); record 1: ln(1 + 1/9).
    expectRelative(statistics.mnrl_proxy, 0.889668474614749);
  });

  it('counts, and the rates beside them', () => {
    expect(statistics).toMatchObject({ records: 2, negatives: 4, inversion_rate: 0.25, ambiguity: 0.5 });
    expect(statistics.buckets).toEqual({
      inversion: 0.25,
      low_locality: 0.5,
      high_coverage: 0.5,
      valid_high_coverage: 0.25,
      valid_low_locality: 0.25,
    });
    expect(statistics.counts).toEqual({
      inverted_pairs: 1,
      ambiguous_records: 1,
      zero_residuals: 1,
      buckets: {
        inversion: 1,
        low_locality: 2,
        high_coverage: 2,
        valid_high_coverage: 1,
        valid_low_locality: 1,
      },
    });
  });

  it('histograms hold every pair once', () => {
    const nonZero = (bins: readonly number[]) =>
      Object.fromEntries([...bins.entries()].filter(([, count]) => count > 0));
    // ψ = 0.5, 1, 0.25, 0.75 in 24 bins.
    expect(nonZero(histograms.psi)).toEqual({ 6: 1, 12: 1, 18: 1, 23: 1 });
    // w = 0.28125 (bin 6), 0.0625 (1), 0.1125 (2), 0.16875 (4).
    expect(nonZero(histograms.weight)).toEqual({ 1: 1, 2: 1, 4: 1, 6: 1 });
    for (const bins of [histograms.rho, histograms.eta]) expect(bins.reduce((a, b) => a + b)).toBe(4);
  });

  it('are the same where they overwrite those of another weighting, at another temperature or the same', () => {
    const gating = { tau: TAU, weighting: 'full' } as const;
    for (const tau of [TAU / 3, TAU]) {
      const before = gatedSource(COLUMNS, { tau, weighting: 'gradient' });
      const again = gatedSource(COLUMNS, gating, before);
      expect(again).toEqual(gatedSource(COLUMNS, gating));
      expect(again.pairs.weight).toBe(before.pairs.weight);
    }
  });

  it('follows the weighting: uniform has mean 1 and trace 3/4, margin-hardness the energies', () => {
    // (1−ρ)²‖v⁺−v⁻‖²/τ²: 0.16 + 3.24 + 0.04, over 4.
    expectRelative(gatedSource(COLUMNS, { tau: TAU, weighting: 'margin-hardness' }).statistics.trace, 0.86);
    const uniform = gatedSource(COLUMNS, { tau: TAU, weighting: 'uniform' }).statistics;
    expect(uniform.mean_weight).toBe(1);
    expect(uniform.trace).toBe(0.75);
    expect(uniform.mean_rho).toBe(statistics.mean_rho);
  });

  it('follows the temperature: at τ/2 the margin τ ln 3 counts as ln 9', () => {
    const halved = gatedSource(COLUMNS, { tau: TAU / 2, weighting: 'full' }).statistics;
    // 0.9, 0.1, 0.5 and 81/82.
    expectRelative(halved.mean_rho, (0.9 + 0.1 + 0.5 + 81 / 82) / 4);
    expect(halved.inversion_rate).toBe(0.25);
  });
});

describe('edge cases', () => {
  it('a source without pairs has no statistics', () => {
    expect(() => gatedSource(emptyColumns(Int32Array.of(0)), { tau: TAU, weighting: 'full' })).toThrow(
      RangeError,
    );
  });

  it('a source of own positives alone has trace 0 and no inversion', () => {
    const { statistics } = gatedSource(emptyColumns(Int32Array.of(0, 2)), { tau: 0.05, weighting: 'full' });
    expect(statistics).toMatchObject({ trace: 0, mean_rho: 0.5, inversion_rate: 0, ambiguity: 0 });
    expect(statistics.counts.zero_residuals).toBe(2);
  });
});

describe('extreme margins', () => {
  const lossesOf = (margins: number[]) => {
    const columns = emptyColumns(Int32Array.of(0, margins.length));
    columns.margin.set(margins);
    columns.distance.fill(1);
    return gatedSource(columns, { tau: 0.05, weighting: 'full' }).statistics;
  };

  it('losses do not overflow at m/τ = −1000', () => {
    const { mean_pairwise_loss, mnrl_proxy } = lossesOf([-50, 2]);
    expectRelative(mean_pairwise_loss, 500);
    expectRelative(mnrl_proxy, 1000);
  });

  it('the proxy is as exact where exp(−m/τ) is about to overflow', () => {
    // log(1 + exp(709)) is 709 to the last digit; a second negative of that margin adds ln 2.
    expectRelative(lossesOf([-709 * 0.05]).mnrl_proxy, 709);
    expectRelative(lossesOf([-720 * 0.05, -720 * 0.05, 0.15]).mnrl_proxy, 720.6931471805599);
  });

  it('losses keep their digits at m/τ = 40', () => {
    const { mean_pairwise_loss, mnrl_proxy, mean_gradient_energy } = lossesOf([2, 2]);
    expectRelative(mean_pairwise_loss, 4.248354255291589e-18);
    expectRelative(mnrl_proxy, 8.496708510583178e-18);
    // (4.248354255291589e-18/0.05)².
    expectRelative(mean_gradient_energy, 7.21940555138166e-33);
  });
});
