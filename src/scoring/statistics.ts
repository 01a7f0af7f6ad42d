/**
 * All scalars of a source from its pair columns (SPEC.md, "Per source"): nothing here needs an encoder, so another
 * temperature or weighting costs a few passes over the columns.
 */

import { countBuckets, mapBuckets, type Buckets } from './buckets';
import { pairwiseGradientEnergy, pairwiseLoss } from './gates';
import { histogram, type Histograms } from './histogram';
import {
  ambiguousRecords,
  informationTrace,
  invertedPairs,
  mean,
  meanGradientEnergy,
  meanPairwiseLoss,
  meanResiduality,
  mnrlProxy,
  zeroResiduals,
} from './means';
import { emptyGates, gateColumns, gatesOfPair } from './pair-gates';
import type { PairColumns } from './pairs';
import { WEIGHTINGS, type WeightingId } from './weightings';

/** Scalars of a source at one temperature and weighting. */
export interface SourceStatistics {
  readonly records: number;
  /** N: pairs, zero residuals included. */
  readonly negatives: number;
  /** (1/N) Σ w over the pairs with r ≠ 0. */
  readonly trace: number;
  /** (1/N) Σ w over all pairs. */
  readonly mean_weight: number;
  readonly mean_rho: number;
  readonly mean_eta: number;
  readonly mean_psi: number;
  readonly mean_coverage: number;
  readonly mean_pairwise_loss: number;
  readonly inversion_rate: number;
  readonly mean_gradient_energy: number;
  readonly mnrl_proxy: number;
  /** Share of records where any negative is inverted. */
  readonly ambiguity: number;
  readonly buckets: Buckets;
  /** Counts behind the rates. */
  readonly counts: {
    readonly inverted_pairs: number;
    readonly ambiguous_records: number;
    readonly zero_residuals: number;
    readonly buckets: Buckets;
  };
}

/** One pair in numbers, as in the report's `first_pairs`. */
export interface PairRow {
  readonly rho: number;
  readonly eta: number;
  readonly coverage: number;
  readonly psi: number;
  readonly loss: number;
  readonly grad: number;
  readonly margin: number;
}

/**
 * Scalars and histograms of one source.
 * @param tau temperature, > 0
 * @throws RangeError for a source without pairs
 */
export function sourceStatistics(
  columns: PairColumns,
  tau: number,
  weighting: WeightingId,
): { statistics: SourceStatistics; histograms: Histograms } {
  const { offsets, margin, locality, distance, coverage } = columns;
  const pairs = margin.length;
  const records = offsets.length - 1;
  if (pairs === 0) throw new RangeError('A source without pairs has no statistics.');
  const { rho, oneMinusRho, eta, psi, weight } = gateColumns(columns, tau, WEIGHTINGS[weighting].weight);
  const inverted = invertedPairs(margin);
  const ambiguous = ambiguousRecords(columns);
  const buckets = countBuckets(margin, locality, coverage, tau);
  const statistics: SourceStatistics = {
    records,
    negatives: pairs,
    trace: informationTrace(weight, distance),
    mean_weight: mean(weight),
    mean_rho: mean(rho),
    mean_eta: mean(eta),
    mean_psi: meanResiduality(coverage),
    mean_coverage: mean(coverage),
    mean_pairwise_loss: meanPairwiseLoss(margin, tau),
    inversion_rate: inverted / pairs,
    mean_gradient_energy: meanGradientEnergy(oneMinusRho, distance, tau),
    mnrl_proxy: mnrlProxy(columns, tau),
    ambiguity: ambiguous / records,
    buckets: mapBuckets((_, id) => buckets[id] / pairs),
    counts: {
      inverted_pairs: inverted,
      ambiguous_records: ambiguous,
      zero_residuals: zeroResiduals(distance),
      buckets,
    },
  };
  const histograms = {
    rho: histogram(rho),
    eta: histogram(eta),
    psi: histogram(psi),
    weight: histogram(weight),
  };
  return { statistics, histograms };
}

/** tr Î under one weighting. @param tau temperature, > 0 */
export function weightedTrace(columns: PairColumns, tau: number, weighting: WeightingId): number {
  const { weight } = gateColumns(columns, tau, WEIGHTINGS[weighting].weight);
  return informationTrace(weight, columns.distance);
}

/** The first `count` pairs in numbers. */
export function pairRows(columns: PairColumns, tau: number, count: number): PairRow[] {
  const rows: PairRow[] = [];
  const gates = emptyGates(tau);
  for (let i = 0; i < Math.min(count, columns.margin.length); i++) {
    gatesOfPair(columns, i, tau, gates);
    rows.push({
      rho: gates.rho,
      eta: gates.eta,
      coverage: columns.coverage[i] as number,
      psi: gates.psi,
      loss: pairwiseLoss(gates.margin, tau),
      grad: pairwiseGradientEnergy(gates.oneMinusRho, gates.distance, tau),
      margin: gates.margin,
    });
  }
  return rows;
}
