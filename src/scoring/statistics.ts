/**
 * All scalars of a source from its pair columns (SPEC.md, "Per source"): nothing here needs an encoder,
 * so another temperature or weighting costs one pass over the columns.
 */

import {
  isConsistent,
  isHighCoverage,
  isHighLocality,
  isHighResiduality,
  isInverted,
  isLowLocality,
} from './edges';
import {
  lexicalResiduality,
  pairwiseGradientEnergy,
  pairwiseLoss,
  semanticLocality,
  targetConsistency,
  targetInconsistency,
} from './gates';
import { HISTOGRAM_BINS, histogramBin, type Histograms } from './histogram';
import { Log1pSum } from './log1p-sum';
import { mnrlLoss } from './mnrl';
import { WEIGHTINGS, type PairGates, type WeightingId } from './weightings';

/** The pairs of a source, one row a pair, in record order. */
export interface PairColumns {
  /** records + 1 offsets: the pairs of record i are [offsets[i], offsets[i + 1]). */
  readonly offsets: Int32Array;
  /** m. */
  readonly margin: Float64Array;
  /** l. */
  readonly locality: Float64Array;
  /** ‖v⁺ − v⁻‖, exactly 0 where the residual is the zero vector. */
  readonly distance: Float64Array;
  /** C. */
  readonly coverage: Float64Array;
}

/** Shares of pairs in the failure buckets, or their counts. */
export interface Buckets {
  readonly inversion: number;
  readonly low_locality: number;
  readonly high_coverage: number;
  readonly valid_high_coverage: number;
  readonly valid_low_locality: number;
}

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

/** Puts the gates of pair `i` at temperature `tau` into `out`. */
export function gatesOfPair(columns: PairColumns, i: number, tau: number, out: PairGates): void {
  const margin = columns.margin[i] as number;
  out.rho = targetConsistency(margin, tau);
  out.oneMinusRho = targetInconsistency(margin, tau);
  out.eta = semanticLocality(columns.locality[i] as number, tau);
  out.psi = lexicalResiduality(columns.coverage[i] as number);
  out.margin = margin;
  out.distance = columns.distance[i] as number;
  out.tau = tau;
}

