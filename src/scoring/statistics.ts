/** All scalars of a source from its pairs' gates and columns. No encoder is needed. `means.ts` defines each of them. */

import { BUCKET_SETS, bucketsOfPair, countBuckets, mapBuckets } from './buckets';
import { pairwiseGradientEnergy, pairwiseLoss, targetInconsistency } from './gates';
import { putGates, ungatedPairs, type GatedPairs } from './gated-pairs';
import { histogramsOf, type Histograms } from './histogram';
import { Log1pSum } from './log1p-sum';
import { meanOf, traceTerm } from './means';
import { mnrlLossOfOdds, negativeOdds } from './mnrl';
import { byGate, emptyGates, gateMeans, gatesOfPair } from './pair-gates';
import type { PairColumns } from './pairs';
import type { Gating } from './weightings';

/** Pairs shown in a report for checking by hand. */
export const FIRST_PAIRS = 8;

/** A source under one temperature and weighting. */
interface GatedSource {
  readonly pairs: GatedPairs<PairColumns>;
  readonly statistics: ReturnType<typeof filled>;
  readonly histograms: Histograms;
}

/**
 * Gates, scalars and histograms of one source, in one pass.
 * @param before of the same columns: its gates and weights are overwritten, since new memory would take longer than they do
 * @throws RangeError for a source without pairs
 */
export function gatedSource(columns: PairColumns, gating: Gating, before?: GatedSource): GatedSource {
  if (columns.margin.length === 0) throw new RangeError('A source without pairs has no statistics.');
  const pairs = before ? { ...before.pairs, ...gating } : ungatedPairs(columns, gating);
  return { pairs, statistics: filled(pairs), histograms: histogramsOf(pairs) };
}

/** Fills gates and weights. @returns the scalars */
function filled(pairs: GatedPairs<PairColumns>) {
  const { columns, tau } = pairs;
  const { offsets, margin, locality, coverage } = columns;
  const records = offsets.length - 1;
  const negatives = margin.length;
  // Sums and counts are locals: the figures follow the temperature while it is dragged.
  let trace = 0;
  let energies = 0;
  let invertedLosses = 0;
  let zero_residuals = 0;
  let mnrl = 0;
  let ambiguous_records = 0;
  const losses = new Log1pSum();
  const bucketSets = new Float64Array(BUCKET_SETS);
  const gates = emptyGates(tau);
  for (let record = 0; record < records; record++) {
    const start = offsets[record];
    const end = offsets[record + 1];
    let setsOfRecord = 0;
    let odds = 0;
    for (let i = start; i < end; i++) {
      gatesOfPair(columns, i, tau, gates);
      putGates(pairs, i, gates);
      trace += traceTerm(pairs.weight[i], gates.distance);
      zero_residuals += Number(gates.distance === 0);
      energies += pairwiseGradientEnergy(gates.oneMinusRho, gates.distance, tau);
      invertedLosses += Math.max(-gates.margin / tau, 0);
      losses.add(gates.decay);
      odds += negativeOdds(gates.margin, gates.decay);
      const set = bucketsOfPair(gates.margin, locality[i], coverage[i], tau);
      setsOfRecord |= set;
      bucketSets[set] += 1;
    }
    mnrl += mnrlLossOfOdds(odds, margin, start, end, tau);
    // The lowest bit is the bucket `inversion`.
    ambiguous_records += setsOfRecord & 1;
  }
  const buckets = countBuckets(bucketSets);
  return {
    records,
    /** N: pairs, zero residuals included. */
    negatives,
    /** tr Î = (1/N) Σ w over the pairs with r ≠ 0 (paper, Section "Linear Regime"; Eq. eci_information_matrix). */
    trace: trace / negatives,
    /** (1/N) Σ w over all pairs. */
    mean_weight: meanOf(pairs.weight),
    ...gateMeans((id) => meanOf(pairs[id])),
    mean_coverage: meanOf(coverage),
    mean_pairwise_loss: (invertedLosses + losses.value) / negatives,
    inversion_rate: buckets.inversion / negatives,
    mean_gradient_energy: energies / negatives,
    mnrl_proxy: mnrl / records,
    /** Share of records where any negative is inverted. */
    ambiguity: ambiguous_records / records,
    buckets: mapBuckets((_, id) => buckets[id] / negatives),
    counts: { inverted_pairs: buckets.inversion, ambiguous_records, zero_residuals, buckets },
  };
}

/** The first `count` pairs in numbers. */
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
