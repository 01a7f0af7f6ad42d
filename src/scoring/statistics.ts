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
  const sums = { w: 0, trace: 0, rho: 0, eta: 0, psi: 0, coverage: 0, loss: 0, energy: 0 };
  const bucket = {
    inversion: 0,
    low_locality: 0,
    high_coverage: 0,
    valid_high_coverage: 0,
    valid_low_locality: 0,
  };
  const bins = () => new Array<number>(HISTOGRAM_BINS).fill(0);
  const histograms = { rho: bins(), eta: bins(), psi: bins(), weight: bins() };
  const losses = new Log1pSum();
  const gates = emptyGates(tau);
  let zeroResiduals = 0;
  let mnrl = 0;
  let ambiguousRecords = 0;
  for (let record = 0; record < records; record++) {
    const start = columns.offsets[record] as number;
    const end = columns.offsets[record + 1] as number;
    let odds = 0;
    const invertedBefore = bucket.inversion;
    for (let i = start; i < end; i++) {
      const margin = columns.margin[i] as number;
      const locality = columns.locality[i] as number;
      const coverage = columns.coverage[i] as number;
      const distance = columns.distance[i] as number;
      // ρ, 1 − ρ, −log ρ and the MNRL term exp(−m/τ) all follow from one exponential.
      const logit = margin / tau;
      const e = Math.exp(-Math.abs(logit));
      const near = 1 / (1 + e);
      gates.rho = logit >= 0 ? near : e * near;
      gates.oneMinusRho = logit >= 0 ? e * near : near;
      gates.eta = semanticLocality(locality, tau);
      gates.psi = lexicalResiduality(coverage);
      gates.margin = margin;
      gates.distance = distance;
      losses.add(e);
      sums.loss -= Math.min(logit, 0);
      odds += logit >= 0 ? e : 1 / e;
      const w = weight(gates);
      sums.w += w;
      if (distance === 0) zeroResiduals++;
      else sums.trace += w;
      sums.rho += gates.rho;
      sums.eta += gates.eta;
      sums.psi += gates.psi;
      sums.coverage += coverage;
      sums.energy += pairwiseGradientEnergy(gates.oneMinusRho, distance, tau);
      const consistent = isConsistent(margin, tau);
      const covered = isHighCoverage(coverage);
      const displaced = isLowLocality(locality, tau);
      if (isInverted(margin)) bucket.inversion++;
      if (displaced) bucket.low_locality++;
      if (covered) bucket.high_coverage++;
      if (consistent && covered && isHighLocality(locality, tau)) bucket.valid_high_coverage++;
      if (consistent && displaced && isHighResiduality(coverage)) bucket.valid_low_locality++;
      count(histograms.rho, gates.rho);
      count(histograms.eta, gates.eta);
      count(histograms.psi, gates.psi);
      count(histograms.weight, w);
    }
    // Where the odds overflow, the record's loss is taken by its largest term.
    mnrl += Number.isFinite(odds) ? Math.log1p(odds) : mnrlLoss(columns.margin, start, end, tau);
    if (bucket.inversion > invertedBefore) ambiguousRecords++;
  }
  sums.loss += losses.value;
  const statistics: SourceStatistics = {
    records,
    negatives: pairs,
    trace: sums.trace / pairs,
    mean_weight: sums.w / pairs,
    mean_rho: sums.rho / pairs,
    mean_eta: sums.eta / pairs,
    mean_psi: sums.psi / pairs,
    mean_coverage: sums.coverage / pairs,
    mean_pairwise_loss: sums.loss / pairs,
    inversion_rate: bucket.inversion / pairs,
    mean_gradient_energy: sums.energy / pairs,
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
  return { statistics, histograms };
}

function count(bins: number[], value: number): void {
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