export function emptyGates(tau: number): PairGates {
  return { rho: 0, oneMinusRho: 0, eta: 0, psi: 0, margin: 0, distance: 0, tau };
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
  const pairs = columns.margin.length;
  const records = columns.offsets.length - 1;
  if (pairs === 0) throw new RangeError('A source without pairs has no statistics.');
  const weight = WEIGHTINGS[weighting].weight;
  const {
    offsets,
    margin: margins,
    locality: localities,
    distance: distances,
    coverage: coverages,
  } = columns;
  // Sums, counts and bins are locals and typed arrays: a fifth of a second at 250,000 pairs hangs on it.
  let weights = 0;
  let trace = 0;
  let rhos = 0;
  let etas = 0;
  let covered = 0;
  let energies = 0;
  let invertedLogits = 0;
  let zeroResiduals = 0;
  let mnrl = 0;
  let ambiguousRecords = 0;
  let inversion = 0;
  let lowLocality = 0;
  let highCoverage = 0;
  let validHighCoverage = 0;
  let validLowLocality = 0;
  const losses = new Log1pSum();
  const bins = emptyBins();
  const gates = emptyGates(tau);
  const inverseTau = 1 / tau;
  for (let record = 0; record < records; record++) {
    const start = offsets[record] as number;
    const end = offsets[record + 1] as number;
    const invertedBefore = inversion;
    let odds = 0;
    for (let i = start; i < end; i++) {
      const margin = margins[i] as number;
      const locality = localities[i] as number;
      const coverage = coverages[i] as number;
      const distance = distances[i] as number;
      // ρ, 1 − ρ, −log ρ and the MNRL term exp(−m/τ) all follow from one exponential.
      const logit = margin * inverseTau;
      const e = Math.exp(-Math.abs(logit));
      const near = 1 / (1 + e);
      const consistent = logit >= 0;
      const rho = consistent ? near : e * near;
      const oneMinusRho = consistent ? e * near : near;
      const eta = semanticLocality(locality, tau);
      const psi = lexicalResiduality(coverage);
      odds += consistent ? e : 1 / e;
      if (!consistent) invertedLogits -= logit;
      losses.add(e);
      gates.rho = rho;
      gates.oneMinusRho = oneMinusRho;
      gates.eta = eta;
      gates.psi = psi;
      gates.margin = margin;
      gates.distance = distance;
      const w = weight(gates);
      weights += w;
      if (distance === 0) zeroResiduals++;
      else trace += w;
      rhos += rho;
      etas += eta;
      covered += coverage;
      energies += pairwiseGradientEnergy(oneMinusRho, distance, tau);
      if (isInverted(margin)) inversion++;
      if (isLowLocality(locality, tau)) lowLocality++;
      if (isHighCoverage(coverage)) highCoverage++;
      if (isConsistent(margin, tau)) {
        if (isHighCoverage(coverage) && isHighLocality(locality, tau)) validHighCoverage++;
        if (isLowLocality(locality, tau) && isHighResiduality(coverage)) validLowLocality++;
      }
      count(bins.rho, rho);
      count(bins.eta, eta);
      count(bins.psi, psi);
      count(bins.weight, w);
    }
    // Where the odds overflow, the record's loss is taken by its largest term.
    mnrl += Number.isFinite(odds) ? Math.log1p(odds) : mnrlLoss(margins, start, end, tau);
    if (inversion > invertedBefore) ambiguousRecords++;
  }
  const bucket: Buckets = {
    inversion,
    low_locality: lowLocality,
    high_coverage: highCoverage,
    valid_high_coverage: validHighCoverage,
    valid_low_locality: validLowLocality,
  };
  const statistics: SourceStatistics = {
    records,
    negatives: pairs,
    trace: trace / pairs,
    mean_weight: weights / pairs,
    mean_rho: rhos / pairs,
    mean_eta: etas / pairs,
    mean_psi: (pairs - covered) / pairs,
    mean_coverage: covered / pairs,
    mean_pairwise_loss: (invertedLogits + losses.value) / pairs,
    inversion_rate: bucket.inversion / pairs,
    mean_gradient_energy: energies / pairs,
    mnrl_proxy: mnrl / records,
    ambiguity: ambiguousRecords / records,
    buckets: {
      inversion: bucket.inversion / pairs,
      low_locality: bucket.low_locality / pairs,
      high_coverage: bucket.high_coverage / pairs,
      valid_high_coverage: bucket.valid_high_coverage / pairs,
      valid_low_locality: bucket.valid_low_locality / pairs,
    },
    counts: {
      inverted_pairs: bucket.inversion,
      ambiguous_records: ambiguousRecords,
      zero_residuals: zeroResiduals,
      buckets: bucket,
    },
  };
  return { statistics, histograms: histogramsOf(bins) };
}

type Bins = Record<keyof Histograms, Int32Array>;

function emptyBins(): Bins {
  const bins = () => new Int32Array(HISTOGRAM_BINS);
  return { rho: bins(), eta: bins(), psi: bins(), weight: bins() };
}

function histogramsOf({ rho, eta, psi, weight }: Bins): Histograms {
  return {
    rho: Array.from(rho),
    eta: Array.from(eta),
    psi: Array.from(psi),
    weight: Array.from(weight),
  };
}

function count(bins: Int32Array, value: number): void {
  const bin = histogramBin(value);
  bins[bin] = (bins[bin] as number) + 1;
}

/**
 * tr Î = (1/N) Σ w over the pairs with r ≠ 0, of one weighting (paper, Section "Linear Regime": the mean
 * validity weight).
 */
export function weightedTrace(columns: PairColumns, tau: number, weighting: WeightingId): number {
  const weight = WEIGHTINGS[weighting].weight;
  const gates = emptyGates(tau);
  let sum = 0;
  for (let i = 0; i < columns.margin.length; i++) {
    if (columns.distance[i] === 0) continue;
    gatesOfPair(columns, i, tau, gates);
    sum += weight(gates);
  }
  return sum / columns.margin.length;
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
