/** Gates, weights and all scalars of a source from the columns of its pairs. No encoder is needed. */

import { BUCKET_SETS, bucketsOfPair, byBucket, countBuckets } from './buckets';
import { mnrlLoss, pairwiseGradientEnergy, pairwiseLoss, targetInconsistency } from './gates';
import { meanOf, sumOf, traceTerms } from './means';
import {
  byGate,
  emptyGates,
  gateMeans,
  gatesOfPair,
  type GateColumns,
  type GateId,
  type PairGates,
} from './pair-gates';
import type { PairColumns } from './pairs';
import { WEIGHTINGS, type Gating } from './weightings';

/** Pairs shown in a report for checking by hand. */
export const FIRST_PAIRS = 8;

/** Gates and weights of pairs under a temperature and weighting, one number a pair in each column. */
export interface GatedPairs<Columns extends GateColumns = GateColumns>
  extends Gating, Readonly<Record<GateId | 'weight', Float64Array>> {
  readonly columns: Columns;
}

/** @param room of the same columns, whose gates and weights are overwritten */
export function gatePairs<Columns extends GateColumns>(
  columns: Columns,
  gating: Gating,
  room?: GatedPairs,
): GatedPairs<Columns> {
  const pairs = ungatedPairs(columns, gating, room);
  const gates = emptyGates(gating.tau);
  for (let i = 0; i < columns.margin.length; i++) putGates(pairs, i, gates);
  return pairs;
}

function ungatedPairs<Columns extends GateColumns>(
  columns: Columns,
  { tau, weighting }: Gating,
  room?: GatedPairs,
): GatedPairs<Columns> {
  const column = () => new Float64Array(columns.margin.length);
  const { rho, eta, psi, weight } = room ?? { ...byGate(column), weight: column() };
  // A literal, as in `emptyGates`.
  return { columns, tau, weighting, rho, eta, psi, weight };
}

/** Computes the gates and the weight of pair `i`, and writes them to its columns and to `gates`. */
function putGates(pairs: GatedPairs, i: number, gates: PairGates): void {
  gatesOfPair(pairs.columns, i, pairs.tau, gates);
  pairs.rho[i] = gates.rho;
  pairs.eta[i] = gates.eta;
  pairs.psi[i] = gates.psi;
  pairs.weight[i] = WEIGHTINGS[pairs.weighting].weight(gates);
}

/**
 * Gates, weights, scalars and histograms of one source.
 * @param before of the same columns: its memory is used again, since new memory would take longer, and what follows the temperature alone
 * @throws RangeError for a source without pairs
 */
export function gatedSource(
  columns: PairColumns,
  gating: Gating,
  before?: ReturnType<typeof withGates> & { readonly pairs: GatedPairs },
) {
  if (columns.margin.length === 0) throw new RangeError('A source without pairs has no statistics.');
  const isOfSameTau = before?.pairs.tau === gating.tau;
  const pairs = (isOfSameTau ? gatePairs : ungatedPairs)(columns, gating, before?.pairs);
  const { statistics, histograms } = isOfSameTau ? before : withGates(pairs);
  const { weight } = pairs;
  return {
    pairs,
    statistics: {
      ...statistics,
      /** tr Î = (1/N) Σ w over the pairs with r ≠ 0 (paper, Section "Linear Regime"; Eq. eci_information_matrix). */
      trace: sumOf(traceTerms(weight, columns.distance)) / weight.length,
      /** (1/N) Σ w over all pairs. */
      mean_weight: meanOf(weight),
    },
    histograms: { ...histograms, weight: binned(weight) },
  };
}

/** Fills gates and weights. @returns what follows no weighting */
function withGates(pairs: GatedPairs<PairColumns>) {
  const { columns, tau } = pairs;
  const { offsets, margin, locality, coverage } = columns;
  const records = offsets.length - 1;
  const negatives = margin.length;
  // Sums and counts are locals: the figures follow the temperature while it is dragged.
  let energies = 0;
  let losses = 0;
  let zero_residuals = 0;
  let mnrl = 0;
  let ambiguous_records = 0;
  const bucketSets = new Float64Array(BUCKET_SETS);
  const gates = emptyGates(tau);
  for (let record = 0; record < records; record++) {
    const start = offsets[record];
    const end = offsets[record + 1];
    let setsOfRecord = 0;
    let odds = 0;
    for (let i = start; i < end; i++) {
      putGates(pairs, i, gates);
      zero_residuals += Number(gates.distance === 0);
      energies += pairwiseGradientEnergy(gates.oneMinusRho, gates.distance, tau);
      losses += pairwiseLoss(gates.margin, tau, gates.decay);
      odds += gates.margin < 0 ? 1 / gates.decay : gates.decay;
      const set = bucketsOfPair(gates.margin, locality[i], coverage[i], tau);
      setsOfRecord |= set;
      bucketSets[set] += 1;
    }
    // Of exp(−m/τ) that are known already; where their sum overflows it is made anew.
    mnrl += Number.isFinite(odds) ? Math.log1p(odds) : mnrlLoss(margin, start, end, tau);
    // The lowest bit is the bucket `inversion`.
    ambiguous_records += setsOfRecord & 1;
  }
  const buckets = countBuckets(bucketSets);
  const statistics = {
    records,
    /** N: pairs, zero residuals included. */
    negatives,
    ...gateMeans((id) => meanOf(pairs[id])),
    mean_coverage: meanOf(coverage),
    mean_pairwise_loss: losses / negatives,
    inversion_rate: buckets.inversion / negatives,
    mean_gradient_energy: energies / negatives,
    mnrl_proxy: mnrl / records,
    /** Share of records where any negative is inverted. */
    ambiguity: ambiguous_records / records,
    buckets: byBucket((id) => buckets[id] / negatives),
    counts: { inverted_pairs: buckets.inversion, ambiguous_records, zero_residuals, buckets },
  };
  return { statistics, histograms: byGate((id) => binned(pairs[id])) };
}

const HISTOGRAM_BINS = 24;

/** Counts over [0, 1] in bins of equal width; 1, and a weight above it (margin-hardness), falls into the last. */
export type Histograms = Readonly<Record<GateId | 'weight', readonly number[]>>;

function binned(values: Float64Array): number[] {
  const bins = new Float64Array(HISTOGRAM_BINS);
  for (let i = 0; i < values.length; i++) {
    bins[Math.min(HISTOGRAM_BINS - 1, Math.floor(values[i] * HISTOGRAM_BINS))] += 1;
  }
  return Array.from(bins);
}

export function pairRows({ columns, tau, ...pairs }: GatedPairs, count: number) {
  const { margin, distance, coverage } = columns;
  return Array.from(margin.subarray(0, count), (m, i) => ({
    ...byGate((id) => pairs[id][i]),
    coverage: coverage[i],
    loss: pairwiseLoss(m, tau),
    grad: pairwiseGradientEnergy(targetInconsistency(m, tau), distance[i], tau),
    margin: m,
  }));
}
