/**
 * All scalars of a source from its pair columns in one pass. No encoder is needed, so another temperature or
 * weighting costs only that pass. `means.ts` defines each of them.
 */

import { BUCKET_SETS, bucketsOfPair, countBuckets, mapBuckets, type Buckets } from './buckets';
import { CompensatedSum, type SumParts } from './compensated';
import { pairwiseGradientEnergy, pairwiseLoss } from './gates';
import { HISTOGRAM_BINS, histogramBin, type Histograms } from './histogram';
import { Log1pSum } from './log1p-sum';
import { traceTerm } from './means';
import { mnrlLossOfOdds, negativeOdds } from './mnrl';
import { emptyGates, gatesOfPair } from './pair-gates';
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

/** Pairs shown in a report for checking by hand. */
export const FIRST_PAIRS = 8;

/** Names of the sums of {@link StatisticSums}. */
const SUMS = ['weights', 'trace', 'rho', 'eta', 'coverage', 'energy', 'loss', 'mnrl'] as const;
const COUNTS = ['records', 'pairs', 'zeroResiduals', 'ambiguousRecords'] as const;

/** {@link StatisticSums} as they are written in JSON. */
export interface StatisticParts {
  readonly counts: Readonly<Record<(typeof COUNTS)[number], number>>;
  readonly sums: Readonly<Record<(typeof SUMS)[number], SumParts>>;
  readonly bucket_sets: readonly number[];
  readonly histograms: Histograms;
}

/** The sums behind {@link SourceStatistics}: those of the parts of a source add up to those of the whole. */
export class StatisticSums {
  records = 0;
  pairs = 0;
  zeroResiduals = 0;
  ambiguousRecords = 0;
  /** Pairs by the set of buckets that they are in, by its bits. */
  readonly bucketSets = new Float64Array(BUCKET_SETS);
  readonly bins: Bins = emptyBins();
  readonly weights = new CompensatedSum();
  readonly trace = new CompensatedSum();
  readonly rho = new CompensatedSum();
  readonly eta = new CompensatedSum();
  readonly coverage = new CompensatedSum();
  readonly energy = new CompensatedSum();
  readonly loss = new CompensatedSum();
  readonly mnrl = new CompensatedSum();

  constructor(
    private readonly tau: number,
    private readonly weighting: WeightingId,
  ) {}

  /** Adds whole records. */
  add(columns: PairColumns): void {
    const { tau } = this;
    const { offsets, margin, locality, coverage } = columns;
    const records = offsets.length - 1;
    const { weight } = WEIGHTINGS[this.weighting];
    // Sums, counts and bins are locals and typed arrays: the figures follow the temperature while it is dragged.
    let weights = 0;
    let trace = 0;
    let rhos = 0;
    let etas = 0;
    let covered = 0;
    let energies = 0;
    let invertedLosses = 0;
    let zeroResiduals = 0;
    let mnrl = 0;
    let ambiguousRecords = 0;
    const losses = new Log1pSum();
    const { bucketSets, bins } = this;
    const gates = emptyGates(tau);
    for (let record = 0; record < records; record++) {
      const start = offsets[record];
      const end = offsets[record + 1];
      let setsOfRecord = 0;
      let odds = 0;
      for (let i = start; i < end; i++) {
        gatesOfPair(columns, i, tau, gates);
        const w = weight(gates);
        weights += w;
        trace += traceTerm(w, gates.distance);
        zeroResiduals += Number(gates.distance === 0);
        rhos += gates.rho;
        etas += gates.eta;
        covered += coverage[i];
        energies += pairwiseGradientEnergy(gates.oneMinusRho, gates.distance, tau);
        invertedLosses += Math.max(-gates.margin / tau, 0);
        losses.add(gates.decay);
        odds += negativeOdds(gates.margin, gates.decay);
        const set = bucketsOfPair(gates.margin, locality[i], coverage[i], tau);
        setsOfRecord |= set;
        count(bucketSets, set);
        count(bins.rho, histogramBin(gates.rho));
        count(bins.eta, histogramBin(gates.eta));
        count(bins.psi, histogramBin(gates.psi));
        count(bins.weight, histogramBin(w));
      }
      mnrl += mnrlLossOfOdds(odds, margin, start, end, tau);
      // The lowest bit is the bucket `inversion`.
      ambiguousRecords += setsOfRecord & 1;
    }
    this.records += records;
    this.pairs += margin.length;
    this.zeroResiduals += zeroResiduals;
    this.ambiguousRecords += ambiguousRecords;
    this.weights.add(weights);
    this.trace.add(trace);
    this.rho.add(rhos);
    this.eta.add(etas);
    this.coverage.add(covered);
    this.energy.add(energies);
    this.loss.add(invertedLosses + losses.value);
    this.mnrl.add(mnrl);
  }

  /** @throws RangeError without pairs */
  statistics(): SourceStatistics {
    const { records, pairs, zeroResiduals, ambiguousRecords } = this;
    if (pairs === 0) throw new RangeError('A source without pairs has no statistics.');
    const covered = this.coverage.value;
    const buckets = countBuckets(this.bucketSets);
    return {
      records,
      negatives: pairs,
      trace: this.trace.value / pairs,
      mean_weight: this.weights.value / pairs,
      mean_rho: this.rho.value / pairs,
      mean_eta: this.eta.value / pairs,
      mean_psi: (pairs - covered) / pairs,
      mean_coverage: covered / pairs,
      mean_pairwise_loss: this.loss.value / pairs,
      inversion_rate: buckets.inversion / pairs,
      mean_gradient_energy: this.energy.value / pairs,
      mnrl_proxy: this.mnrl.value / records,
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

  parts(): StatisticParts {
    return {
      counts: Object.fromEntries(COUNTS.map((name) => [name, this[name]])) as StatisticParts['counts'],
      sums: Object.fromEntries(SUMS.map((name) => [name, this[name].parts])) as StatisticParts['sums'],
      bucket_sets: Array.from(this.bucketSets),
      histograms: this.histograms(),
    };
  }

  /** Adds the sums of other records under the same temperature and weighting. */
  addParts({ counts, sums, bucket_sets, histograms }: StatisticParts): void {
    for (const name of COUNTS) this[name] += counts[name];
    for (const name of SUMS) this[name].addParts(sums[name]);
    bucket_sets.forEach((pairs, set) => (this.bucketSets[set] += pairs));
    for (const name of ['rho', 'eta', 'psi', 'weight'] as const) {
      histograms[name].forEach((pairs, bin) => (this.bins[name][bin] += pairs));
    }
  }

  histograms(): Histograms {
    const { rho, eta, psi, weight } = this.bins;
    return { rho: Array.from(rho), eta: Array.from(eta), psi: Array.from(psi), weight: Array.from(weight) };
  }
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
  const sums = new StatisticSums(tau, weighting);
  sums.add(columns);
  return { statistics: sums.statistics(), histograms: sums.histograms() };
}

type Bins = Readonly<Record<keyof Histograms, Float64Array>>;

function emptyBins(): Bins {
  const bins = () => new Float64Array(HISTOGRAM_BINS);
  return { rho: bins(), eta: bins(), psi: bins(), weight: bins() };
}

function count(bins: Float64Array, bin: number): void {
  bins[bin] += 1;
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
      coverage: columns.coverage[i],
      psi: gates.psi,
      loss: pairwiseLoss(gates.margin, tau),
      grad: pairwiseGradientEnergy(gates.oneMinusRho, gates.distance, tau),
      margin: gates.margin,
    });
  }
  return rows;
}
