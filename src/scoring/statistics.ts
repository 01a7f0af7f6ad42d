/** All scalars of a source from its pairs' gates and columns. No encoder is needed. `means.ts` defines each of them. */

import { BUCKET_SETS, bucketsOfPair, countBuckets, mapBuckets, type Buckets } from './buckets';
import { CompensatedSum } from './compensated';
import { pairwiseGradientEnergy, pairwiseLoss, targetInconsistency } from './gates';
import { putGates, ungatedPairs, type GatedPairs } from './gated-pairs';
import { byDistribution, countInBins, DISTRIBUTIONS, HISTOGRAM_BINS, type Histograms } from './histogram';
import { Log1pSum } from './log1p-sum';
import { sumOf, traceTerm } from './means';
import { mnrlLossOfOdds, negativeOdds } from './mnrl';
import {
  byGate,
  emptyGates,
  GATE_IDS,
  gateMeans,
  gatesOfPair,
  type GateMeans,
  type GateNumbers,
} from './pair-gates';
import type { PairColumns } from './pairs';
import type { Gating } from './weightings';

/** Scalars of a source at one temperature and weighting. */
export interface SourceStatistics extends GateMeans {
  readonly records: number;
  /** N: pairs, zero residuals included. */
  readonly negatives: number;
  /** (1/N) Σ w over the pairs with r ≠ 0. */
  readonly trace: number;
  /** (1/N) Σ w over all pairs. */
  readonly mean_weight: number;
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
export interface PairRow extends GateNumbers {
  readonly coverage: number;
  readonly loss: number;
  readonly grad: number;
  readonly margin: number;
}

/** Pairs shown in a report for checking by hand. */
export const FIRST_PAIRS = 8;

/** Names of the sums of {@link StatisticSums}. */
const SUMS = ['weights', 'trace', ...GATE_IDS, 'coverage', 'energy', 'loss', 'mnrl'] as const;
const COUNTS = ['records', 'pairs', 'zeroResiduals', 'ambiguousRecords'] as const;

/** The sums behind {@link SourceStatistics}. */
class StatisticSums {
  private readonly counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<
    (typeof COUNTS)[number],
    number
  >;
  private readonly sums = Object.fromEntries(SUMS.map((name) => [name, new CompensatedSum()])) as Readonly<
    Record<(typeof SUMS)[number], CompensatedSum>
  >;
  /** Pairs by the set of buckets that they are in, by its bits. */
  private readonly bucketSets = new Float64Array(BUCKET_SETS);
  private readonly bins = byDistribution(() => new Float64Array(HISTOGRAM_BINS));

  get records(): number {
    return this.counts.records;
  }

  /** N so far. */
  get pairs(): number {
    return this.counts.pairs;
  }

  constructor(private readonly gating: Gating) {}

  /** Adds whole records. @param room for them @returns their gates and weights, which the sums are made of */
  add(columns: PairColumns, room?: GatedPairs<PairColumns>): GatedPairs<PairColumns> {
    const { tau } = this.gating;
    const pairs = room ? { ...room, ...this.gating } : ungatedPairs(columns, this.gating);
    const { offsets, margin, locality, coverage } = columns;
    const records = offsets.length - 1;
    const { counts, sums, bucketSets } = this;
    // Sums and counts are locals: the figures follow the temperature while it is dragged.
    let trace = 0;
    let energies = 0;
    let invertedLosses = 0;
    let zeroResiduals = 0;
    let mnrl = 0;
    let ambiguousRecords = 0;
    const losses = new Log1pSum();
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
        zeroResiduals += Number(gates.distance === 0);
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
      ambiguousRecords += setsOfRecord & 1;
    }
    counts.records += records;
    counts.pairs += margin.length;
    counts.zeroResiduals += zeroResiduals;
    counts.ambiguousRecords += ambiguousRecords;
    sums.trace.add(trace);
    sums.energy.add(energies);
    sums.loss.add(invertedLosses + losses.value);
    sums.mnrl.add(mnrl);
    for (const id of GATE_IDS) sums[id].add(sumOf(pairs[id]));
    for (const id of DISTRIBUTIONS) countInBins(pairs[id], this.bins[id]);
    sums.weights.add(sumOf(pairs.weight));
    sums.coverage.add(sumOf(coverage));
    return pairs;
  }

  /** @throws RangeError without pairs */
  statistics(): SourceStatistics {
    const { counts, sums } = this;
    const { records, pairs, zeroResiduals, ambiguousRecords } = counts;
    if (pairs === 0) throw new RangeError('A source without pairs has no statistics.');
    const buckets = countBuckets(this.bucketSets);
    return {
      records,
      negatives: pairs,
      trace: sums.trace.value / pairs,
      mean_weight: sums.weights.value / pairs,
      ...gateMeans((id) => sums[id].value / pairs),
      mean_coverage: sums.coverage.value / pairs,
      mean_pairwise_loss: sums.loss.value / pairs,
      inversion_rate: buckets.inversion / pairs,
      mean_gradient_energy: sums.energy.value / pairs,
      mnrl_proxy: sums.mnrl.value / records,
      ambiguity: ambiguousRecords / records,
      buckets: mapBuckets((_, id) => buckets[id] / pairs),
      counts: {
        inverted_pairs: buckets.inversion,
        ambiguous_records: ambiguousRecords,
        zero_residuals: zeroResiduals,
        buckets,
      },
    };
  }

  histograms(): Histograms {
    return byDistribution((id) => Array.from(this.bins[id]));
  }
}

/** A source under one temperature and weighting. */
interface GatedSource {
  readonly pairs: GatedPairs<PairColumns>;
  readonly statistics: SourceStatistics;
  readonly histograms: Histograms;
}

/**
 * Gates, scalars and histograms of one source, in one pass.
 * @param before of the same columns: its gates and weights are overwritten, since new memory would take longer than they do
 * @throws RangeError for a source without pairs
 */
export function gatedSource(columns: PairColumns, gating: Gating, before?: GatedSource): GatedSource {
  const sums = new StatisticSums(gating);
  const pairs = sums.add(columns, before?.pairs);
  return { pairs, statistics: sums.statistics(), histograms: sums.histograms() };
}

/** The first `count` pairs in numbers. */
export function pairRows({ columns, tau, ...pairs }: GatedPairs, count: number): PairRow[] {
  const { margin, distance, coverage } = columns;
  return Array.from(margin.subarray(0, count), (m, i) => ({
    ...byGate((id) => pairs[id][i]),
    coverage: coverage[i],
    loss: pairwiseLoss(m, tau),
    grad: pairwiseGradientEnergy(targetInconsistency(m, tau), distance[i], tau),
    margin: m,
  }));
}
